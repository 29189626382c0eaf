// Small numerical programs: solvers, integrators, transforms, networks.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

fn runge_kutta(f: impl Fn(f64, f64) -> f64, mut y: f64, h: f64, n: usize) -> f64 {
    for i in 0..n {
        let t = i as f64 * h;
        let k1 = f(t, y);
        let k2 = f(t + h / 2.0, y + h / 2.0 * k1);
        let k3 = f(t + h / 2.0, y + h / 2.0 * k2);
        let k4 = f(t + h, y + h * k3);
        y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    y
}

fn convolve(x: &[f64], y: &mut [f64], depth: usize) {
    if depth == 0 {
        y[..x.len()].copy_from_slice(x);
        return;
    }
    for i in 0..x.len() {
        y[i] = x[i] * x[(i + depth) % x.len()];
    }
    let copy = y[..x.len()].to_vec();
    convolve(&copy, y, depth - 1);
}

programs! {
    logistic |x| x.iter().enumerate().map(|(i, v)| (1.0 + (-v * (i as f64 - 1.5)).exp()).ln()).sum();
    ode |x| runge_kutta(|t, y| -x[0] * y + (x[1] * t).sin(), x[3], 0.1, 20);
    bisection |x| { let (mut a, mut b): (f64, f64) = (0.0, 4.0); for _ in 0..60 { let m = 0.5 * (a + b); if m * m * m + x[0] * m > x[1] { b = m } else { a = m } } let m = a; m - (m.powi(3) + x[0] * m - x[1]) / (3.0 * m * m + x[0]) };
    cholesky |x| {
        let mut a = [[2.5, 0.1, 0.3], [0.1, 3.0, 0.2], [0.3, 0.2, 2.0]];
        for i in 0..3 { for j in 0..3 { a[i][j] += 0.1 * x[i] * x[j]; } }
        for i in 0..3 {
            for j in 0..=i {
                let mut s = a[i][j];
                for k in 0..j { s -= a[i][k] * a[j][k]; }
                a[i][j] = if i == j { s.sqrt() } else { s / a[j][j] };
            }
        }
        (0..3).map(|i| a[i][i].ln()).sum()
    };
    network |x| {
        let weights = [[0.3, -0.2, 0.5], [0.1, 0.4, -0.6]];
        let hidden: Vec<f64> = weights.iter().map(|w| w.iter().zip(x).map(|(w, v)| w * v).sum::<f64>().tanh()).collect();
        hidden.iter().zip(&x[3..]).map(|(h, v)| h * v).sum::<f64>().powi(2)
    };
    power_iteration |x| { let mut v = [1.0, 0.5]; let m = [[2.0 + x[0] * x[0], x[1]], [x[1], 1.0]]; for _ in 0..12 { let w = [m[0][0] * v[0] + m[0][1] * v[1], m[1][0] * v[0] + m[1][1] * v[1]]; let n = w[0].hypot(w[1]); v = [w[0] / n, w[1] / n]; } v[0] * x[2] + v[1] };
    convolution |x| { let mut y = vec![0.0; 2 * x.len()]; convolve(x, &mut y, 3); y.iter().sum() };
    filter |x| { let (mut low, mut high) = (0.0, 0.0); for i in 0..40 { low += 0.2 * (x[i % 5] - low); high = 0.7 * high + low * low; } high };
    variance |x| { let m = x.iter().sum::<f64>() / x.len() as f64; (x.iter().map(|v| (v - m).powi(2)).sum::<f64>() / (x.len() - 1) as f64).sqrt() };
    heron |x| { let p = [(x[0], x[1]), (x[2], x[3]), (x[4], 3.0)]; let side = |i: usize, j: usize| (p[i].0 - p[j].0).hypot(p[i].1 - p[j].1); let (a, b, c) = (side(0, 1), side(1, 2), side(2, 0)); let s = (a + b + c) / 2.0; (s * (s - a) * (s - b) * (s - c)).sqrt() };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
