// Panics and bounds checks: the normal path has a derivative, a panic leaves it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::panic::{catch_unwind, AssertUnwindSafe};

#[autodiff_reverse(d_checked, Duplicated, Const, Active)]
fn checked(x: &[f64], at: &[usize]) -> f64 {
    let mut all = Vec::new();
    for &i in at {
        all.push(x[i] * x[0]);
    }
    assert!(all.len() < 10, "too many: {}", all.len());
    all.iter().map(|v| v.sin()).sum()
}

#[autodiff_reverse(d_divided, Active, Const, Active)]
fn divided(x: f64, n: i32) -> f64 {
    x * f64::from(100 / n)
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let x = [0.6, 1.4, -0.3];
    let check = || {
        let mut dx = [0.0; 3];
        close("checked", d_checked(&x, &mut dx, &[0, 2, 2, 1], 1.0), checked(&x, &[0, 2, 2, 1]));
        gradient("d_checked", |v| checked(v, &[0, 2, 2, 1]), &x, &dx);
    };
    check();
    let mut dx = [0.0; 3];
    let out = catch_unwind(AssertUnwindSafe(|| d_checked(&x, &mut dx, &[1, 3], 1.0)));
    close("checked panics out of bounds", f64::from(out.is_err()), 1.0);
    let many = [1; 12];
    let out = catch_unwind(AssertUnwindSafe(|| d_checked(&x, &mut dx, &many, 1.0)));
    let told = out.unwrap_err().downcast::<String>().map_or(String::new(), |s| *s);
    close("checked panics with its message", f64::from(told == "too many: 12"), 1.0);
    check();
    close("d_divided", d_divided(0.5, 7, 1.0).1, 14.0);
    close("divided panics", f64::from(catch_unwind(|| d_divided(0.5, 0, 1.0)).is_err()), 1.0);
    done();
}
