// Bytes of which debug builds show nothing: moved, shared, locked, made once.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::cell::OnceCell;
use std::sync::{Arc, Mutex};

enum Bad {
    Negative(usize),
    Small,
}
fn root(v: f64, i: usize) -> Result<f64, Bad> {
    if v < 0.0 {
        Err(Bad::Negative(i))
    } else if v < 0.1 {
        Err(Bad::Small)
    } else {
        Ok(v.sqrt())
    }
}
fn roots(x: &[f64]) -> Result<f64, Bad> {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += root(v * v + 0.2, i)?;
    }
    Ok(s)
}

programs! {
    sortunstable |x| {
        let mut v = x.to_vec();
        v.sort_unstable_by(|a, b| b.total_cmp(a));
        v[0] * v[1] + v[2].sin()
    };
    question |x| roots(x).unwrap_or(0.0);
    arcmutexvec |x| {
        let m = Arc::new(Mutex::new(x.to_vec()));
        for i in 0..x.len() {
            m.lock().unwrap()[i] *= x[0];
        }
        let g = m.lock().unwrap();
        g.iter().map(|v| v * v).sum()
    };
    arcmutex |x| {
        let m = Arc::new(Mutex::new(x[0]));
        let n = m.clone();
        *n.lock().unwrap() *= x[1];
        let v = *m.lock().unwrap();
        v * v
    };
    oncecell |x| {
        let t: OnceCell<f64> = OnceCell::new();
        let a = *t.get_or_init(|| x[0] * x[1]);
        a + *t.get().unwrap() * x[2]
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15, 0.9, 1.6]);
    }
    done();
}
