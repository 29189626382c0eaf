//! A function for by-hand/main.rs to differentiate.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[inline(never)]
pub extern "C" fn far(x: f64) -> f64 {
    x * x * x
}
