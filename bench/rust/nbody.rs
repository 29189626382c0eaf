//! The potential energy of 128 bodies.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

#[autodiff_reverse(gradient, Duplicated, Active)]
fn energy(x: &[[f64; 3]]) -> f64 {
    let mut s = 0.0;
    for (i, a) in x.iter().enumerate() {
        for b in &x[i + 1..] {
            let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            s -= 1.0 / (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01).sqrt();
        }
    }
    s
}

fn hand(x: &[[f64; 3]], g: &mut [[f64; 3]]) {
    for (i, a) in x.iter().enumerate() {
        let mut sum = [0.0; 3];
        for (b, gb) in x[i + 1..].iter().zip(&mut g[i + 1..]) {
            let d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
            let r = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 0.01;
            let f = 1.0 / (r * r.sqrt());
            for k in 0..3 {
                sum[k] += f * d[k];
                gb[k] -= f * d[k];
            }
        }
        for k in 0..3 {
            g[i][k] += sum[k];
        }
    }
}

fn main() {
    let x = harness::Random(29).numbers(384, 1.0);
    harness::run(
        "n-body 128",
        &x,
        |x| energy(x.as_chunks().0),
        |x, g| { gradient(x.as_chunks().0, g.as_chunks_mut().0, 1.0); },
        |x, g| hand(x.as_chunks().0, g.as_chunks_mut().0),
    );
}
