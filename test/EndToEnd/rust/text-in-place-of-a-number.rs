// A text that code which nobody looks at writes where a number was, and whose memory is given back: the number's mark in
// the shadow is not an address.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// levels: 3
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct TooLarge {
    value: f64,
    place: String,
}
impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} at {}", self.value, self.place)
    }
}
impl Error for TooLarge {}

/// A number, or an error whose text lies where the number would.
fn root(v: f64, i: usize) -> Result<f64, TooLarge> {
    if v > 1.0 {
        Err(TooLarge { value: v, place: format!("place {i}") })
    } else {
        Ok(v.sqrt())
    }
}

fn roots(x: &[f64]) -> Result<Vec<f64>, Box<dyn Error>> {
    let mut all = vec![];
    for (i, v) in x.iter().enumerate() {
        match root(*v, i) {
            Ok(r) => all.push(r),
            Err(e) if e.place.ends_with('2') => all.push(e.value * e.value),
            Err(e) => return Err(Box::new(e)),
        }
    }
    Ok(all)
}

fn sum_of_roots(x: &[f64]) -> Result<f64, TooLarge> {
    let all: Result<Vec<f64>, TooLarge> = x.iter().enumerate().map(|(i, v)| root(*v, i)).collect();
    Ok(all?.iter().sum())
}

programs! {
    errors |x| {
        let a = match roots(x) {
            Ok(all) => all.iter().product::<f64>(),
            Err(e) if e.downcast_ref::<TooLarge>().map_or(false, |e| e.value > 3.0) => x[1] * x[1],
            Err(_) => x[0],
        };
        a + sum_of_roots(x).unwrap_or(0.5)
    };
}

fn main() {
    for x in [[0.5, 0.3, 0.7], [0.5, 0.3, 1.7], [0.5, 4.3, 1.7], [0.5, 2.3, 1.7]] {
        for p in PROGRAMS {
            p.check(&x);
        }
    }
    done();
}
