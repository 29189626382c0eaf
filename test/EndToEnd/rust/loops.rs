// Loops whose counts depend on data, with break out of labels, continue, early return.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_newton, Active, Active)]
fn newton(a: f64) -> f64 {
    let mut x = a;
    while (x * x - a).abs() > 1e-12 {
        x = 0.5 * (x + a / x);
    }
    x
}

#[autodiff_reverse(d_labels, Duplicated, Active)]
fn labels(x: &[f64]) -> f64 {
    let mut sum: f64 = 1.0;
    'outer: for a in x {
        for b in x {
            if a * b < 0.0 {
                continue 'outer;
            }
            if sum > 40.0 {
                break 'outer;
            }
            sum += a * b * sum.sqrt();
        }
    }
    sum
}

#[autodiff_reverse(d_early, Duplicated, Const, Active)]
fn early(x: &[f64], limit: f64) -> f64 {
    let mut product = 1.0;
    for (i, v) in x.iter().enumerate() {
        product *= 1.0 + v;
        if product > limit {
            return product * (i as f64 + 1.0);
        }
    }
    product
}

#[autodiff_reverse(d_value, Active, Active)]
fn value_of_loop(x: f64) -> f64 {
    let mut v = x;
    let n = loop {
        v = v * v + 0.05;
        if !(v < 2.0) || v < 0.1 {
            break v;
        }
    };
    n * x
}

fn main() {
    for a in [0.5, 2.0, 9.0] {
        derivative("d_newton", newton, a, d_newton(a, 1.0).1);
    }
    let (x, mut dx) = ([1.0, 0.5, -0.2, 2.0], [0.0; 4]);
    close("labels", d_labels(&x, &mut dx, 1.0), labels(&x));
    gradient("d_labels", labels, &x, &dx);
    for limit in [1.5, 2.5, 100.0] {
        let mut dx = [0.0; 4];
        d_early(&x, &mut dx, limit, 1.0);
        gradient("d_early", |v| early(v, limit), &x, &dx);
    }
    derivative("d_value", value_of_loop, 1.2, d_value(1.2, 1.0).1);
    derivative("d_value", value_of_loop, 0.6, d_value(0.6, 1.0).1);
    done();
}
