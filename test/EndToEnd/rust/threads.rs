// Derivatives called from several threads at once.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_long, Duplicated, Active)]
fn long(x: &[f64]) -> f64 {
    let mut history = vec![x[0]];
    while history.len() < 500 {
        let last = history[history.len() - 1];
        history.push((last + x[history.len() % x.len()]).sin());
    }
    history.iter().sum()
}

fn main() {
    let x = [0.2, 0.9, -0.4];
    let workers: Vec<_> = (0..8)
        .map(|_| {
            std::thread::spawn(move || {
                let mut sum = [0.0; 3];
                for _ in 0..50 {
                    d_long(&x, &mut sum, 1.0);
                }
                sum
            })
        })
        .collect();
    let mut once = [0.0; 3];
    d_long(&x, &mut once, 1.0);
    gradient("d_long", long, &x, &once);
    for w in workers {
        let sum = w.join().unwrap();
        for i in 0..3 {
            close("long in a thread", sum[i], 50.0 * once[i]);
        }
    }
    done();
}
