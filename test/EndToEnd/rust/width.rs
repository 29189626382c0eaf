// Several directions at once: forward with Dual and Dualv, reverse with several shadows.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_forward(t_four, 4, Dual, Dual)]
fn four(x: f64) -> f64 {
    x * x.sin()
}

#[autodiff_forward(t_slice, 2, Dualv, DualOnly)]
#[autodiff_forward(t_apart, 2, Dual, Dual)]
fn slice(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1)).sum()
}

#[autodiff_forward(t_out, 2, Dual, Dual)]
fn out(x: &f64, y: &mut f64) {
    *y = x.exp();
}

#[autodiff_reverse(d_both, 2, Duplicated, Duplicated)]
fn both(x: &[f64; 2], y: &mut [f64; 2]) {
    *y = [x[0] * x[1], x[0].sin()];
}

fn main() {
    let all = t_four(0.9, 1.0, 2.0, 0.0, -1.0);
    close("four", all[0], four(0.9));
    for (i, d) in [1.0, 2.0, 0.0, -1.0].iter().enumerate() {
        close("t_four", all[i + 1], d * (0.9f64.sin() + 0.9 * 0.9f64.cos()));
    }
    let x = [0.5, 1.5, -0.7];
    let d = t_slice(&x, &[1.0, 0.0, 0.0, 0.0, 1.0, 2.0]);
    let e = t_apart(&x, &[1.0, 0.0, 0.0], &[0.0, 1.0, 2.0]);
    let want = [1.0, 2.0 * 1.5 + 2.0 * 3.0 * 0.49];
    for i in 0..2 {
        close("t_slice", d[i], want[i]);
        close("t_slice, apart", e[i + 1], want[i]);
    }
    let (mut y, mut dy, mut ey) = (0.0, 0.0, 0.0);
    t_out(&0.3, &1.0, &3.0, &mut y, &mut dy, &mut ey);
    close("t_out", dy, 0.3f64.exp());
    close("t_out", ey, 3.0 * 0.3f64.exp());
    let (x, mut y) = ([2.0, 3.0], [0.0; 2]);
    let (mut dx, mut ex, mut dy, mut ey) = ([0.0; 2], [0.0; 2], [1.0, 0.0], [0.0, 1.0]);
    d_both(&x, &mut dx, &mut ex, &mut y, &mut dy, &mut ey);
    close("d_both first lane", dx[0], 3.0);
    close("d_both first lane", dx[1], 2.0);
    close("d_both second lane", ex[0], 2f64.cos());
    close("d_both second lane", ex[1], 0.0);
    done();
}
