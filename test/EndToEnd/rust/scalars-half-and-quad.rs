// f16 and f128.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff, f16, f128)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_half, Active, Active)]
fn half(x: f16) -> f16 {
    x * x * x - 2.0 * x
}

#[autodiff_reverse(d_quad, Active, Active)]
#[autodiff_forward(t_quad, Dual, Dual)]
fn quad(x: f128) -> f128 {
    (x * x + 1.0) / (x + 3.0)
}

fn main() {
    let (_, dx) = d_half(1.5, 1.0);
    close_to("d_half", dx as f64, 3.0 * 2.25 - 2.0, 1e-2);
    let (value, dx) = d_quad(2.0, 1.0);
    close("quad", value as f64, 1.0);
    close("d_quad", dx as f64, (4.0 * 5.0 - 5.0) / 25.0);
    close("t_quad", t_quad(2.0, 3.0).1 as f64, 3.0 * dx as f64);
    done();
}
