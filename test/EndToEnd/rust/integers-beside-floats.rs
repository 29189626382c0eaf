// Integer slices, masks, counts and tables beside the floats.
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
    sparse |x| {
        let (starts, columns, values) = ([0usize, 2, 3, 5], [0u32, 3, 1, 2, 4], [2.0, -1.0, 0.5, 3.0, 1.5]);
        (0..3).map(|row| (starts[row]..starts[row + 1]).map(|k| values[k] * x[columns[k] as usize]).sum::<f64>().powi(2)).sum()
    };
    bits |x| (0..5u32).filter(|i| (0b10110 >> i) & 1 == 1).map(|i| x[i as usize] * f64::from(i.count_ones() + 1)).product();
    histogram |x| { let mut n = [0u8; 4]; x.iter().for_each(|v| n[(v.abs() * 1.5) as usize % 4] += 1); x.iter().enumerate().map(|(i, v)| v * v * f64::from(n[i % 4])).sum() };
    bytes |x| "axbyc".bytes().zip(x).map(|(b, v)| if b < b'd' { v * f64::from(b - b'a') } else { v.sin() }).sum();
    permuted |x| { let mut p = [4usize, 2, 0, 1, 3]; p.sort_unstable_by(|a, b| b.cmp(a)); p.iter().enumerate().map(|(i, k)| x[*k].powi(i as i32)).sum() };
    random |x| {
        let (mut state, mut s) = (12345u64, 0.0);
        for _ in 0..20 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (i, u) = ((state >> 33) as usize % x.len(), (state >> 11) as f64 / (1u64 << 53) as f64);
            s += x[i] * u + x[i] * x[i];
        }
        s
    };
    dates |x| (0..10i64).map(|d| x[(d * 3).rem_euclid(5) as usize] * (d - 4).signum() as f64 * (d as f64).sqrt()).sum();
    flags |x| { let on: Vec<bool> = x.iter().map(|v| *v > 0.8).collect(); x.iter().zip(&on).filter(|(_, on)| **on).map(|(v, _)| v.exp()).sum() };
    pascal |x| { let mut row = vec![1u64]; for _ in 1..x.len() { row = (0..=row.len()).map(|i| row.get(i).unwrap_or(&0) + if i > 0 { row[i - 1] } else { 0 }).collect(); } row.iter().zip(x).map(|(c, v)| *c as f64 * v * v).sum() };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
