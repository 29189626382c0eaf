// Sorting floats, mem::swap, mem::replace, rotations.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_bubble, Duplicated, Active)]
fn bubble(x: &mut [f64]) -> f64 {
    for i in 0..x.len() {
        for j in 1..x.len() - i {
            if x[j - 1] > x[j] {
                x.swap(j - 1, j);
            }
        }
    }
    x.iter().enumerate().map(|(i, v)| (i as f64 + 1.0) * v * v).sum()
}

#[autodiff_reverse(d_sorted, Duplicated, Active)]
fn sorted(x: &[f64]) -> f64 {
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by(|a, b| x[*a].partial_cmp(&x[*b]).unwrap());
    order.iter().enumerate().map(|(i, k)| (i as f64) * x[*k].sin()).sum()
}

#[autodiff_reverse(d_swapped, Active, Active, Active)]
fn swapped(mut a: f64, mut b: f64) -> f64 {
    for _ in 0..3 {
        std::mem::swap(&mut a, &mut b);
        a = a * b + 1.0;
    }
    let old = std::mem::replace(&mut b, a);
    old * b
}

#[autodiff_reverse(d_buffers, Duplicated, Active)]
fn buffers(x: &[f64]) -> f64 {
    let (mut now, mut next) = (x.to_vec(), vec![0.0; x.len()]);
    for _ in 0..3 {
        for i in 0..x.len() {
            next[i] = 0.5 * now[i] + 0.25 * now[(i + 1) % x.len()] * now[i];
        }
        std::mem::swap(&mut now, &mut next);
    }
    now.rotate_left(1);
    now.iter().enumerate().map(|(i, v)| v * i as f64).sum()
}

fn main() {
    let x = [0.7, -1.3, 2.0, 0.1, 0.9];
    let (mut y, mut dy) = (x, [0.0; 5]);
    d_bubble(&mut y, &mut dy, 1.0);
    gradient("d_bubble", |v| bubble(&mut v.to_vec()), &x, &dy);
    let mut dx = [0.0; 5];
    d_sorted(&x, &mut dx, 1.0);
    gradient("d_sorted", sorted, &x, &dx);
    let (_, da, db) = d_swapped(0.3, 0.8, 1.0);
    gradient("d_swapped", |v| swapped(v[0], v[1]), &[0.3, 0.8], &[da, db]);
    let mut dx = [0.0; 5];
    d_buffers(&x, &mut dx, 1.0);
    gradient("d_buffers", buffers, &x, &dx);
    done();
}
