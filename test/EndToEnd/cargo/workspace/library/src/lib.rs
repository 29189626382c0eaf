//! Differentiated functions for other crates: plain, generic, inline, with a helper that is not inlined.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[cfg(not(flag_of_the_user))]
compile_error!("the user's own flags are lost");

use std::autodiff::*;

/// The gradient adds into its shadow:
/// ```
/// let mut dx = [0.0; 3];
/// assert_eq!(library::d_norm(&[1.0, 2.0, 3.0], &mut dx, 0.5), 14.0);
/// assert_eq!(dx, [1.0, 2.0, 3.0]);
/// ```
#[autodiff_reverse(d_norm, Duplicated, Active)]
pub fn norm(x: &[f64]) -> f64 {
    x.iter().map(|&v| square(v)).sum()
}

#[inline(never)]
fn square(v: f64) -> f64 {
    v * v
}

#[autodiff_reverse(d_inline, Active, Active)]
#[inline]
pub fn inline(x: f64) -> f64 {
    x.sin() * x
}

pub trait Shape {
    fn at(&self, x: f64) -> f64;
}

#[autodiff_forward(d_shape, Const, Dual, Dual)]
pub fn shape<S: Shape>(s: &S, x: f64) -> f64 {
    s.at(x) * 3.0
}

#[test]
fn inside_the_library() {
    let (value, slope) = d_inline(0.5, 2.0);
    assert!((value - 0.5 * 0.5f64.sin()).abs() < 1e-12);
    assert!((slope - 2.0 * (0.5 * 0.5f64.cos() + 0.5f64.sin())).abs() < 1e-12);
}
