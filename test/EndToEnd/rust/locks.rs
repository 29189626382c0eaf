// Floats behind a lock.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not yet: UnknownCallee (syscall)
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::sync::Mutex;

programs! {
    mutex |x| { let m = Mutex::new(0.0); for v in x { *m.lock().unwrap() += v * v; } m.into_inner().unwrap() };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
