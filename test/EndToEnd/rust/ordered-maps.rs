// Ordered maps whose values are floats.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::collections::BTreeMap;

programs! {
    ordered |x| { let mut m = BTreeMap::new(); for (i, v) in x.iter().enumerate() { m.insert((i * 7) % 5, v.exp()); } m.iter().map(|(k, v)| *k as f64 * v).sum() };
    growing |x| { let mut m: BTreeMap<u64, Vec<f64>> = BTreeMap::new(); for (i, v) in x.iter().enumerate() { m.entry(i as u64 % 2).or_default().push(*v); } m.values().map(|v| v.iter().product::<f64>()).sum() };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
