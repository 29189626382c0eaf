// Moves of bytes of which the optimised code does not show what they are.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

enum Expr {
    Var(usize),
    Const(f64),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Sin(Box<Expr>),
}
impl Expr {
    fn eval(&self, x: &[f64]) -> f64 {
        match self {
            Expr::Var(i) => x[*i],
            Expr::Const(c) => *c,
            Expr::Add(a, b) => a.eval(x) + b.eval(x),
            Expr::Mul(a, b) => a.eval(x) * b.eval(x),
            Expr::Sin(a) => a.eval(x).sin(),
        }
    }
}

programs! {
    shared |x| { let a: std::sync::Arc<Vec<f64>> = std::sync::Arc::new(x.to_vec()); let b = std::sync::Arc::clone(&a); a[0] * b[1] + std::sync::Arc::strong_count(&a) as f64 * b[2] };
    expr |x| {
        let e = Expr::Add(
            Box::new(Expr::Mul(
                Box::new(Expr::Var(0)),
                Box::new(Expr::Sin(Box::new(Expr::Var(1)))),
            )),
            Box::new(Expr::Const(2.0)),
        );
        let f = Expr::Mul(Box::new(e), Box::new(Expr::Var(3)));
        f.eval(x)
    };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
