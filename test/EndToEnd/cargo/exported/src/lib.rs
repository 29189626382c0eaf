//! Derivatives behind a C interface; `cargo fluxion build` makes libexported.a and libexported.so.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
use std::autodiff::*;

#[autodiff_reverse(d_energy, Duplicated, Active)]
fn energy(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += (x[i - 1] * x[i]).powi(2);
    }
    sum
}

/// # Safety
/// `x` and `dx` point to `n` numbers each.
#[no_mangle]
pub unsafe extern "C" fn energy_gradient(x: *const f64, dx: *mut f64, n: usize) -> f64 {
    let (x, dx) = (std::slice::from_raw_parts(x, n), std::slice::from_raw_parts_mut(dx, n));
    d_energy(x, dx, 1.0)
}

#[autodiff_forward(slope, Dual, DualOnly)]
#[no_mangle]
pub extern "C" fn curve(x: f64) -> f64 {
    x.exp() * x
}

#[no_mangle]
pub extern "C" fn curve_slope(x: f64) -> f64 {
    slope(x, 1.0)
}
