//! Ordinary loops beside a differentiated function; prints nanoseconds for each.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![cfg_attr(derivatives, feature(autodiff))]
use std::hint::black_box;
use std::time::Instant;

#[cfg(derivatives)]
#[std::autodiff::autodiff_reverse(d_norm, Duplicated, Active)]
fn norm(x: &[f64]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}

#[inline(never)]
fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    y.iter_mut().zip(x).for_each(|(y, x)| *y += a * x);
}

#[inline(never)]
fn stencil(x: &[f64], y: &mut [f64]) {
    for i in 1..x.len() - 1 {
        y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1];
    }
}

#[inline(never)]
fn count(bytes: &[u8]) -> u32 {
    bytes.iter().map(|b| u32::from(*b > 100)).sum()
}

#[inline(never)]
fn multiply(a: &[[f32; 16]; 16], b: &[[f32; 16]; 16], c: &mut [[f32; 16]; 16]) {
    for i in 0..16 {
        for k in 0..16 {
            for j in 0..16 {
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

#[inline(never)]
fn sorted(v: &[u32]) -> u32 {
    let mut v = v.to_vec();
    v.sort_unstable();
    v[v.len() / 2]
}

fn time(name: &str, rounds: u32, mut f: impl FnMut()) {
    f();
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let start = Instant::now();
        (0..rounds).for_each(|_| f());
        best = best.min(start.elapsed().as_secs_f64() / f64::from(rounds));
    }
    println!("{name} {:.1}", best * 1e9);
}

fn main() {
    #[cfg(derivatives)]
    {
        let mut dx = [0.0; 3];
        black_box(d_norm(black_box(&[1.0, 2.0, 3.0]), &mut dx, 1.0));
    }
    let (x, mut y) = (vec![1.5f32; 4096], vec![0.5f32; 4096]);
    time("axpy", 2000, || axpy(black_box(0.1), black_box(&x), black_box(&mut y)));
    let (u, mut v) = (vec![1.5; 4096], vec![0.0; 4096]);
    time("stencil", 2000, || stencil(black_box(&u), black_box(&mut v)));
    let bytes: Vec<u8> = (0..65536).map(|i| (i * 7 % 251) as u8).collect();
    time("count", 1000, || { black_box(count(black_box(&bytes))); });
    let (a, b, mut c) = ([[0.5; 16]; 16], [[0.25; 16]; 16], [[0.0; 16]; 16]);
    time("multiply", 5000, || multiply(black_box(&a), black_box(&b), black_box(&mut c)));
    let keys: Vec<u32> = (0..5000u32).map(|i| i.wrapping_mul(2654435761)).collect();
    time("sort", 50, || { black_box(sorted(black_box(&keys))); });
}
