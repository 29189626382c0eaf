// Vec: by reference, nested, made on the way, grown, in a struct.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_by_reference, Duplicated, Active)]
fn by_reference(x: &Vec<f64>) -> f64 {
    x.iter().map(|v| v * v * v).sum()
}

#[autodiff_reverse(d_made, Duplicated, Active)]
fn made(x: &[f64]) -> f64 {
    let squares: Vec<f64> = x.iter().map(|v| v * v).collect();
    let copy = squares.clone();
    squares.iter().zip(&copy[1..]).map(|(a, b)| a * b).sum()
}

#[autodiff_reverse(d_grown, Duplicated, Active)]
#[autodiff_forward(t_grown, Dual, DualOnly)]
fn grown(x: &[f64]) -> f64 {
    let mut history = vec![];
    let mut state = 1.0;
    for round in 0..5 {
        for v in x {
            state = state * v.cos() + 0.1 * f64::from(round);
            history.push(state);
        }
    }
    history.iter().rev().step_by(3).map(|h| h * h).sum()
}

#[autodiff_reverse(d_nested, Duplicated, Active)]
fn nested(x: &[f64]) -> f64 {
    let table: Vec<Vec<f64>> = (1..4).map(|n| x.iter().map(|v| v.powi(n)).collect()).collect();
    table.iter().map(|row| row.iter().product::<f64>()).sum()
}

#[autodiff_reverse(d_zeros, Duplicated, Active)]
fn zeros(x: &[f64]) -> f64 {
    let mut buffer = vec![0.0; x.len() + 1];
    for (i, v) in x.iter().enumerate() {
        buffer[i + 1] = buffer[i] + v.exp();
    }
    buffer.extend_from_slice(x);
    buffer.truncate(x.len() + 3);
    buffer.iter().map(|b| b * b).sum()
}

fn main() {
    let x = [0.4, 1.1, -0.6, 0.9];
    let v = x.to_vec();
    let mut dv = vec![0.0; 4];
    close("by_reference", d_by_reference(&v, &mut dv, 1.0), by_reference(&v));
    gradient("d_by_reference", |v| by_reference(&v.to_vec()), &x, &dv);
    let check = |what: &str, f: fn(&[f64]) -> f64, d: fn(&[f64], &mut [f64], f64) -> f64| {
        let mut dx = [0.0; 4];
        close(what, d(&x, &mut dx, 1.0), f(&x));
        gradient(what, f, &x, &dx);
    };
    check("d_made", made, d_made);
    check("d_grown", grown, d_grown);
    check("d_nested", nested, d_nested);
    check("d_zeros", zeros, d_zeros);
    let along = [1.0, 0.0, 2.0, 0.0];
    let shifted = |h: f64| grown(&[x[0] + h, x[1], x[2] + 2.0 * h, x[3]]);
    derivative("t_grown", shifted, 0.0, t_grown(&x, &along));
    done();
}
