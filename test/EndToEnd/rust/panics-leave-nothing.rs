// Nothing is left behind when a panic leaves a derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// except: 1 z
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// Counts the bytes of Rust's heap that are in use, per thread; those of tapes are malloc's.
struct Counting;
thread_local!(static LIVE: Cell<isize> = const { Cell::new(0) });
fn count(bytes: isize) {
    let _ = LIVE.try_with(|n| n.set(n.get() + bytes));
}
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, l: Layout) -> *mut u8 {
        count(l.size() as isize);
        unsafe { System.alloc(l) }
    }
    unsafe fn dealloc(&self, p: *mut u8, l: Layout) {
        count(-(l.size() as isize));
        unsafe { System.dealloc(p, l) }
    }
    unsafe fn realloc(&self, p: *mut u8, l: Layout, new: usize) -> *mut u8 {
        count(new as isize - l.size() as isize);
        unsafe { System.realloc(p, l, new) }
    }
}
#[global_allocator]
static COUNTING: Counting = Counting;

#[repr(C)]
struct Mallinfo {
    fields: [usize; 10],
}
extern "C" {
    fn mallinfo2() -> Mallinfo;
}
fn in_use() -> usize {
    unsafe { mallinfo2().fields[7] }
}

/// Values of a loop are kept on a stack of unknown height.
#[autodiff_reverse(d_search, Duplicated, Const, Active)]
#[autodiff_forward(f_search, Dual, Const, Dual)]
fn search(x: &[f64], stop: usize) -> f64 {
    let mut v = x[0];
    let mut round = 0;
    while v < 1e3 {
        assert!(round < stop, "stopped at {round}");
        v = v * 1.1 + x[round % x.len()].sin() * v;
        round += 1;
    }
    v
}

/// A vector grows in a callee, another one is given back before the panic, a box lives through it.
#[autodiff_reverse(d_history, Duplicated, Const, Active)]
#[autodiff_forward(f_history, Dual, Const, Dual)]
fn history(x: &[f64], stop: usize) -> f64 {
    let first: Vec<f64> = x.iter().map(|v| v.cos()).collect();
    let seed = Box::new([first.iter().sum::<f64>(), x[0]]);
    drop(first);
    let mut all = vec![seed[0]];
    for i in 0..40 {
        append(&mut all, x, i, stop);
    }
    all.iter().map(|v| v * v).sum::<f64>() * seed[1]
}

#[inline(never)]
fn append(all: &mut Vec<f64>, x: &[f64], i: usize, stop: usize) {
    assert!(i < stop, "stopped at {i}");
    let last = all[all.len() - 1];
    all.push((last * x[i % x.len()]).sin());
}

/// One tape for each level.
#[autodiff_reverse(d_deep, Active, Const, Const, Active)]
#[autodiff_forward(f_deep, Dual, Const, Const, Dual)]
fn deep(x: f64, n: usize, stop: usize) -> f64 {
    assert!(n != stop, "stopped at {n}");
    if n == 0 { x } else { deep(x.sin() * x, n - 1, stop) * x }
}

/// Grows neither Rust's heap nor the C library's.
fn leaves_nothing(name: &str, mut f: impl FnMut()) {
    (0..30).for_each(|_| f());
    let (live, used) = (LIVE.get(), in_use());
    (0..2000).for_each(|_| f());
    close(name, (LIVE.get() - live) as f64, 0.0);
    // The C library's own caches come and go; no block takes less than 24 bytes.
    let more = (in_use() as f64 - used as f64) / 2000.0;
    close(name, if more < 12.0 { 0.0 } else { more }, 0.0);
}

fn panics<R>(f: impl FnOnce() -> R) {
    if catch_unwind(AssertUnwindSafe(f)).is_ok() {
        close("panics", 0.0, 1.0);
    }
}

fn all_of_them(x: &[f64; 3]) {
    let mut dx = [0.0; 3];
    leaves_nothing("d_search panics", || panics(|| d_search(x, &mut dx, 9, 1.0)));
    leaves_nothing("f_search panics", || panics(|| f_search(x, &dx, 9)));
    leaves_nothing("d_deep panics", || panics(|| d_deep(0.7, 30, 2, 1.0)));
    leaves_nothing("f_deep panics", || panics(|| f_deep(0.7, 1.0, 30, 2)));
    leaves_nothing("d_history panics at once", || panics(|| d_history(x, &mut dx, 0, 1.0)));
    leaves_nothing("d_history panics later", || panics(|| d_history(x, &mut dx, 30, 1.0)));
    leaves_nothing("f_history panics later", || panics(|| f_history(x, &dx, 30)));
    close("shadow left as it was", dx[0] + dx[1] + dx[2], 0.0);
}

fn normal_ways(x: &[f64; 3]) {
    let check = |name, d: fn(&[f64], &mut [f64], usize, f64) -> f64, f: fn(&[f64], usize) -> f64| {
        let mut dx = [0.0; 3];
        close(name, d(x, &mut dx, 1000, 1.0), f(x, 1000));
        gradient(name, |x| f(x, 1000), x, &dx);
    };
    check("d_search", d_search, search);
    check("d_history", d_history, history);
    leaves_nothing("d_search", || drop(d_search(x, &mut [0.0; 3], 1000, 1.0)));
    leaves_nothing("d_history", || drop(d_history(x, &mut [0.0; 3], 1000, 1.0)));
    leaves_nothing("d_deep", || drop(d_deep(0.7, 30, 99, 1.0)));
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let x = [0.9, 1.2, -0.7];
    normal_ways(&x);
    all_of_them(&x);
    normal_ways(&x);
    std::thread::spawn(move || all_of_them(&x)).join().unwrap();
    done();
}
