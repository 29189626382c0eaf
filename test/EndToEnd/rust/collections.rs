// Collections of floats: deques, heaps, sets of keys.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::collections::{BTreeSet, BinaryHeap, VecDeque};

programs! {
    deque |x| { let mut q: VecDeque<f64> = VecDeque::with_capacity(8); x.iter().for_each(|v| { if q.len() == 3 { q.pop_front(); } q.push_back(v * v); }); q.iter().sum() };
    keys |x| { let s: BTreeSet<usize> = [3, 1, 3, 4].into_iter().collect(); s.iter().map(|k| x[*k] * x[0]).sum() };
    heap |x| { let mut h: BinaryHeap<u32> = x.iter().map(|v| (v.abs() * 10.0 + 0.5) as u32).collect(); let mut s = 0.0; while let Some(k) = h.pop() { s = s * 0.5 + x[k as usize % 5] * f64::from(k); } s };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
