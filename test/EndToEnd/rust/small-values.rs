// Arrays, tuples and structs that the ABI passes as integers, pairs or vectors; by value and returned.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_three, Active, Active)]
#[autodiff_forward(t_three, Dual, DualOnly)]
fn three(x: [f32; 3]) -> f32 {
    x[0] * x[1] + x[2] * x[2]
}

#[autodiff_reverse(d_four, Active, Active)]
fn four(x: [f32; 4]) -> f32 {
    x[0] * x[1] - x[2] / x[3]
}

#[autodiff_reverse(d_two, Active, Active)]
#[autodiff_forward(t_two, Dual, Dual)]
fn two(x: [f64; 2]) -> f64 {
    x[0] * x[1] * x[1]
}

#[autodiff_reverse(d_single, Active, Active)]
fn single(x: [f32; 1]) -> f32 {
    x[0] * x[0] * x[0]
}

#[autodiff_reverse(d_square, Active, Active)]
fn square(x: [[f32; 2]; 2]) -> f32 {
    x[0][0] * x[1][1] - x[0][1] * x[1][0]
}

#[derive(Clone, Copy)]
struct Pixel {
    rgb: [f32; 3],
    alpha: f32,
}

#[autodiff_reverse(d_pixel, Active, Active)]
fn pixel(p: Pixel) -> f32 {
    (p.rgb[0] + 2.0 * p.rgb[1] * p.rgb[2]) * p.alpha
}

#[derive(Clone, Copy)]
struct Celsius(f64);

#[autodiff_reverse(d_wrapped, Active, Active)]
#[autodiff_forward(t_wrapped, Dual, Dual)]
fn wrapped(t: Celsius) -> Celsius {
    Celsius(t.0 * t.0 * 1.8 + 32.0)
}

#[autodiff_reverse(d_split, Active, Active)]
#[autodiff_forward(t_split, Dual, DualOnly)]
fn split(x: f32) -> [f32; 2] {
    [x * x, x * x * x]
}

#[autodiff_reverse(d_mixed, Active, Active)]
fn mixed(x: f64) -> (f64, f32) {
    (x * x, x as f32 * 3.0)
}

#[repr(C)]
#[derive(Clone, Copy)]
struct Body {
    at: [f64; 3],
    mass: f64,
}

#[autodiff_reverse(d_heavy, Active, Active, Active)]
extern "C" fn heavy(b: Body, g: f64) -> f64 {
    b.mass * g * b.at[2] + b.at[0] * b.at[1]
}

fn near(what: &str, got: f32, want: f32) {
    close_to(what, got.into(), want.into(), 1e-6);
}

fn main() {
    let (value, d) = d_three([2.0, 3.0, 4.0], 1.0);
    near("three", value, 22.0);
    near("d_three[0]", d[0], 3.0);
    near("d_three[2]", d[2], 8.0);
    near("t_three", t_three([2.0, 3.0, 4.0], [1.0, 0.5, -1.0]), 3.0 + 1.0 - 8.0);
    let (_, d) = d_four([1.0, 2.0, 3.0, 4.0], 1.0);
    for (i, want) in [2.0, 1.0, -0.25, 0.1875].into_iter().enumerate() {
        near("d_four", d[i], want);
    }
    let (_, d) = d_two([1.5, 2.0], 1.0);
    gradient("d_two", |v| two([v[0], v[1]]), &[1.5, 2.0], &d);
    close("t_two", t_two([1.5, 2.0], [1.0, -1.0]).1, d[0] - d[1]);
    near("d_single", d_single([2.0], 1.0).1[0], 12.0);
    let (_, d) = d_square([[1.0, 2.0], [3.0, 4.0]], 1.0);
    near("d_square[0][0]", d[0][0], 4.0);
    near("d_square[1][0]", d[1][0], -2.0);
    let (_, d) = d_pixel(Pixel { rgb: [0.5, 0.25, 2.0], alpha: 0.5 }, 1.0);
    near("d_pixel green", d.rgb[1], 2.0);
    near("d_pixel alpha", d.alpha, 1.5);
    close("d_wrapped", d_wrapped(Celsius(2.0), Celsius(1.0)).1 .0, 7.2);
    close("t_wrapped", t_wrapped(Celsius(2.0), Celsius(2.0)).1 .0, 14.4);
    let (value, d) = d_split(2.0, [1.0, 1.0]);
    near("split", value[1], 8.0);
    near("d_split", d, 4.0 + 12.0);
    near("t_split", t_split(2.0, 1.0)[1], 12.0);
    close("d_mixed", d_mixed(2.0, (1.0, 1.0)).1, 7.0);
    let (_, d, dg) = d_heavy(Body { at: [1.0, 2.0, 3.0], mass: 4.0 }, 9.5, 1.0);
    close("d_heavy at", d.at[2], 38.0);
    close("d_heavy mass", d.mass, 28.5);
    close("d_heavy g", dg, 12.0);
    done();
}
