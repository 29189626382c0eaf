// Slices: read, written, overwritten, split, of rows; integers beside them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_dot, Duplicated, Duplicated, Active)]
#[autodiff_forward(t_dot, Dual, Const, DualOnly)]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i].sin();
    }
    sum
}

#[autodiff_reverse(d_prefix, Duplicated)]
fn prefix(x: &mut [f64]) {
    for i in 1..x.len() {
        x[i] = x[i] * x[i - 1] + 0.5;
    }
}

#[autodiff_reverse(d_gather, Duplicated, Const, Active)]
fn gather(x: &[f64], at: &[usize]) -> f64 {
    at.iter().map(|&i| x[i] * x[i]).product()
}

#[autodiff_reverse(d_rows, Duplicated, Active)]
fn rows(x: &[[f32; 3]]) -> f32 {
    x.iter().map(|r| r[0] * r[1] - r[2]).sum()
}

#[autodiff_reverse(d_halves, Duplicated, Active)]
fn halves(x: &mut [f64]) -> f64 {
    let n = x.len() / 2;
    let (left, right) = x.split_at_mut(n);
    for (l, r) in left.iter_mut().zip(right.iter()) {
        *l *= r;
    }
    right[0] += left[n - 1];
    x.iter().sum()
}

fn main() {
    let (x, y) = ([0.3, -1.2, 2.2, 0.9], [1.0, 0.1, -0.4, 2.0]);
    let (mut dx, mut dy) = ([0.0; 4], [0.0; 4]);
    close("dot", d_dot(&x, &mut dx, &y, &mut dy, 1.0), dot(&x, &y));
    gradient("d_dot by x", |v| dot(v, &y), &x, &dx);
    gradient("d_dot by y", |v| dot(&x, v), &y, &dy);
    close("t_dot", t_dot(&x, &[1.0, 2.0, 0.0, 0.0], &y), dx[0] + 2.0 * dx[1]);
    let (mut p, mut dp) = (x, [1.0, 1.0, 1.0, 1.0]);
    d_prefix(&mut p, &mut dp);
    let sum = |v: &[f64]| {
        let mut v = v.to_vec();
        prefix(&mut v);
        v.iter().sum()
    };
    gradient("d_prefix", sum, &x, &dp);
    let (at, mut dx) = ([2, 0, 2], [0.0; 4]);
    d_gather(&x, &mut dx, &at, 1.0);
    gradient("d_gather", |v| gather(v, &at), &x, &dx);
    let (r, mut dr) = ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[0.0; 3]; 2]);
    d_rows(&r, &mut dr, 1.0);
    for (got, want) in dr.as_flattened().iter().zip([2.0, 1.0, -1.0, 5.0, 4.0, -1.0]) {
        close("d_rows", f64::from(*got), want);
    }
    let (mut h, mut dh) = (x, [0.0; 4]);
    d_halves(&mut h, &mut dh, 1.0);
    gradient("d_halves", |v| halves(&mut v.to_vec()), &x, &dh);
    done();
}
