// Loops that the optimiser makes vectors of.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_axpy, Active, Duplicated, Duplicated)]
fn axpy(a: f64, x: &[f64], y: &mut [f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

#[autodiff_reverse(d_norm, Duplicated, Active)]
fn norm(x: &[f32]) -> f32 {
    let mut parts = [0f32; 8];
    for c in x.chunks_exact(8) {
        for i in 0..8 {
            parts[i] += c[i] * c[i];
        }
    }
    parts.iter().sum::<f32>().sqrt()
}

#[autodiff_reverse(d_relu, Duplicated, Duplicated)]
fn relu(x: &[f64], out: &mut [f64]) {
    for (o, x) in out.iter_mut().zip(x) {
        *o = if *x > 0.0 { x * x } else { 0.1 * x };
    }
}

fn main() {
    let n = 1003;
    let x: Vec<f64> = (0..n).map(|i| (f64::from(i) * 0.37).sin()).collect();
    let (mut dx, mut y, mut dy) = (vec![0.0; 1003], vec![1.0; 1003], vec![2.0; 1003]);
    let da = d_axpy(3.0, &x, &mut dx, &mut y, &mut dy);
    close("axpy", y[500], 1.0 + 3.0 * x[500]);
    close_to("d_axpy by a", da, 2.0 * x.iter().sum::<f64>(), 1e-10);
    close("d_axpy by x", dx[777], 6.0);
    close("d_axpy by y", dy[3], 2.0);
    let v: Vec<f32> = (0..64).map(|i| i as f32 * 0.1 - 2.0).collect();
    let mut dv = vec![0f32; 64];
    let value = d_norm(&v, &mut dv, 1.0);
    for i in 0..64 {
        close_to("d_norm", dv[i].into(), (v[i] / value).into(), 1e-5);
    }
    let (mut dx, mut out, mut dout) = (vec![0.0; 1003], vec![0.0; 1003], vec![1.0; 1003]);
    d_relu(&x, &mut dx, &mut out, &mut dout);
    for i in 0..1003 {
        close("d_relu", dx[i], if x[i] > 0.0 { 2.0 * x[i] } else { 0.1 });
    }
    done();
}
