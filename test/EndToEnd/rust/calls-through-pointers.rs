// Calls through pointers: function pointers, trait objects, boxed closures, tables of functions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::hint::black_box;
use std::rc::Rc;

trait Shape {
    fn area(&self, scale: f64) -> f64;
    fn twice(&self, scale: f64) -> f64 {
        2.0 * self.area(scale)
    }
}

struct Circle(f64);
struct Rect {
    w: f64,
    h: f64,
}
impl Shape for Circle {
    fn area(&self, scale: f64) -> f64 {
        3.0 * self.0 * self.0 * scale
    }
}
impl Shape for Rect {
    fn area(&self, scale: f64) -> f64 {
        self.w * self.h * scale * scale
    }
    fn twice(&self, scale: f64) -> f64 {
        self.area(scale) + self.w
    }
}

fn shapes(x: &[f64]) -> Vec<Box<dyn Shape>> {
    vec![Box::new(Circle(x[0])), Box::new(Rect { w: x[1], h: x[2] }), Box::new(Circle(x[3]))]
}

fn square(v: f64) -> f64 {
    v * v
}
const TABLE: [fn(f64) -> f64; 3] = [f64::sin, square, f64::exp];

trait Layer {
    fn forward(&self, x: Vec<f64>) -> Vec<f64>;
}
struct Scale(f64);
struct Tanh;
impl Layer for Scale {
    fn forward(&self, mut x: Vec<f64>) -> Vec<f64> {
        x.iter_mut().for_each(|v| *v *= self.0);
        x
    }
}
impl Layer for Tanh {
    fn forward(&self, x: Vec<f64>) -> Vec<f64> {
        x.into_iter().map(f64::tanh).collect()
    }
}

fn compose(fs: Vec<Box<dyn Fn(f64) -> f64>>) -> Box<dyn Fn(f64) -> f64> {
    fs.into_iter().fold(Box::new(|v| v), |f, g| Box::new(move |v| g(f(v))))
}

programs! {
    pointer |x| { let f: fn(f64) -> f64 = black_box(f64::sin); x.iter().map(|v| f(*v)).sum() };
    table |x| x.iter().enumerate().map(|(i, v)| TABLE[i % 3](*v)).sum();
    chosen |x| { let f: fn(f64) -> f64 = if x[0] > 0.5 { square } else { f64::cos }; f(x[1]) * x[0] };
    objects |x| shapes(x).iter().map(|s| s.area(x[4])).sum();
    provided |x| shapes(x).iter().map(|s| s.twice(x[4])).product();
    boxed |x| { let k = x[0]; let f: Box<dyn Fn(f64) -> f64> = Box::new(move |v| v * v * k); f(x[1]) + f(x[2]) };
    composed |x| { let (a, b) = (x[0], x[1]); compose(vec![Box::new(move |v| v * a), Box::new(f64::sin), Box::new(move |v| v + b)])(x[2]) };
    mutable |x| { let mut sum = 0.0; { let mut add: Box<dyn FnMut(f64)> = Box::new(|v| sum += v * v); x.iter().for_each(|v| add(*v)); } sum };
    once |x| { let v = vec![x[0], x[1]]; let f: Box<dyn FnOnce() -> f64> = Box::new(move || v[0] * v[1]); f() };
    shared |x| { let s: Rc<dyn Shape> = Rc::new(Rect { w: x[0], h: x[1] }); let t = s.clone(); s.area(x[2]) + t.area(1.0) };
    layers |x| { let net: Vec<Box<dyn Layer>> = vec![Box::new(Scale(x[4])), Box::new(Tanh), Box::new(Scale(2.0))]; net.iter().fold(x.to_vec(), |v, l| l.forward(v)).iter().sum() };
    iterator |x| { let all: Box<dyn Iterator<Item = &f64>> = if x[0] > 0.0 { Box::new(x.iter().rev()) } else { Box::new(x.iter()) }; all.fold(0.5, |s, v| s * v + 1.0) };
}

#[autodiff_reverse(d_by_pointer, Active, Const, Active)]
#[autodiff_forward(t_by_pointer, Dual, Const, DualOnly)]
fn by_pointer(x: f64, f: fn(f64) -> f64) -> f64 {
    f(f(x)) * x
}

#[autodiff_reverse(d_by_box, Const, Active, Active)]
fn by_box(s: &Box<dyn Shape>, scale: f64) -> f64 {
    s.area(scale) * scale
}

#[autodiff_reverse(d_by_object, Duplicated, Const, Active)]
fn by_object(s: &[Box<dyn Shape>], scale: f64) -> f64 {
    s.iter().map(|s| s.area(scale)).sum()
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, 0.4, 2.1, 0.9]);
    }
    for f in [f64::sin as fn(f64) -> f64, square] {
        let f = black_box(f);
        derivative("d_by_pointer", |x| by_pointer(x, f), 0.8, d_by_pointer(0.8, f, 1.0).1);
        close("t_by_pointer", t_by_pointer(0.8, 1.0, f), d_by_pointer(0.8, f, 1.0).1);
    }
    let all = shapes(&[0.7, 1.3, 0.4, 2.1]);
    for s in &all {
        derivative("d_by_box", |x| by_box(s, x), 0.8, d_by_box(s, 0.8, 1.0).1);
    }
    let mut shadow = shapes(&[0.0; 4]);
    close("by_object", d_by_object(&all, &mut shadow, 2.0, 1.0), by_object(&all, 2.0));
    close("d_by_object", shadow[0].area(1.0), 3.0 * (6.0 * 0.7 * 2.0f64).powi(2));
    done();
}
