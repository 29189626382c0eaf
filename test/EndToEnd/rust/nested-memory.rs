// Slices of slices, vectors of vectors, strings of references: shadows of the same shape.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_slices, Duplicated, Active)]
fn slices(rows: &[&[f64]]) -> f64 {
    rows.iter().map(|r| r.iter().product::<f64>()).sum()
}

#[autodiff_reverse(d_vectors, Duplicated, Active)]
fn vectors(rows: &Vec<Vec<f64>>) -> f64 {
    rows.iter().enumerate().map(|(i, r)| r.iter().map(|v| v.powi(i as i32 + 1)).sum::<f64>()).product()
}

#[autodiff_reverse(d_push, Duplicated, Const)]
fn push(all: &mut Vec<f64>, n: usize) {
    for i in 0..n {
        let next = all[i] * all[i + 1];
        all[i] = next;
    }
}

#[autodiff_reverse(d_references, Duplicated, Active)]
fn references(x: &&f64) -> f64 {
    **x * **x * **x
}

#[autodiff_reverse(d_pair, Duplicated, Active)]
fn pair(x: &(f64, [f32; 2])) -> f64 {
    x.0 * f64::from(x.1[0]) + f64::from(x.1[1])
}

#[autodiff_reverse(d_boxes, Duplicated, Active)]
fn boxes(x: &[Box<f64>]) -> f64 {
    x.iter().map(|b| **b * **b).sum()
}

#[autodiff_reverse(d_optional, Duplicated, Active)]
fn optional(x: &Option<Box<f64>>) -> f64 {
    x.as_ref().map_or(0.0, |b| b.exp())
}

struct Layer {
    weights: Vec<f64>,
    bias: f64,
    name: String,
}

#[autodiff_reverse(d_model, Duplicated, Const, Active)]
fn model(layers: &[Layer], x: f64) -> f64 {
    layers.iter().fold(x, |v, l| {
        let sum: f64 = l.weights.iter().map(|w| (w * v).tanh()).sum();
        sum + l.bias * l.name.len() as f64
    })
}

fn layer(weights: &[f64], bias: f64) -> Layer {
    Layer { weights: weights.to_vec(), bias, name: "four".to_string() }
}

fn main() {
    let (a, b) = ([1.0, 2.0, 3.0], [0.5, 4.0]);
    let (da, db) = ([0.0; 3], [0.0; 2]);
    let mut shadow: [&[f64]; 2] = [&da, &db];
    d_slices(&[&a, &b], &mut shadow, 1.0);
    close("d_slices[0][1]", std::hint::black_box(shadow)[0][1], 3.0);
    close("d_slices[1][0]", std::hint::black_box(shadow)[1][0], 4.0);
    let rows = vec![vec![1.0, 2.0], vec![3.0]];
    let mut shadow = vec![vec![0.0, 0.0], vec![0.0]];
    d_vectors(&rows, &mut shadow, 1.0);
    close("d_vectors[0]", shadow[0][0], 9.0);
    close("d_vectors[1]", shadow[1][0], 18.0);
    let (mut all, mut shadow) = (vec![2.0, 3.0, 4.0], vec![1.0, 0.0, 0.0]);
    d_push(&mut all, &mut shadow, 1);
    close("push", all[0], 6.0);
    close("d_push[0]", shadow[0], 3.0);
    close("d_push[1]", shadow[1], 2.0);
    let (x, dx) = (2.0, 0.0);
    let mut shadow = &dx;
    d_references(&&x, &mut shadow, 1.0);
    close("d_references", *std::hint::black_box(shadow), 12.0);
    let mut shadow = (0.0, [0f32; 2]);
    d_pair(&(2.0, [3.0, 4.0]), &mut shadow, 1.0);
    close("d_pair 0", shadow.0, 3.0);
    close("d_pair 1", shadow.1[0].into(), 2.0);
    let mut shadow = [Box::new(0.0), Box::new(0.0)];
    d_boxes(&[Box::new(3.0), Box::new(4.0)], &mut shadow, 1.0);
    close("d_boxes", *shadow[1], 8.0);
    let mut shadow = Some(Box::new(0.0));
    d_optional(&Some(Box::new(0.5)), &mut shadow, 1.0);
    close("d_optional", *shadow.unwrap(), 0.5f64.exp());
    let layers = [layer(&[0.3, -0.2], 0.1), layer(&[0.7, 0.4], -0.3)];
    let mut shadow = [layer(&[0.0; 2], 0.0), layer(&[0.0; 2], 0.0)];
    close("model", d_model(&layers, &mut shadow, 0.9, 1.0), model(&layers, 0.9));
    derivative("d_model by a weight", |w| model(&[layer(&[w, -0.2], 0.1), layer(&[0.7, 0.4], -0.3)], 0.9), 0.3, shadow[0].weights[0]);
    derivative("d_model by a bias", |b| model(&[layer(&[0.3, -0.2], 0.1), layer(&[0.7, 0.4], b)], 0.9), -0.3, shadow[1].bias);
    done();
}
