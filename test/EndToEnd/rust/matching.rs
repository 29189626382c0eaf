// Patterns: guards, ranges, bindings, slices, nested enums, let-else, while-let.
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

programs! {
    guards |x| x.iter().map(|v| match *v { v if v < 0.0 => v * v, v if v < 1.0 => v.sin(), v => v.ln() }).sum();
    numbers |x| (0..9).map(|i: usize| match i { 0 => x[0], 1 | 2 => x[1] * x[i], 3..=5 => x[2] * i as f64, n @ 6.. if n % 2 == 0 => x[3], _ => x[4] * x[4] }).sum();
    slices |x| match x { [] => 0.0, [a, .., b] if a > b => a * a * b, [_, middle @ .., last] => middle.iter().product::<f64>() + last, [v] => *v };
    machine |x| {
        let code = [Op::Push(x[0]), Op::Push(x[1]), Op::Mul, Op::Push(x[2]), Op::Add, Op::Neg { twice: false }, Op::Push(x[0]), Op::Mul];
        let mut stack = Vec::new();
        for op in code {
            let result = match op {
                Op::Push(v) => v,
                Op::Add => stack.pop().unwrap() + stack.pop().unwrap(),
                Op::Mul => stack.pop().unwrap() * stack.pop().unwrap(),
                Op::Neg { twice } => if twice { 0.0 } else { -stack.pop().unwrap_or(1.0) },
            };
            stack.push(result);
        }
        stack[0]
    };
    pairs |x| x.iter().zip(&x[1..]).map(|pair| match pair { (a, b) if a < b => a / b, (a, _) => a * 0.5 }).sum();
    let_else |x| { let [a, b, rest @ ..] = x else { return 0.0 }; a * b * rest.len() as f64 };
    while_let |x| { let (mut all, mut s) = (x.to_vec(), 1.0); while let Some(v) = all.pop() { s = s * v + 0.3; } s };
    nested |x| match (x.first(), x.get(1), x.get(17)) { (Some(a), Some(b), None) => a.powf(*b), (Some(a), ..) => *a, _ => 0.0 };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
