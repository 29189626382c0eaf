// Moves of bytes whose layout nothing in the optimised code shows.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[derive(Clone, Copy)]
enum Op {
    Push(f64),
    Add,
    Mul,
    Neg { twice: bool },
}

enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Op, Box<Tree>),
}

fn value(t: &Tree) -> f64 {
    match t {
        Tree::Leaf(v) => *v,
        Tree::Node(a, Op::Add, b) => value(a) + value(b),
        Tree::Node(a, Op::Mul | Op::Push(_), b) => value(a) * value(b),
        Tree::Node(a, Op::Neg { twice }, _) if *twice => value(a),
        Tree::Node(a, Op::Neg { .. }, _) => -value(a),
    }
}

fn softmax(x: &[f64]) -> Vec<f64> {
    let top = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let e: Vec<f64> = x.iter().map(|v| (v - top).exp()).collect();
    let sum: f64 = e.iter().sum();
    e.iter().map(|v| v / sum).collect()
}

programs! {
    tree |x| value(&Tree::Node(
        Box::new(Tree::Node(Box::new(Tree::Leaf(x[0])), Op::Mul, Box::new(Tree::Leaf(x[1])))), Op::Add,
        Box::new(Tree::Node(Box::new(Tree::Leaf(x[2])), Op::Neg { twice: false }, Box::new(Tree::Leaf(1.0))))));
    entropy |x| -softmax(x).iter().map(|p| p * p.ln()).sum::<f64>();
    spline |x| { let t = 0.3; let lerp = |a: f64, b: f64| a + (b - a) * t; let mut p = x.to_vec(); while p.len() > 1 { p = p.windows(2).map(|w| lerp(w[0], w[1]).sin()).collect(); } p[0] };
    thomas |x| {
        let n = x.len();
        let (mut c, mut d) = (vec![0.0; n], x.to_vec());
        for i in 0..n {
            let below = if i > 0 { -1.0 } else { 0.0 };
            let m = 4.0 + 0.1 * x[i] - if i > 0 { below * c[i - 1] } else { 0.0 };
            c[i] = -1.0 / m;
            d[i] = (d[i] - if i > 0 { below * d[i - 1] } else { 0.0 }) / m;
        }
        for i in (0..n - 1).rev() {
            d[i] -= c[i] * d[i + 1];
        }
        d.iter().map(|v| v * v).sum()
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
