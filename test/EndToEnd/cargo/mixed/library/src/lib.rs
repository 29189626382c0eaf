//! Derivatives for callers in Rust and in C.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
use std::autodiff::*;

/// ```
/// let mut dx = [0.0; 3];
/// assert_eq!(library::d_energy(&[1.0, 2.0, 3.0], &mut dx, 1.0), 40.0);
/// assert_eq!(dx, [8.0, 40.0, 24.0]);
/// ```
#[autodiff_reverse(d_energy, Duplicated, Active)]
pub fn energy(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[0] * w[1]).powi(2)).sum()
}

/// # Safety
/// `x` and `dx` point to `n` numbers each.
#[no_mangle]
pub unsafe extern "C" fn energy_gradient(x: *const f64, dx: *mut f64, n: usize) -> f64 {
    let (x, dx) = (std::slice::from_raw_parts(x, n), std::slice::from_raw_parts_mut(dx, n));
    d_energy(x, dx, 1.0)
}

#[no_mangle]
pub extern "C" fn curve(x: f64) -> f64 {
    below::curve(x)
}

#[no_mangle]
pub extern "C" fn curve_slope(x: f64) -> f64 {
    below::slope(x, 1.0)
}
