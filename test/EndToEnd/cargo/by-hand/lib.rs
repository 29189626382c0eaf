//! A function for by-hand/main.rs to differentiate.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[inline(never)]
pub extern "C" fn far(x: f64) -> f64 {
    x * x * x
}

/// Nothing to differentiate: rustc leaves vectorising it to the backend all the same.
#[inline(never)]
#[no_mangle]
pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += a * x);
}
