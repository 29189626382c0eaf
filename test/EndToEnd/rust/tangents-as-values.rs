// Forward mode: a tangent is a value of its type, with the primal's lengths and cases.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;
#[autodiff_forward(t_a, Dual, Dual)]
fn a(x: f64) -> Option<[f64; 3]> {
    if x > 0.0 {
        Some([x, x * x, x.ln()])
    } else {
        None
    }
}
#[autodiff_forward(t_b, Dual, Dual)]
fn b(x: f64) -> Result<[f64; 2], i32> {
    if x > 0.0 {
        Ok([x, x * x])
    } else {
        Err(7)
    }
}
#[autodiff_forward(t_c, Dual, Dual)]
fn c(x: f64) -> (Vec<f64>, u8, f64) {
    (vec![x, x * x], 3, x.sin())
}
#[autodiff_forward(t_d, Dual, Dual)]
fn d(x: &[f64], out: &mut Vec<f64>) {
    for v in x {
        out.push(v * v);
    }
}
#[derive(Debug, Clone, PartialEq)]
enum E {
    A([f64; 3]),
    B(u32, f64, f64, f64),
    C,
}
#[autodiff_forward(t_e, Dual, Dual)]
fn e(x: f64) -> E {
    if x > 1.0 {
        E::A([x, 1.0, x * x])
    } else if x > 0.0 {
        E::B(5, x * x, x, 0.0)
    } else {
        E::C
    }
}
#[autodiff_forward(t_g, Dual, Dual)]
fn g(x: f64) -> Vec<Vec<f64>> {
    vec![vec![x; 2], vec![x * x; 3]]
}
#[autodiff_forward(t_h, Dual, Dual)]
fn h(x: f64) -> String {
    format!("{x}")
}
#[autodiff_forward(t_i, Dual, Dual)]
fn i(x: &mut Option<[f64; 2]>, y: f64) {
    *x = Some([y * y, y]);
}
fn main() {
    close("a", t_a(0.5, 1.0).1.unwrap()[1], 1.0);
    close("b", t_b(0.5, 1.0).1.unwrap()[1], 1.0);
    let (_, t) = t_c(0.5, 1.0);
    close("c", t.0.len() as f64, 2.0);
    close("c", t.0[1], 1.0);
    close("c", t.1 as f64, 3.0);
    let (mut o, mut t) = (vec![], vec![]);
    t_d(&[1.0, 2.0, 3.0], &[1.0, 1.0, 1.0], &mut o, &mut t);
    close("d", o[2], 9.0);
    close("d", t.len() as f64, 3.0);
    close("d", t[2], 6.0);
    match t_e(0.5, 1.0).1 {
        E::B(5, v, _, _) => close("e", v, 1.0),
        o => close("e", 0.0, 1.0),
    }
    match t_e(2.0, 1.0).1 {
        E::A(v) => close("e", v[2], 4.0),
        o => close("e", 0.0, 1.0),
    }
    let (v, t) = t_g(0.5, 1.0);
    close("g", t.len() as f64, 2.0);
    close("g", t[1].len() as f64, 3.0);
    close("g", t[1][2], 1.0);
    let (v, t) = t_h(0.5, 1.0);
    println!("{v:?} {t:?}");
    let (mut x, mut dx) = (None, None);
    t_i(&mut x, &mut dx, 0.5, 1.0);
    close("i", dx.unwrap()[0], 1.0);
    done();
}
