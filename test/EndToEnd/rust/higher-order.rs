// Second and third derivatives by attributes on functions that call derivatives.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

fn f(x: f64) -> f64 {
    (x * x).sin() * x.exp()
}

#[autodiff_reverse(d_inner, Active, Active)]
#[autodiff_forward(t_inner, Dual, DualOnly)]
fn inner(x: f64) -> f64 {
    f(x)
}

#[autodiff_forward(forward_over_reverse, Dual, DualOnly)]
#[autodiff_reverse(reverse_over_reverse, Active, Active)]
fn by_reverse(x: f64) -> f64 {
    d_inner(x, 1.0).1
}

#[autodiff_forward(forward_over_forward, Dual, DualOnly)]
#[autodiff_reverse(reverse_over_forward, Active, Active)]
fn by_forward(x: f64) -> f64 {
    t_inner(x, 1.0)
}

#[autodiff_forward(third, Dual, DualOnly)]
fn second(x: f64) -> f64 {
    forward_over_reverse(x, 1.0)
}

#[autodiff_reverse(d_energy, Duplicated, Active)]
fn energy(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[0] * w[1]).cos() + w[0].powi(4)).sum()
}

#[autodiff_forward(hessian_times, Dual, Dual)]
fn slope(x: &[f64], d: &mut [f64]) {
    d_energy(x, d, 1.0);
}

fn main() {
    let x = 0.7;
    let (first, twice) = (d_inner(x, 1.0).1, forward_over_reverse(x, 1.0));
    derivative("first", f, x, first);
    derivative("second", |x| d_inner(x, 1.0).1, x, twice);
    close("reverse over reverse", reverse_over_reverse(x, 1.0).1, twice);
    close("forward over forward", forward_over_forward(x, 1.0), twice);
    close("reverse over forward", reverse_over_forward(x, 1.0).1, twice);
    derivative("third", |x| forward_over_reverse(x, 1.0), x, third(x, 1.0));
    let (x, v) = ([0.3, 0.9, -0.5, 1.2], [1.0, -1.0, 0.5, 2.0]);
    let (mut d, mut hv) = ([0.0; 4], [0.0; 4]);
    hessian_times(&x, &v, &mut d, &mut hv);
    for i in 0..4 {
        let at = |h: f64| {
            let (mut y, mut d) = (x, [0.0; 4]);
            (0..4).for_each(|k| y[k] += h * v[k]);
            d_energy(&y, &mut d, 1.0);
            d[i]
        };
        derivative("hessian_times", at, 0.0, hv[i]);
    }
    done();
}
