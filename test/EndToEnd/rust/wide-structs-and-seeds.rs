// Several lanes for structs, arrays and results, in both modes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

#[autodiff_forward(t_point, 3, Dual, DualOnly)]
fn point(p: &Point) -> f64 {
    p.x * p.x * p.y
}

#[autodiff_forward(t_array, 2, Dual, Dual)]
fn array(x: &[f64; 3]) -> [f64; 2] {
    [x[0] * x[1], x[2].exp()]
}

#[autodiff_forward(t_single, 4, Dual, DualOnly)]
fn single(x: f32) -> f32 {
    x * x * x
}

#[autodiff_forward(t_mixed, 2, Dual, Const, Dual, DualOnly)]
fn mixed(x: f64, n: usize, y: &[f64]) -> f64 {
    y[..n].iter().map(|v| (v * x).sin()).sum()
}

#[autodiff_reverse(d_three, 3, Duplicated, Duplicated)]
fn three(x: &[f64], out: &mut [f64]) {
    out[0] = x.iter().sum();
    out[1] = x.iter().product();
    let mut v = x.to_vec();
    v.iter_mut().for_each(|v| *v = v.cos());
    out[2] = v.iter().map(|v| v * v).sum();
}

#[autodiff_reverse(d_state, 2, Duplicated)]
fn state(p: &mut Point) {
    for _ in 0..3 {
        *p = Point { x: p.x + 0.1 * p.y, y: p.y - 0.1 * p.x * p.x };
    }
}

#[autodiff_forward(t_vector, 3, Dualv, Dualv)]
fn vector(x: &[f64], out: &mut [f64]) {
    for (o, x) in out.iter_mut().zip(x) {
        *o = x * x;
    }
}

fn main() {
    let p = Point { x: 2.0, y: 3.0 };
    let [a, b, c] = t_point(&p, &Point { x: 1.0, y: 0.0 }, &Point { x: 0.0, y: 1.0 }, &Point { x: 1.0, y: 1.0 });
    close("t_point 0", a, 12.0);
    close("t_point 1", b, 4.0);
    close("t_point 2", c, 16.0);
    let [value, u, v] = t_array(&[2.0, 3.0, 0.5], &[1.0, 0.0, 0.0], &[0.0, 1.0, 1.0]);
    close("array", value[0], 6.0);
    close("t_array 0", u[0], 3.0);
    close("t_array 1", v[1], 0.5f64.exp());
    let all = t_single(2.0, 1.0, -1.0, 0.5, 0.0);
    for (got, want) in all.iter().zip([12.0, -12.0, 6.0, 0.0]) {
        close("t_single", (*got).into(), want);
    }
    let y = [0.4, 0.8, 9.0];
    let [a, b] = t_mixed(1.5, 1.0, 0.0, 2, &y, &[0.0; 3], &[1.0, 0.0, 5.0]);
    derivative("t_mixed by x", |x| mixed(x, 2, &y), 1.5, a);
    derivative("t_mixed by y", |v| mixed(1.5, 2, &[v, 0.8]), 0.4, b);
    let x = [0.5, 1.5, 2.0];
    let mut d = [[0.0; 3]; 3];
    let mut seeds = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut out = [0.0; 3];
    let ([d0, d1, d2], [s0, s1, s2]) = (&mut d, &mut seeds);
    d_three(&x, d0, d1, d2, &mut out, s0, s1, s2);
    for row in 0..3 {
        let f = |x: &[f64]| {
            let mut out = [0.0; 3];
            three(x, &mut out);
            out[row]
        };
        gradient("d_three", f, &x, &d[row]);
    }
    let (mut p, mut u, mut v) = (Point { x: 0.5, y: 1.0 }, Point { x: 1.0, y: 0.0 }, Point { x: 0.0, y: 1.0 });
    d_state(&mut p, &mut u, &mut v);
    let run = |x: f64, y: f64| {
        let mut p = Point { x, y };
        state(&mut p);
        p
    };
    gradient("d_state x", |a| run(a[0], a[1]).x, &[0.5, 1.0], &[u.x, u.y]);
    gradient("d_state y", |a| run(a[0], a[1]).y, &[0.5, 1.0], &[v.x, v.y]);
    let (mut out, mut dout) = ([0.0; 2], [0.0; 6]);
    t_vector(&[2.0, 3.0], &[1.0, 0.0, 0.0, 1.0, 1.0, 1.0], &mut out, &mut dout);
    for (got, want) in dout.iter().zip([4.0, 0.0, 0.0, 6.0, 4.0, 6.0]) {
        close("t_vector", *got, want);
    }
    done();
}
