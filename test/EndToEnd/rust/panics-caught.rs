// Panics that the differentiated code catches: what was written before one counts, and so does what follows.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// except: 0
// also: 1
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::panic::{catch_unwind, AssertUnwindSafe};

fn root(x: f64) -> f64 {
    assert!(x >= 0.0, "negative: {x}");
    x.sqrt()
}

#[inline(never)]
fn product(x: &[f64], upto: usize) -> f64 {
    let scaled: Vec<f64> = x.iter().map(|v| v * x[0]).collect();
    (0..upto).map(|i| scaled[i] * x[1]).product()
}

fn fails(state: &mut f64) -> ! {
    *state *= *state;
    panic!("after a write")
}

struct Halves<'a>(&'a mut f64);
impl Drop for Halves<'_> {
    fn drop(&mut self) {
        *self.0 *= 0.5;
    }
}

fn caught<R>(f: impl FnOnce() -> R) -> Option<R> {
    catch_unwind(AssertUnwindSafe(f)).ok()
}

#[autodiff_reverse(d_instead, Duplicated, Active)]
#[autodiff_forward(f_instead, Dual, Dual)]
fn instead(x: &[f64]) -> f64 {
    caught(|| root(x[0]) * x[1]).unwrap_or(x[2] * x[2])
}

/// The bounds check is far inside, and memory is given back on the way.
#[autodiff_reverse(d_inside, Duplicated, Active)]
#[autodiff_forward(f_inside, Dual, Dual)]
fn inside(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for upto in 1..6 {
        sum += match caught(|| product(x, upto)) {
            Some(v) => v.sin(),
            None => x[0] * upto as f64,
        };
    }
    sum
}

#[autodiff_reverse(d_written, Duplicated, Active)]
#[autodiff_forward(f_written, Dual, Dual)]
fn written(x: &[f64]) -> f64 {
    let mut state = x[0] * x[1];
    caught(|| {
        state += x[2];
        if state > 0.0 {
            fails(&mut state);
        }
        state *= 3.0;
    });
    state * x[1]
}

#[autodiff_reverse(d_cleaned, Duplicated, Active)]
#[autodiff_forward(f_cleaned, Dual, Dual)]
fn cleaned(x: &[f64]) -> f64 {
    let mut state = x[0];
    caught(|| {
        let half = Halves(&mut state);
        *half.0 *= root(x[2]);
    });
    state * state
}

#[autodiff_reverse(d_none, Duplicated, Active)]
#[autodiff_forward(f_none, Dual, Dual)]
fn none(x: &[f64]) -> f64 {
    let first = |limit: f64| x.iter().copied().find(|v| *v > limit).unwrap();
    [0.5, 9.0].iter().map(|&limit| caught(|| first(limit)).map_or(x[0], |v| v * v)).sum()
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    for x in [[0.6, 1.4, -0.3], [-0.6, 1.4, 0.3], [0.9, -1.2, 0.7]] {
        let check = |name, f: fn(&[f64]) -> f64, d: fn(&[f64], &mut [f64], f64) -> f64, t: fn(&[f64], &[f64]) -> (f64, f64)| {
            let mut dx = [0.0; 3];
            close(name, d(&x, &mut dx, 1.0), f(&x));
            gradient(name, f, &x, &dx);
            for i in 0..3 {
                let mut unit = [0.0; 3];
                unit[i] = 1.0;
                let (value, tangent) = t(&x, &unit);
                close(name, value, f(&x));
                close(name, tangent, dx[i]);
            }
        };
        check("instead", instead, d_instead, f_instead);
        check("inside", inside, d_inside, f_inside);
        check("written", written, d_written, f_written);
        check("cleaned", cleaned, d_cleaned, f_cleaned);
        check("none", none, d_none, f_none);
    }
    done();
}
