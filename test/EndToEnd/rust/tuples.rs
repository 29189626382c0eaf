// Tuples in and out, by value.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_pair, Active, Active)]
fn pair(p: (f64, f64)) -> f64 {
    p.0.powf(p.1)
}

#[autodiff_reverse(d_with_int, Active, Active)]
fn with_int(p: (f64, i32)) -> f64 {
    p.0.powi(p.1)
}

#[autodiff_forward(t_three, Dual, Dual)]
fn three(p: (f64, f64, f64)) -> f64 {
    p.0 * p.1 + p.2
}

#[autodiff_forward(t_out, Dual, Dual)]
#[autodiff_reverse(d_out, Active, Active)]
fn out(x: f64) -> (f64, f64) {
    (x.sin(), x * x)
}

fn main() {
    let (_, d) = d_pair((1.3, 2.1), 1.0);
    gradient("d_pair", |v| pair((v[0], v[1])), &[1.3, 2.1], &[d.0, d.1]);
    close("d_with_int", d_with_int((2.0, 3), 1.0).1 .0, 12.0);
    close("t_three", t_three((1.0, 2.0, 3.0), (0.5, 0.25, 4.0)).1, 1.0 + 0.25 + 4.0);
    let (value, tangent) = t_out(0.3, 1.0);
    close("out", value.1, 0.09);
    close("t_out 0", tangent.0, 0.3f64.cos());
    close("t_out 1", tangent.1, 0.6);
    let (_, dx) = d_out(0.3, (1.0, 1.0));
    close("d_out", dx, 0.3f64.cos() + 0.6);
    done();
}
