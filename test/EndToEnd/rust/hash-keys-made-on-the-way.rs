// A hash map whose keys for hashing are the first that the thread makes: the function that makes them is reached through a
// pointer, which only optimised code follows.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// levels: 3 2
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::collections::HashMap;

programs! {
    hmapint |x| {
        let mut m: HashMap<String, usize> = HashMap::new();
        m.insert("a".to_string(), 2);
        m.insert("b".into(), 1);
        x[m["a"]] * x[m["b"]]
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
