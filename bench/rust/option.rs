//! The price of a call option by Monte Carlo: 1000 ends of paths, random numbers given.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
mod harness;
use std::autodiff::*;

const PATHS: usize = 1_000;

/// Spot, strike, rate, volatility, time.
#[autodiff_reverse(gradient, Duplicated, Const, Active)]
fn price(u: &[f64], normal: &[f64]) -> f64 {
    let [spot, strike, rate, volatility, time] = *u else { panic!("five numbers") };
    let drift = (rate - 0.5 * volatility * volatility) * time;
    let scale = volatility * time.sqrt();
    let mut sum = 0.0;
    for z in normal {
        let end = spot * (drift + scale * z).exp();
        if end > strike {
            sum += end - strike;
        }
    }
    (-rate * time).exp() * sum / PATHS as f64
}

fn hand(u: &[f64], normal: &[f64], g: &mut [f64]) {
    let [spot, strike, rate, volatility, time] = *u else { panic!("five numbers") };
    let root = time.sqrt();
    let drift = (rate - 0.5 * volatility * volatility) * time;
    let scale = volatility * root;
    let (mut sum, mut dspot, mut count, mut ddrift, mut dscale) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for z in normal {
        let growth = (drift + scale * z).exp();
        let end = spot * growth;
        if end > strike {
            sum += end - strike;
            dspot += growth;
            count += 1.0;
            ddrift += end;
            dscale += end * z;
        }
    }
    let factor = (-rate * time).exp() / PATHS as f64;
    g[0] = factor * dspot;
    g[1] = -factor * count;
    g[2] = factor * (ddrift * time - time * sum);
    g[3] = factor * (dscale * root - ddrift * volatility * time);
    g[4] = factor * (ddrift * (rate - 0.5 * volatility * volatility) + dscale * 0.5 * volatility / root - rate * sum);
}

fn main() {
    let mut random = harness::Random(31);
    let normal: Vec<f64> = (0..PATHS).map(|_| (0..12).map(|_| 0.5 * random.next()).sum()).collect();
    let u = [100.0, 103.0, 0.03, 0.2, 1.5];
    harness::run(
        "option by Monte Carlo",
        &u,
        |u| price(u, &normal),
        |u, g| { gradient(u, g, &normal, 1.0); },
        |u, g| hand(u, &normal, g),
    );
}
