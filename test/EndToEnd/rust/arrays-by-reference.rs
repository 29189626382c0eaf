// Arrays of arrays by reference, constant lengths as generic parameters.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_determinant, Duplicated, Active)]
fn determinant(m: &[[f64; 3]; 3]) -> f64 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

#[autodiff_reverse(d_apply, Duplicated, Duplicated, Duplicated)]
fn apply<const N: usize>(m: &[[f64; N]; N], x: &[f64; N], y: &mut [f64; N]) {
    for i in 0..N {
        y[i] = 0.0;
        for j in 0..N {
            y[i] += m[i][j] * x[j];
        }
    }
}

fn rows(v: &[f64]) -> [[f64; 3]; 3] {
    [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]]
}

fn main() {
    let flat = [1.0, 0.2, -0.5, 0.3, 2.0, 0.7, -0.1, 0.4, 1.5];
    let m = rows(&flat);
    let mut dm = [[0.0; 3]; 3];
    d_determinant(&m, &mut dm, 1.0);
    gradient("d_determinant", |v| determinant(&rows(v)), &flat, dm.as_flattened());
    let (x, mut dx, mut y, mut dy) = ([1.0, -2.0, 0.5], [0.0; 3], [0.0; 3], [1.0, 0.5, 2.0]);
    let mut dm = [[0.0; 3]; 3];
    d_apply(&m, &mut dm, &x, &mut dx, &mut y, &mut dy);
    let weighed = |m: &[[f64; 3]; 3], x: &[f64; 3]| {
        let mut y = [0.0; 3];
        apply(m, x, &mut y);
        y[0] + 0.5 * y[1] + 2.0 * y[2]
    };
    gradient("d_apply by x", |v| weighed(&m, &[v[0], v[1], v[2]]), &x, &dx);
    gradient("d_apply by m", |v| weighed(&rows(v), &x), &flat, dm.as_flattened());
    done();
}
