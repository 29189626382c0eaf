//! Fifty explicit steps of heat on a rod with varying conductivity, in place of two vectors that take turns.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

const CELLS: usize = 1000;
const STEPS: usize = 50;

fn step(now: &[f64], next: &mut [f64], k: &[f64]) {
    next[0] = now[0];
    next[CELLS - 1] = now[CELLS - 1];
    for i in 1..CELLS - 1 {
        next[i] = now[i] + k[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
    }
}

/// Start, then conductivities.
#[autodiff_reverse(gradient, Duplicated, Active)]
fn heat(u: &[f64]) -> f64 {
    let (start, k) = u.split_at(CELLS);
    let mut now = start.to_vec();
    let mut next = vec![0.0; CELLS];
    for _ in 0..STEPS {
        step(&now, &mut next, k);
        std::mem::swap(&mut now, &mut next);
    }
    now.iter().map(|t| t * t).sum()
}

fn hand(u: &[f64], g: &mut [f64]) {
    let (start, k) = u.split_at(CELLS);
    let mut kept = vec![0.0; CELLS * (STEPS + 1)];
    kept[..CELLS].copy_from_slice(start);
    for t in 0..STEPS {
        let (now, next) = kept[t * CELLS..][..2 * CELLS].split_at_mut(CELLS);
        step(now, next, k);
    }
    let (dstart, dk) = g.split_at_mut(CELLS);
    let mut d: Vec<f64> = kept[STEPS * CELLS..].iter().map(|t| 2.0 * t).collect();
    let mut before = vec![0.0; CELLS];
    let mut scaled = vec![0.0; CELLS];
    for t in (0..STEPS).rev() {
        let now = &kept[t * CELLS..][..CELLS];
        for i in 1..CELLS - 1 {
            dk[i] += d[i] * (now[i - 1] - 2.0 * now[i] + now[i + 1]);
            scaled[i] = d[i] * k[i];
        }
        for i in 1..CELLS - 1 {
            before[i] = d[i] + scaled[i - 1] - 2.0 * scaled[i] + scaled[i + 1];
        }
        before[0] = d[0] + scaled[1];
        before[CELLS - 1] = d[CELLS - 1] + scaled[CELLS - 2];
        std::mem::swap(&mut d, &mut before);
    }
    dstart.copy_from_slice(&d);
}

fn main() {
    let mut random = harness::Random(23);
    let mut u = random.numbers(CELLS, 1.0);
    u.extend((0..CELLS).map(|_| 0.25 + 0.2 * random.next()));
    harness::run("heat on a rod", &u, heat, |u, g| { gradient(u, g, 1.0); }, hand);
}
