// A Vec grown by many reallocations; repeated, so that a leak would show.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_grow, Duplicated, Const, Active)]
fn grow(x: &[f64], n: usize) -> f64 {
    let mut all = Vec::new();
    let mut v = x[0];
    for i in 0..n {
        v = (v + x[i % x.len()]).sin();
        all.push(v);
        if i % 100 == 7 {
            all.insert(0, v * v);
        }
    }
    all.iter().enumerate().map(|(i, a)| a * (i as f64).cos()).sum()
}

fn resident() -> f64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|p| p.parse().ok()).unwrap_or(0.0) * 4096.0
}

fn main() {
    let x = [0.3, 0.8, -0.2];
    let mut dx = [0.0; 3];
    close("grow", d_grow(&x, &mut dx, 3000, 1.0), grow(&x, 3000));
    let h = 1e-6;
    for i in 0..3 {
        let at = |s: f64| {
            let mut y = x;
            y[i] += s;
            grow(&y, 3000)
        };
        close_to("d_grow", dx[i], (at(h) - at(-h)) / (2.0 * h), 1e-5);
    }
    let mut before = 0.0;
    for round in 0..1000 {
        d_grow(&x, &mut dx, 3000, 1.0);
        if round == 100 {
            before = resident();
        }
    }
    if resident() - before > 8e6 {
        println!("leak: got {} bytes more", resident() - before);
        std::process::exit(1);
    }
    done();
}
