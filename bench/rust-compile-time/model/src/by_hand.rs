//! The same gradients, written out.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::*;

pub fn springs_gradient(x: &[f64], gradient: &mut [f64], seed: f64) -> f64 {
    let mut energy = 0.0;
    for i in 0..x.len() / 2 - 1 {
        let (dx, dy) = (x[2 * i + 2] - x[2 * i], x[2 * i + 3] - x[2 * i + 1]);
        let length = dx.hypot(dy);
        energy += 0.5 * (length - 1.0).powi(2);
        let force = seed * (length - 1.0) / length;
        gradient[2 * i] -= force * dx;
        gradient[2 * i + 1] -= force * dy;
        gradient[2 * i + 2] += force * dx;
        gradient[2 * i + 3] += force * dy;
    }
    energy
}

pub fn network_gradient(n: &Network, gradient: &mut Network, input: &[f64], wanted: f64, seed: f64) -> f64 {
    let (rows, output_weights) = n.weights.split_at(n.inputs * n.hidden);
    let layer: Vec<f64> = rows
        .chunks(n.inputs)
        .map(|row| row.iter().zip(input).map(|(w, v)| w * v).sum::<f64>().tanh())
        .collect();
    let output: f64 = layer.iter().zip(output_weights).map(|(h, w)| h * w).sum();
    let slope = seed * 2.0 * (output - wanted);
    for (i, h) in layer.iter().enumerate() {
        gradient.weights[n.inputs * n.hidden + i] += slope * h;
        let inner = slope * output_weights[i] * (1.0 - h * h);
        for (g, v) in gradient.weights[i * n.inputs..(i + 1) * n.inputs].iter_mut().zip(input) {
            *g += inner * v;
        }
    }
    (output - wanted).powi(2)
}

pub fn logistic_gradient(weights: &[f64], gradient: &mut [f64], rows: &[Vec<f64>], labels: &[f64], seed: f64) -> f64 {
    let mut loss = 0.0;
    for (row, label) in rows.iter().zip(labels) {
        let score: f64 = row.iter().zip(weights).map(|(v, w)| v * w).sum();
        let e = (-label * score).exp();
        loss += (1.0 + e).ln();
        let slope = seed * -label * e / (1.0 + e);
        for (g, v) in gradient.iter_mut().zip(row) {
            *g += slope * v;
        }
    }
    loss
}
