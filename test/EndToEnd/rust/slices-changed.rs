// Copies of a slice changed in place: windows, chunks, splits, rotations, fills.
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
    iter_mut |x| { let mut a = x.to_vec(); a.iter_mut().for_each(|v| *v *= *v); a.iter().sum() };
    chunks_mut |x| {
        let mut a = x.to_vec();
        for c in a.chunks_mut(2) {
            let first = c[0];
            c.iter_mut().for_each(|v| *v += first * first);
        }
        a.iter().product()
    };
    split_at |x| { let (a, b) = x.split_at(2); a.iter().sum::<f64>() * b.iter().sum::<f64>() };
    split_first |x| { let Some((head, tail)) = x.split_first() else { return 0.0 }; tail.iter().map(|v| v * head).sum() };
    split_mut |x| {
        let mut a = [x[0], x[1], x[2], x[3]];
        let (l, r) = a.split_at_mut(2);
        std::mem::swap(&mut l[0], &mut r[1]);
        l[1] *= r[0];
        a[0] * a[1] + a[2] * a[3]
    };
    copied |x| { let mut a = [0.0; 8]; a[2..2 + x.len()].copy_from_slice(x); a.copy_within(2..5, 0); a.iter().map(|v| v.sin()).sum() };
    filled |x| { let mut a = x.to_vec(); a[1..3].fill(x[4]); a.iter().map(|v| v * v).sum() };
    reversed |x| { let mut a = x.to_vec(); a.reverse(); a.iter().enumerate().map(|(i, v)| v * i as f64).sum() };
    rotated |x| { let mut a = x.to_vec(); a.rotate_right(2); a.iter().enumerate().map(|(i, v)| v * v * i as f64).sum() };
    array_map |x| { let a: [f64; 3] = x[..3].try_into().unwrap(); a.map(|v| v.exp()).iter().sum() };
    indexed |x| { let mut s = 0.0; for i in (0..x.len()).rev() { s = s * 0.5 + x[i] * x[(i * 2) % x.len()]; } s };
    ranges |x| x[1..].iter().sum::<f64>() * x[..=2].iter().sum::<f64>() + x[1..4][1];
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
