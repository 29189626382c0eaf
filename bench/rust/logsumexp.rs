//! log(sum(exp(x))) of 1000 numbers, with iterators.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

#[autodiff_reverse(gradient, Duplicated, Active)]
fn log_sum_exp(x: &[f64]) -> f64 {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    x.iter().map(|v| (v - top).exp()).sum::<f64>().ln() + top
}

fn hand(x: &[f64], g: &mut [f64]) {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut sum = 0.0;
    for (g, x) in g.iter_mut().zip(x) {
        *g = (x - top).exp();
        sum += *g;
    }
    let scale = 1.0 / sum;
    g.iter_mut().for_each(|g| *g *= scale);
}

fn main() {
    let x = harness::Random(7).numbers(1000, 3.0);
    harness::run("log-sum-exp 1000", &x, log_sum_exp, |x, g| { gradient(x, g, 1.0); }, hand);
}
