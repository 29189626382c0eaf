// The tuple that a reverse derivative returns, where rustc moves its fields about in memory.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[derive(Clone, Copy)]
struct Body {
    at: [f64; 3],
    mass: f64,
}

#[autodiff_reverse(d_weight, Active, Active, Active)]
fn weight(b: Body, g: f64) -> f64 {
    b.mass * g * b.at[2] + b.at[0] * b.at[1]
}

#[autodiff_reverse(d_weight_c, Active, Active, Active)]
extern "C" fn weight_c(b: Body, g: f64) -> f64 {
    weight(b, g)
}

#[autodiff_reverse(d_narrow, Active, Active, Active)]
fn narrow(x: f64, y: f32) -> f32 {
    (x * x) as f32 * y
}

#[autodiff_reverse(d_array, Active, Active, Active)]
fn array(x: [f64; 4], y: f64) -> f64 {
    x.iter().sum::<f64>() * y * x[0]
}

#[autodiff_reverse(d_gradients, Active, Active, Active, ActiveOnly)]
fn gradients(x: f32, y: f64, z: f32) -> f64 {
    f64::from(x) * y * y + f64::from(z)
}

#[autodiff_reverse(d_pair, Active, Active, Active)]
fn pair(p: (f64, f64), x: f32) -> f32 {
    (p.0 * p.0 + 3.0 * p.1) as f32 * x
}

#[autodiff_reverse(d_halves, Active, Active, Active, Active)]
fn halves(x: f32, y: [f32; 2], z: f64) -> f32 {
    x * y[0] + y[1] * z as f32
}

#[autodiff_reverse(d_many, Active, Active, Active, Active, Active, Active)]
fn many(a: f32, b: f64, c: f32, d: f64, e: f32) -> f32 {
    a * 2.0 + (b * 3.0) as f32 + c * 5.0 + (d * 7.0) as f32 + e * 11.0
}

fn main() {
    let b = Body { at: [1.0, 2.0, 3.0], mass: 4.0 };
    for (what, (value, d, dg)) in [("weight", d_weight(b, 9.5, 1.0)), ("weight_c", d_weight_c(b, 9.5, 1.0))] {
        close(what, value, weight(b, 9.5));
        for (got, want) in [d.at[0], d.at[1], d.at[2], d.mass, dg].into_iter().zip([2.0, 1.0, 38.0, 28.5, 12.0]) {
            close(what, got, want);
        }
    }
    let (value, dx, dy) = d_narrow(3.0, 0.5, 1.0);
    close("narrow", value.into(), 4.5);
    close("d_narrow by x", dx, 3.0);
    close("d_narrow by y", dy.into(), 9.0);
    let (value, dx, dy) = d_array([1.0, 2.0, 3.0, 4.0], 0.5, 1.0);
    close("array", value, 5.0);
    close("d_array[0]", dx[0], 5.5);
    close("d_array[3]", dx[3], 0.5);
    close("d_array by y", dy, 10.0);
    let (dx, dy, dz) = d_gradients(2.0, 3.0, 1.0, 1.0);
    close("d_gradients by x", dx.into(), 9.0);
    close("d_gradients by y", dy, 12.0);
    close("d_gradients by z", dz.into(), 1.0);
    let (value, dp, dx) = d_pair((2.0, 1.0), 0.5, 1.0);
    close("pair", value.into(), 3.5);
    close("d_pair 0", dp.0, 2.0);
    close("d_pair 1", dp.1, 1.5);
    close("d_pair by x", dx.into(), 7.0);
    let (value, dx, dy, dz) = d_halves(2.0, [3.0, 4.0], 0.5, 1.0);
    close("halves", value.into(), 8.0);
    close("d_halves by x", dx.into(), 3.0);
    close("d_halves by y", dy[1].into(), 0.5);
    close("d_halves by z", dz, 4.0);
    let (value, a, b, c, d, e) = d_many(1.0, 1.0, 1.0, 1.0, 1.0, 1.0);
    close("many", value.into(), 28.0);
    for (got, want) in [a.into(), b, c.into(), d, e.into()].into_iter().zip([2.0, 3.0, 5.0, 7.0, 11.0]) {
        close("d_many", got, want);
    }
    done();
}
