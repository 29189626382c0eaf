//! Descends along each gradient and prints where it came to, the same whoever wrote the gradients.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use model::*;

fn descend(x: &mut [f64], rate: f64, rounds: usize, gradient: impl Fn(&[f64], &mut [f64]) -> f64) -> f64 {
    let mut last = 0.0;
    for _ in 0..rounds {
        let mut g = vec![0.0; x.len()];
        last = gradient(x, &mut g);
        x.iter_mut().zip(&g).for_each(|(x, g)| *x -= rate * g);
    }
    last
}

fn main() {
    let mut x: Vec<f64> = (0..40).map(|i| f64::from(i).sin() * 3.0).collect();
    let springs = descend(&mut x, 0.2, 500, |x, g| springs_gradient(x, g, 1.0));

    let (inputs, hidden) = (4, 6);
    let mut weights: Vec<f64> = (0..inputs * hidden + hidden).map(|i| (i as f64).cos() * 0.5).collect();
    let input = [0.3, -0.8, 0.5, 1.0];
    let network = descend(&mut weights, 0.05, 200, |w, g| {
        let n = Network { inputs, hidden, weights: w.to_vec() };
        let mut d = Network { inputs, hidden, weights: vec![0.0; w.len()] };
        let loss = network_gradient(&n, &mut d, &input, 0.7, 1.0);
        g.copy_from_slice(&d.weights);
        loss
    });

    let rows: Vec<Vec<f64>> = (0..50).map(|i| (0..3).map(|j| f64::from(i * 7 + j * 3).sin()).collect()).collect();
    let labels: Vec<f64> = rows.iter().map(|r| (r[0] - 0.5 * r[1]).signum()).collect();
    let mut w = vec![0.0; 3];
    let logistic = descend(&mut w, 0.05, 300, |w, g| logistic_gradient(w, g, &rows, &labels, 1.0));
    println!("{springs:.9} {network:.9} {logistic:.9}");
}
