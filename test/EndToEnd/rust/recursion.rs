// Recursion: direct, mutual, through slices and boxes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[autodiff_reverse(d_power, Active, Const, Active)]
fn power(x: f64, n: u32) -> f64 {
    match n {
        0 => 1.0,
        _ if n % 2 == 0 => power(x * x, n / 2),
        _ => x * power(x, n - 1),
    }
}

fn even(x: f64, n: u32) -> f64 {
    if n == 0 { x } else { odd(x.sin() + x, n - 1) }
}

fn odd(x: f64, n: u32) -> f64 {
    if n == 0 { x * x } else { even(x * 0.5, n - 1) }
}

#[autodiff_reverse(d_mutual, Active, Const, Active)]
fn mutual(x: f64, n: u32) -> f64 {
    even(x, n)
}

#[autodiff_reverse(d_halves, Duplicated, Active)]
fn halves(x: &[f64]) -> f64 {
    if x.len() == 1 {
        return x[0].exp();
    }
    let (a, b) = x.split_at(x.len() / 2);
    halves(a) * halves(b) + x[0]
}

struct Tree {
    value: f64,
    below: Option<Box<(Tree, Tree)>>,
}

fn build(x: &[f64]) -> Tree {
    if x.len() == 1 {
        return Tree { value: x[0], below: None };
    }
    let (a, b) = x.split_at(x.len() / 2);
    Tree { value: x[0].cos(), below: Some(Box::new((build(a), build(b)))) }
}

fn sum(t: &Tree) -> f64 {
    match &t.below {
        None => t.value * t.value,
        Some(below) => sum(&below.0) * sum(&below.1) + t.value,
    }
}

#[autodiff_reverse(d_tree, Duplicated, Active)]
fn tree(x: &[f64]) -> f64 {
    sum(&build(x))
}

fn main() {
    derivative("d_power", |x| power(x, 11), 1.1, d_power(1.1, 11, 1.0).1);
    derivative("d_mutual", |x| mutual(x, 7), 0.4, d_mutual(0.4, 7, 1.0).1);
    let x = [0.3, 0.5, -0.2, 0.9, 1.1];
    let mut dx = [0.0; 5];
    close("halves", d_halves(&x, &mut dx, 1.0), halves(&x));
    gradient("d_halves", halves, &x, &dx);
    let mut dx = [0.0; 5];
    close("tree", d_tree(&x, &mut dx, 1.0), tree(&x));
    gradient("d_tree", tree, &x, &dx);
    done();
}
