//! Predator and prey, 100,000 Euler steps.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

const STEP: f64 = 1e-4;
const STEPS: usize = 100_000;

#[autodiff_reverse(gradient, Duplicated, Active)]
fn integrate(u: &[f64]) -> f64 {
    let (mut x, mut y) = (u[0], u[1]);
    for _ in 0..STEPS {
        let (dx, dy) = (u[2] * x - u[3] * x * y, u[4] * x * y - u[5] * y);
        x += STEP * dx;
        y += STEP * dy;
    }
    x * y
}

fn hand(u: &[f64], g: &mut [f64]) {
    let mut kept = Vec::with_capacity(STEPS);
    let (mut x, mut y) = (u[0], u[1]);
    for _ in 0..STEPS {
        kept.push((x, y));
        let (dx, dy) = (u[2] * x - u[3] * x * y, u[4] * x * y - u[5] * y);
        x += STEP * dx;
        y += STEP * dy;
    }
    let (mut bx, mut by, mut b) = (y, x, [0.0; 4]);
    for &(x, y) in kept.iter().rev() {
        let (cx, cy) = (STEP * bx, STEP * by);
        b[0] += cx * x;
        b[1] -= cx * x * y;
        b[2] += cy * x * y;
        b[3] -= cy * y;
        bx += cx * (u[2] - u[3] * y) + cy * u[4] * y;
        by += cy * (u[4] * x - u[5]) - cx * u[3] * x;
    }
    g[..2].copy_from_slice(&[bx, by]);
    g[2..].copy_from_slice(&b);
}

fn main() {
    let x = [1.0, 0.5, 1.1, 0.4, 0.1, 0.4];
    harness::run("euler 100000 steps", &x, integrate, |x, g| { gradient(x, g, 1.0); }, hand);
}
