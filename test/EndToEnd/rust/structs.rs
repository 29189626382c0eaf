// Structs by reference and by value, nested, with integers, with slices in them.
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

#[derive(Clone, Copy)]
struct Scene {
    at: Point,
    count: u32,
    scale: f32,
    weights: [f64; 2],
}

struct Model<'a> {
    weights: &'a [f64],
    bias: f64,
}

#[autodiff_reverse(d_scene, Duplicated, Active)]
#[autodiff_forward(t_scene, Dual, DualOnly)]
fn scene(s: &Scene) -> f64 {
    let r = s.at.x.hypot(s.at.y) * f64::from(s.scale);
    (0..s.count).map(|i| s.weights[i as usize % 2] * r.powi(i as i32)).sum()
}

#[autodiff_reverse(d_by_value, Active, Active)]
fn by_value(s: Scene) -> f64 {
    s.at.x * s.weights[0] + s.at.y.sin() * s.weights[1]
}

#[autodiff_reverse(d_point, Active, Active)]
fn point(p: Point) -> f64 {
    p.x * p.x * p.y
}

#[autodiff_forward(t_moved, Dual, Dual)]
fn moved(t: f64) -> Point {
    Point { x: t.cos(), y: t * t }
}

#[autodiff_reverse(d_step, Duplicated, Active)]
fn step(p: &mut Point, dt: f64) {
    *p = Point { x: p.x + dt * p.y, y: p.y - dt * p.x };
}

#[autodiff_reverse(d_model, Duplicated, Duplicated, Active)]
fn model(m: &Model, x: &[f64]) -> f64 {
    m.weights.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() * m.bias
}

fn main() {
    let s = Scene { at: Point { x: 0.6, y: 0.8 }, count: 4, scale: 1.5, weights: [0.5, 2.0] };
    let zero = Scene { at: Point { x: 0.0, y: 0.0 }, count: 4, scale: 0.0, weights: [0.0; 2] };
    let from = |v: &[f64]| Scene { at: Point { x: v[0], y: v[1] }, weights: [v[2], v[3]], ..s };
    let flat = |d: &Scene| [d.at.x, d.at.y, d.weights[0], d.weights[1]];
    let mut ds = zero;
    close("scene", d_scene(&s, &mut ds, 1.0), scene(&s));
    gradient("d_scene", |v| scene(&from(v)), &flat(&s), &flat(&ds));
    let along = Scene { at: Point { x: 1.0, y: 0.0 }, scale: 0.0, ..zero };
    close("t_scene", t_scene(&s, &along), ds.at.x);
    let (_, d) = d_by_value(s, 1.0);
    gradient("d_by_value", |v| by_value(from(v)), &flat(&s), &flat(&d));
    let (_, d) = d_point(s.at, 1.0);
    gradient("d_point", |v| point(Point { x: v[0], y: v[1] }), &[0.6, 0.8], &[d.x, d.y]);
    let (p, t) = t_moved(0.7, 1.0);
    close("moved", p.x, 0.7f64.cos());
    close("t_moved x", t.x, -(0.7f64.sin()));
    close("t_moved y", t.y, 1.4);
    let (mut p, mut dp) = (s.at, Point { x: 1.0, y: 0.0 });
    let ddt = d_step(&mut p, &mut dp, 0.1);
    close("d_step by x", dp.x, 1.0);
    close("d_step by y", dp.y, 0.1);
    close("d_step by dt", ddt, 0.8);
    let (w, mut dw, x, mut dx) = ([1.0, 2.0], [0.0; 2], [3.0, 4.0], [0.0; 2]);
    let mut dm = Model { weights: &dw, bias: 0.0 };
    d_model(&Model { weights: &w, bias: 0.5 }, &mut dm, &x, &mut dx, 1.0);
    close("d_model by bias", dm.bias, 11.0);
    close("d_model by x", dx[1], 1.0);
    let _ = std::hint::black_box(&mut dw);
    close("d_model by weights", std::hint::black_box(dw)[0], 1.5);
    done();
}
