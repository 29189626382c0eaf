// Vec and Box by value in forward mode: the derivative drops both.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_forward(t_vec, Dual, Dual)]
fn vec(x: Vec<f64>) -> f64 {
    x.iter().map(|v| v * v).sum()
}

#[autodiff_forward(t_box, Dual, Dual)]
fn by_box(x: Box<f64>) -> f64 {
    x.exp()
}

#[autodiff_forward(t_returned, Dual, Dual)]
fn returned(x: f64) -> Box<f64> {
    Box::new(x * x)
}

fn main() {
    let (value, tangent) = t_vec(vec![1.0, 2.0], vec![0.5, 1.0]);
    close("vec", value, 5.0);
    close("t_vec", tangent, 5.0);
    close("t_box", t_box(Box::new(0.5), Box::new(2.0)).1, 2.0 * 0.5f64.exp());
    let (value, tangent) = t_returned(3.0, 1.0);
    close("returned", *value, 9.0);
    close("t_returned", *tangent, 6.0);
    done();
}
