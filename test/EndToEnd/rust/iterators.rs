// Iterators in their chains.
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
        $(#[autodiff_reverse($d, Duplicated, Active)]
        fn $f($x: &[f64]) -> f64 {
            $body
        })*
        const CASES: &[(&str, fn(&[f64]) -> f64, fn(&[f64], &mut [f64], f64) -> f64)] =
            &[$((stringify!($f), $f, $d)),*];
    };
}

cases! {
    d_fold fold |x| x.iter().fold(1.0, |a, v| a * v + 0.5);
    d_zip zip |x| x.iter().zip(x.iter().skip(1)).map(|(a, b)| a * b * b).sum();
    d_windows windows |x| x.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).powi(2)).sum();
    d_chunks chunks |x| x.chunks(2).map(|c| c.iter().product::<f64>()).sum();
    d_rev rev |x| x.iter().rev().enumerate().map(|(i, v)| (i as f64 + 1.0) * v.sin()).sum();
    d_step step |x| x.iter().step_by(2).copied().map(f64::exp).sum();
    d_flat flat |x| x.iter().flat_map(|a| x.iter().map(move |b| (a * b).cos())).sum();
    d_filter filter |x| x.iter().filter(|v| **v > 0.0).map(|v| v.ln()).sum();
    d_scan scan |x| x.iter().scan(1.0, |s, v| { *s *= v; Some(*s) }).sum();
    d_take take |x| x.iter().take_while(|v| **v < 1.5).chain(&x[3..]).map(|v| v * v).sum();
    d_max max |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max).powi(3);
    d_range range |x| (0..x.len()).map(|i| x[i] * x[x.len() - 1 - i]).sum();
    d_exact exact |x| x.chunks_exact(3).map(|c| c[0] * c[1] / c[2]).sum();
}

fn main() {
    let x = [0.7, 1.3, -0.4, 2.1, 0.9];
    for (name, f, d) in CASES {
        let mut dx = [0.0; 5];
        close(name, d(&x, &mut dx, 1.0), f(&x));
        gradient(name, f, &x, &dx);
    }
    done();
}
