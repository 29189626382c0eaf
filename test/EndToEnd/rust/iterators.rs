// Adapters and consumers of iterators, alone and in chains.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

programs! {
    fold |x| x.iter().fold(1.0, |a, v| a * v + 0.5);
    zip |x| x.iter().zip(x.iter().skip(1)).map(|(a, b)| a * b * b).sum();
    windows |x| x.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum();
    chunks |x| x.chunks(2).map(|c| c.iter().product::<f64>()).sum();
    rev |x| x.iter().rev().enumerate().map(|(i, v)| (i as f64 + 1.0) * v.sin()).sum();
    step |x| x.iter().step_by(2).copied().map(f64::exp).sum();
    flat |x| x.iter().flat_map(|a| x.iter().map(move |b| (a * b).cos())).sum();
    filter |x| x.iter().filter(|v| **v > 0.0).map(|v| v.ln()).sum();
    scan |x| x.iter().scan(1.0, |s, v| { *s *= v; Some(*s) }).sum();
    take |x| x.iter().take_while(|v| **v < 1.5).chain(&x[3..]).map(|v| v * v).sum();
    max |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max).powi(3);
    range |x| (0..x.len()).map(|i| x[i] * x[x.len() - 1 - i]).sum();
    exact |x| x.chunks_exact(3).map(|c| c[0] * c[1] / c[2]).sum();
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
