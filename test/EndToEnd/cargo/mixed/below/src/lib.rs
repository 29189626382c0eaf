//! A derivative that the library above uses: cargo compiles this crate for all that is made of the library.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
use std::autodiff::*;

#[autodiff_forward(slope, Dual, DualOnly)]
pub fn curve(x: f64) -> f64 {
    x.exp() * x
}
