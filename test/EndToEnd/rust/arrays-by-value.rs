// Arrays by value: the ABI makes integers, vectors or hidden pointers of them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_one, Active, Active)]
fn one(x: [f64; 1]) -> f64 {
    x[0] * x[0]
}

#[autodiff_reverse(d_pair, Active, Active)]
#[autodiff_forward(t_pair, Dual, Dual)]
fn pair(x: [f32; 2]) -> f32 {
    x[0] * x[1] * x[1]
}

#[autodiff_reverse(d_four, Active, Active)]
#[autodiff_forward(t_four, Dual, DualOnly)]
fn four(mut x: [f64; 4]) -> f64 {
    x[1] *= x[0];
    x[2] += x[1] * x[1];
    x[3] * x[2]
}

#[autodiff_forward(t_back, Dual, Dual)]
#[autodiff_reverse(d_back, Active, Active)]
fn back(x: f64) -> [f64; 3] {
    [x, x * x, x.sin()]
}

#[autodiff_forward(t_small, Dual, DualOnly)]
fn small(x: f32) -> [f32; 2] {
    [x * x, 3.0 * x]
}

fn main() {
    close("d_one", d_one([3.0], 1.0).1[0], 6.0);
    let (value, d) = d_pair([2.0, 3.0], 1.0);
    close("pair", value.into(), 18.0);
    close("d_pair 0", d[0].into(), 9.0);
    close("d_pair 1", d[1].into(), 12.0);
    close("t_pair", t_pair([2.0, 3.0], [1.0, 0.5]).1.into(), 15.0);
    let x = [0.5, 1.5, -0.3, 2.0];
    let (_, d) = d_four(x, 1.0);
    gradient("d_four", |v| four(v.try_into().unwrap()), &x, &d);
    close("t_four", t_four(x, [1.0, 2.0, 3.0, 4.0]), d[0] + 2.0 * d[1] + 3.0 * d[2] + 4.0 * d[3]);
    let (value, tangent) = t_back(0.4, 2.0);
    for i in 0..3 {
        close("back", value[i], back(0.4)[i]);
        derivative("t_back", |x| back(x)[i], 0.4, tangent[i] / 2.0);
    }
    close("t_small", t_small(1.5, 1.0)[0].into(), 3.0);
    done();
}
