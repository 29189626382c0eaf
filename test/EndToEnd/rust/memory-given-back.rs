// Derivatives give back what they take; a panic corrupts nothing.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::panic::{catch_unwind, AssertUnwindSafe};

#[repr(C)]
struct Mallinfo {
    fields: [usize; 10],
}
extern "C" {
    fn mallinfo2() -> Mallinfo;
}

/// Bytes of the heap that are in use, or kept in the allocator's caches.
fn in_use() -> f64 {
    unsafe { mallinfo2().fields[7] as f64 }
}

#[autodiff_reverse(d_history, Duplicated, Const, Active)]
fn history(x: &[f64], stop: usize) -> f64 {
    let mut all = vec![x[0]];
    for i in 0..40 {
        assert!(i < stop, "stopped at {i}");
        let last = all[all.len() - 1];
        all.push((last * x[i % x.len()]).sin());
    }
    all.iter().map(|v| v * v).sum()
}

#[autodiff_reverse(d_boxes, Duplicated, Active)]
fn boxes(x: &[f64]) -> f64 {
    let mut product = 1.0;
    for v in x {
        let b = Box::new([v * v, v.exp()]);
        product *= b[0] + b[1];
    }
    product
}

#[autodiff_reverse(d_search, Duplicated, Const, Active)]
fn search(x: &[f64], goal: f64) -> f64 {
    let mut v = x[0];
    let mut round = 0;
    while v < goal {
        v = v * 1.1 + x[round % x.len()].abs();
        round += 1;
    }
    v
}

fn growth(rounds: usize, mut f: impl FnMut()) -> f64 {
    (0..50).for_each(|_| f());
    let before = in_use();
    (0..rounds).for_each(|_| f());
    in_use() - before
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let x = [0.9, 1.2, -0.7];
    let mut dx = [0.0; 3];
    let check = |what: &str| {
        let mut dx = [0.0; 3];
        close(what, d_history(&x, &mut dx, 100, 1.0), history(&x, 100));
        gradient("d_history", |x| history(x, 100), &x, &dx);
    };
    check("history");
    let grown = growth(500, || drop(d_history(&x, &mut dx, 100, 1.0)));
    close("d_history gives back its memory", if grown < 4096.0 { 0.0 } else { grown }, 0.0);
    let grown = growth(500, || drop(d_boxes(&x, &mut dx, 1.0)));
    close("d_boxes gives back its memory", if grown < 4096.0 { 0.0 } else { grown }, 0.0);
    let grown = growth(500, || drop(d_search(&x, &mut dx, 1e6, 1.0)));
    close("d_search gives back its memory", if grown < 4096.0 { 0.0 } else { grown }, 0.0);
    let mut dx = [0.0; 3];
    d_boxes(&x, &mut dx, 1.0);
    gradient("d_boxes", boxes, &x, &dx);
    let mut dx = [0.0; 3];
    d_search(&x, &mut dx, 50.0, 1.0);
    gradient("d_search", |x| search(x, 50.0), &x, &dx);
    for stop in 0..40 {
        let mut dx = [0.0; 3];
        let caught = catch_unwind(AssertUnwindSafe(|| d_history(&x, &mut dx, stop, 1.0)));
        close("history panics", f64::from(caught.is_err()), 1.0);
        close("history leaves the shadow as it was", dx[0], 0.0);
    }
    check("history after panics");
    let grown = growth(500, || drop(catch_unwind(|| d_history(&x, &mut [0.0; 3], 30, 1.0))));
    close("d_history gives back its memory when it panics", if grown < 4096.0 { 0.0 } else { grown }, 0.0);
    done();
}
