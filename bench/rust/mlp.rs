//! Two dense layers on a batch of 64; what they keep lies in vectors.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

const BATCH: usize = 64;
const WIDTH: [usize; 3] = [32, 64, 16];

fn layer(w: &[f64], b: &[f64], input: &[f64], from: usize) -> Vec<f64> {
    let mut out = Vec::with_capacity(BATCH * b.len());
    for sample in input.chunks_exact(from) {
        for (row, b) in w.chunks_exact(from).zip(b) {
            let s: f64 = row.iter().zip(sample).map(|(w, v)| w * v).sum();
            out.push((s + b).tanh());
        }
    }
    out
}

fn parts(u: &[f64]) -> [&[f64]; 4] {
    let (w0, rest) = u.split_at(WIDTH[0] * WIDTH[1]);
    let (b0, rest) = rest.split_at(WIDTH[1]);
    let (w1, b1) = rest.split_at(WIDTH[1] * WIDTH[2]);
    [w0, b0, w1, b1]
}

#[autodiff_reverse(gradient, Duplicated, Const, Const, Active)]
fn loss(u: &[f64], input: &[f64], target: &[f64]) -> f64 {
    let [w0, b0, w1, b1] = parts(u);
    let hidden = layer(w0, b0, input, WIDTH[0]);
    let out = layer(w1, b1, &hidden, WIDTH[1]);
    out.iter().zip(target).map(|(o, t)| 0.5 * (o - t) * (o - t)).sum()
}

/// `d` is the adjoint of `out`; that of the input is added to `dinput`.
fn layer_back(w: &[f64], input: &[f64], out: &[f64], d: &[f64], dw: &mut [f64], db: &mut [f64], dinput: &mut [f64]) {
    let to = db.len();
    let from = w.len() / to;
    for s in 0..BATCH {
        let sample = &input[s * from..][..from];
        for i in 0..to {
            let o = out[s * to + i];
            let e = d[s * to + i] * (1.0 - o * o);
            db[i] += e;
            for (dw, v) in dw[i * from..][..from].iter_mut().zip(sample) {
                *dw += e * v;
            }
            if !dinput.is_empty() {
                for (d, w) in dinput[s * from..][..from].iter_mut().zip(&w[i * from..][..from]) {
                    *d += e * w;
                }
            }
        }
    }
}

fn hand(u: &[f64], input: &[f64], target: &[f64], g: &mut [f64]) {
    let [w0, b0, w1, b1] = parts(u);
    let hidden = layer(w0, b0, input, WIDTH[0]);
    let out = layer(w1, b1, &hidden, WIDTH[1]);
    let d: Vec<f64> = out.iter().zip(target).map(|(o, t)| o - t).collect();
    let mut dhidden = vec![0.0; hidden.len()];
    let (g0, g1) = g.split_at_mut(w0.len() + b0.len());
    let (dw1, db1) = g1.split_at_mut(w1.len());
    layer_back(w1, &hidden, &out, &d, dw1, db1, &mut dhidden);
    let (dw0, db0) = g0.split_at_mut(w0.len());
    layer_back(w0, input, &hidden, &dhidden, dw0, db0, &mut []);
}

fn main() {
    let mut random = harness::Random(11);
    let u = random.numbers(WIDTH[0] * WIDTH[1] + WIDTH[1] + WIDTH[1] * WIDTH[2] + WIDTH[2], 0.2);
    let input = random.numbers(BATCH * WIDTH[0], 1.0);
    let target = random.numbers(BATCH * WIDTH[2], 1.0);
    harness::run(
        "dense layers",
        &u,
        |u| loss(u, &input, &target),
        |u, g| { gradient(u, g, &input, &target, 1.0); },
        |u, g| hand(u, &input, &target, g),
    );
}
