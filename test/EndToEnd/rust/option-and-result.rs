// Option and Result on the way: ?, map, unwrap_or, early errors.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also: 1
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

fn root(x: f64) -> Result<f64, String> {
    if x < 0.0 {
        return Err(format!("negative: {:.0}", x.signum()));
    }
    Ok(x.sqrt())
}

fn chain(x: f64) -> Result<f64, String> {
    let a = root(x)?;
    let b = root(a * x - 0.1)?;
    Ok(a * b)
}

#[autodiff_reverse(d_checked, Active, Active)]
fn checked(x: f64) -> f64 {
    match chain(x) {
        Ok(v) => v,
        Err(text) => text.len() as f64 * x,
    }
}

#[autodiff_reverse(d_largest, Duplicated, Active)]
fn largest(x: &[f64]) -> f64 {
    let best = x.iter().copied().filter(|v| *v < 2.0).reduce(f64::max);
    best.map(|v| v * v).unwrap_or(-1.0)
}

#[autodiff_reverse(d_ends, Duplicated, Active)]
fn ends(x: &[f64]) -> f64 {
    let Some(first) = x.first() else { return 7.0 };
    first * x.last().map_or(0.0, |v| v.exp()) + x.get(9).copied().unwrap_or(*first)
}

#[autodiff_forward(t_maybe, Dual, Dual)]
fn maybe(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x.ln()) } else { None }
}

fn main() {
    for x in [0.01, 0.9, 3.0] {
        derivative("d_checked", checked, x, d_checked(x, 1.0).1);
    }
    let (x, mut dx) = ([0.5, 1.9, 2.5, 1.2], [0.0; 4]);
    close("largest", d_largest(&x, &mut dx, 1.0), 1.9 * 1.9);
    gradient("d_largest", largest, &x, &dx);
    let mut dx = [0.0; 4];
    d_ends(&x, &mut dx, 1.0);
    gradient("d_ends", ends, &x, &dx);
    let (value, tangent) = t_maybe(2.0, 1.0);
    close("maybe", value.unwrap(), 2f64.ln());
    close("t_maybe", tangent.unwrap(), 0.5);
    done();
}
