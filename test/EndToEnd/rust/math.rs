// Methods of f64 against differences.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

macro_rules! cases {
    ($($d:ident $f:ident |$x:ident| $body:expr;)*) => {
        $(#[autodiff_reverse($d, Active, Active)]
        fn $f($x: f64) -> f64 {
            $body
        })*
        const CASES: &[(&str, fn(f64) -> f64, fn(f64, f64) -> (f64, f64))] = &[$((stringify!($f), $f, $d)),*];
    };
}

cases! {
    d_trig trig |x| x.sin() + x.cos() * x.tan() + x.sin_cos().0;
    d_inverse inverse |x| x.asin() + x.acos() * 2.0 + x.atan() + x.atan2(2.0);
    d_hyper hyper |x| x.sinh() + x.cosh() + x.tanh() + x.asinh() + (x + 2.0).acosh() + x.atanh();
    d_exps exps |x| x.exp() + x.exp2() + x.exp_m1();
    d_logs logs |x| x.ln() + x.log2() + x.log10() + x.ln_1p() + x.log(3.0);
    d_roots roots |x| x.sqrt() + x.cbrt() + x.hypot(3.0) + x.recip();
    d_powers powers |x| x.powi(3) + x.powf(1.7) + 2f64.powf(x) + x.mul_add(x, 1.0);
    d_signs signs |x| x.abs() + (-x).abs() * x.signum() + x.copysign(-1.0) + x.abs_sub(0.1);
    d_bounds bounds |x| x.max(0.2) * x.min(5.0) + x.clamp(0.0, 0.4);
    d_rounds rounds |x| x.floor() * x + x.ceil() * x + x.round() + x.trunc() + x.fract() * 3.0;
    d_rests rests |x| (7.0 * x) % 1.3 + (5.0 * x).rem_euclid(0.7) + x.to_degrees() + x.to_radians();
}

fn main() {
    for (name, f, d) in CASES {
        for x in [0.37, 0.61] {
            let (value, dx) = d(x, 1.0);
            close_to(name, value, f(x), 1e-13);
            derivative(name, f, x, dx);
        }
    }
    done();
}
