// Closures: capturing by value and by reference, given as arguments, returned.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

fn twice<F: Fn(f64) -> f64>(f: F, x: f64) -> f64 {
    f(f(x))
}

fn scaled(k: f64) -> impl Fn(f64) -> f64 {
    move |x| k * x.sin()
}

#[autodiff_reverse(d_capture, Active, Active, Active)]
fn capture(x: f64, k: f64) -> f64 {
    twice(|v| v * v * k + x, x) + scaled(k)(x)
}

#[autodiff_reverse(d_mutate, Duplicated, Active)]
fn mutate(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut add = |v: f64| sum += v * v;
    x.iter().for_each(|v| add(v.exp()));
    sum
}

#[autodiff_reverse(d_generic, Active, Const, Active)]
fn generic<F: Fn(f64) -> f64>(x: f64, f: F) -> f64 {
    f(x) * x
}

fn main() {
    let (_, dx, dk) = d_capture(0.6, 1.2, 1.0);
    gradient("d_capture", |v| capture(v[0], v[1]), &[0.6, 1.2], &[dx, dk]);
    let (x, mut dx) = ([0.1, 0.5, -0.2], [0.0; 3]);
    d_mutate(&x, &mut dx, 1.0);
    gradient("d_mutate", mutate, &x, &dx);
    derivative("d_generic", |x| generic(x, f64::cos), 0.8, d_generic(0.8, f64::cos, 1.0).1);
    let k = std::hint::black_box(2.5);
    derivative("d_generic with a capture", |x| generic(x, |v| v * k), 0.8, d_generic(0.8, |v| v * k, 1.0).1);
    done();
}
