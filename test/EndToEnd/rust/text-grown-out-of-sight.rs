// A text without memory that code which nobody looks at gives some: its shadow has none to free.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also: z
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;
use std::fmt::Write;

programs! {
    written |x| {
        let mut s = String::new();
        for (i, v) in x.iter().enumerate() {
            write!(s, "{i}:{v:.2},").unwrap();
        }
        let n = s.split(',').filter(|p| !p.is_empty()).count();
        x[0] * n as f64 * x[1]
    };
    written_and_grown |x| {
        let mut s = String::new();
        write!(s, "{:.1}", x[0]).unwrap();
        for _ in 0..40 {
            s.push_str("more");
        }
        x[1] * x[2] * s.len() as f64
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.65, 1.3, -0.4, 2.15]);
    }
    done();
}
