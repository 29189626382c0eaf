// Iterators that stop early, look ahead, split, or are made from functions.
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
    map_while |x| x.iter().map_while(|v| (*v < 2.0).then(|| v.exp())).sum();
    skip_while |x| x.iter().skip_while(|v| **v > 0.5).map(|v| v * v).sum();
    try_fold |x| x.iter().try_fold(1.0, |p, v| if p > 9.0 { Err(p) } else { Ok(p * (1.5 + v)) }).unwrap_or_else(|p| p * p);
    last |x| x.iter().map(|v| v.sin()).last().unwrap_or(0.0);
    min_by |x| x.iter().min_by(|a, b| a.total_cmp(b)).map_or(0.0, |v| v * v * v);
    cycle |x| x.iter().cycle().skip(2).take(9).enumerate().map(|(i, v)| v.powi(1 + i as i32 % 3)).sum();
    rchunks |x| x.rchunks(2).map(|c| c[0] - c.iter().sum::<f64>().powi(2)).sum();
    inspect |x| { let mut seen = 0; let s: f64 = x.iter().inspect(|_| seen += 1).map(|v| v.cos()).sum(); s / seen as f64 };
    peekable |x| {
        let (mut all, mut sum) = (x.iter().peekable(), 0.0);
        while let Some(v) = all.next() {
            sum += v * all.peek().map_or(1.0, |next| **next);
        }
        sum
    };
    unzip |x| { let (a, b): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.exp())).unzip(); a.iter().zip(b).map(|(a, b)| a * b).sum() };
    partition |x| { let (a, b): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v > 0.8); a.iter().product::<f64>() + b.iter().sum::<f64>() };
    position |x| x.iter().position(|v| *v < 0.0).map_or(1.0, |i| x[i] * x[i + 1]);
    three |x| x.iter().zip(&x[1..]).zip(&x[2..]).map(|((a, b), c)| a * b - c).map(|v| v * v).sum();
    successors |x| std::iter::successors(Some(x[0]), |v| (*v < 50.0).then(|| v * 1.5 + x[1])).map(|v| v.sqrt()).sum();
    from_fn |x| { let mut i = 0; std::iter::from_fn(|| { i += 1; x.get(i).map(|v| v * i as f64) }).sum() };
    repeat |x| std::iter::repeat(x[3]).take(3).product::<f64>() + std::iter::once(x[0]).chain([x[1], 2.0]).sum::<f64>();
    flatten |x| [Some(x[0]), None, Some(x[2])].into_iter().flatten().map(|v| v * v).sum();
    any |x| if x.iter().any(|v| *v < -0.3) { x[0] * x[1] } else { x[2] };
    reduce |x| x.iter().copied().reduce(|a, b| a.hypot(b)).unwrap_or(0.0);
    compared |x| if x.iter().rev().lt(x.iter()) { x[4] } else { x[4] * x[4] };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
