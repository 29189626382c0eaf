//! Three objectives and their gradients: a chain of springs, a network of one hidden layer, logistic regression.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![cfg_attr(not(feature = "by-hand"), feature(autodiff))]
#[cfg(not(feature = "by-hand"))]
use std::autodiff::*;

#[cfg(feature = "by-hand")]
mod by_hand;
#[cfg(feature = "by-hand")]
pub use by_hand::*;

/// Positions in the plane, two numbers each; neighbours are held by springs of length 1.
#[cfg_attr(not(feature = "by-hand"), autodiff_reverse(springs_gradient, Duplicated, Active))]
pub fn springs(x: &[f64]) -> f64 {
    let mut energy = 0.0;
    for i in 0..x.len() / 2 - 1 {
        let (dx, dy) = (x[2 * i + 2] - x[2 * i], x[2 * i + 3] - x[2 * i + 1]);
        energy += 0.5 * (dx.hypot(dy) - 1.0).powi(2);
    }
    energy
}

pub struct Network {
    pub inputs: usize,
    pub hidden: usize,
    /// Rows of the hidden layer, then the weights of the output.
    pub weights: Vec<f64>,
}

#[cfg_attr(not(feature = "by-hand"), autodiff_reverse(network_gradient, Duplicated, Const, Const, Active))]
pub fn network(n: &Network, input: &[f64], wanted: f64) -> f64 {
    let layer: Vec<f64> = n.weights[..n.inputs * n.hidden]
        .chunks(n.inputs)
        .map(|row| row.iter().zip(input).map(|(w, v)| w * v).sum::<f64>().tanh())
        .collect();
    let output: f64 = layer.iter().zip(&n.weights[n.inputs * n.hidden..]).map(|(h, w)| h * w).sum();
    (output - wanted).powi(2)
}

#[cfg_attr(not(feature = "by-hand"), autodiff_reverse(logistic_gradient, Duplicated, Const, Const, Active))]
pub fn logistic(weights: &[f64], rows: &[Vec<f64>], labels: &[f64]) -> f64 {
    rows.iter()
        .zip(labels)
        .map(|(row, label)| {
            let score: f64 = row.iter().zip(weights).map(|(v, w)| v * w).sum();
            (1.0 + (-label * score).exp()).ln()
        })
        .sum()
}
