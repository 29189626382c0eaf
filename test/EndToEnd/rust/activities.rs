// Each activity where it may stand; several attributes on one function; shadows add up.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_all, Active, Duplicated, Const, Active)]
#[autodiff_reverse(d_gradients, Active, DuplicatedOnly, Const, ActiveOnly)]
#[autodiff_reverse(d_no_result, Active, Duplicated, Const, Const)]
#[autodiff_forward(t_all, Dual, Dual, Const, Dual)]
#[autodiff_forward(t_only, Dual, DualOnly, Const, DualOnly)]
#[autodiff_forward(t_x, Dual, Const, Const, DualOnly)]
fn f(x: f64, y: &[f64], k: f64) -> f64 {
    x.sin() * y.iter().map(|v| v * v).sum::<f64>() * k
}

#[autodiff_reverse(d_state, Duplicated, Duplicated, Const)]
fn state(x: &f64, out: &mut f64) -> i32 {
    *out += *x * *x;
    7
}

fn main() {
    let (x, y, k) = (0.8, [1.0, 2.0], 3.0);
    let mut dy = [0.0; 2];
    let (value, dx) = d_all(x, &y, &mut dy, k, 1.0);
    close("f", value, f(x, &y, k));
    derivative("d_f by x", |x| f(x, &y, k), x, dx);
    gradient("d_f by y", |y| f(x, y, k), &y, &dy);
    d_all(x, &y, &mut dy, k, 1.0);
    close("f: shadows add up", dy[1], 2.0 * 2.0 * x.sin() * 2.0 * k);
    let mut ey = [0.0; 2];
    close("d_f, gradients only", unsafe { d_gradients(x, &y, &mut ey, k, 1.0) }, dx);
    close("d_f by y, gradients only", ey[0], dy[0] / 2.0);
    let (value, tangent) = t_all(x, 1.0, &y, &[0.0, 0.0], k);
    close("f", value, f(x, &y, k));
    close("t_f", tangent, dx);
    close("t_f, only", unsafe { t_only(x, 0.0, &y, &[1.0, 0.0], k) }, dy[0] / 2.0);
    close("t_f by x", t_x(x, 1.0, &y, k), dx);
    let (mut dx, mut out, mut dout) = (0.0, 1.0, 1.0);
    close("state: a result that is none", f64::from(d_state(&3.0, &mut dx, &mut out, &mut dout)), 7.0);
    close("d_state", dx, 6.0);
    close("d_state keeps what is added to", dout, 1.0);
    done();
}
