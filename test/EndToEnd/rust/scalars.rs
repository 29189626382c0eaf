// Scalars of f32 and f64: several active ones, constants between them, both modes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_one, Active, Active)]
#[autodiff_forward(t_one, Dual, Dual)]
fn one(x: f64) -> f64 {
    (x * x + 1.0).sqrt() * x.sin() / (1.5 + x.cos())
}

#[autodiff_reverse(d_mixed, Active, Const, Active, Active)]
fn mixed(x: f64, n: i32, y: f32) -> f64 {
    x.powi(n) * f64::from(y).exp() + x
}

#[autodiff_reverse(d_single, Active, Active, Active)]
#[autodiff_forward(t_single, Dual, Const, DualOnly)]
fn single(x: f32, y: f32) -> f32 {
    x.hypot(y) * x.atan2(y) + (x * y).tanh()
}

fn main() {
    for x in [-1.3, 0.2, 0.9, 2.5] {
        let (value, dx) = d_one(x, 1.0);
        close("one", value, one(x));
        derivative("d_one", one, x, dx);
        let (value, tangent) = t_one(x, 2.0);
        close("one", value, one(x));
        close("t_one", tangent, 2.0 * dx);
    }
    let (value, dx, dy) = d_mixed(1.2, 3, 0.5, 1.0);
    close("mixed", value, mixed(1.2, 3, 0.5));
    derivative("d_mixed by x", |x| mixed(x, 3, 0.5), 1.2, dx);
    close_to("d_mixed by y", f64::from(dy), 1.2f64.powi(3) * 0.5f64.exp(), 1e-6);
    let (_, dx, dy) = d_single(0.7, 1.1, 1.0);
    let wide = |x: f64, y: f64| x.hypot(y) * x.atan2(y) + (x * y).tanh();
    close_to("d_single by x", f64::from(dx), (wide(0.7 + 1e-5, 1.1) - wide(0.7 - 1e-5, 1.1)) / 2e-5, 1e-5);
    close_to("d_single by y", f64::from(dy), (wide(0.7, 1.1 + 1e-5) - wide(0.7, 1.1 - 1e-5)) / 2e-5, 1e-5);
    close_to("t_single", f64::from(t_single(0.7, 1.0, 1.1)), f64::from(dx), 1e-6);
    done();
}
