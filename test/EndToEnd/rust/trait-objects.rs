// Methods of trait objects: boxed, by reference, in a vector, made on the way; function pointers; boxed closures.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

trait Term {
    fn at(&self, x: f64) -> f64;
    fn scale(&mut self, s: f64);
}
struct Spring(f64);
impl Term for Spring {
    fn at(&self, x: f64) -> f64 {
        0.5 * self.0 * x * x
    }
    fn scale(&mut self, s: f64) {
        self.0 *= s
    }
}
struct Wave {
    p: f64,
    q: f64,
}
impl Term for Wave {
    fn at(&self, x: f64) -> f64 {
        (self.p * x).sin() * self.q
    }
    fn scale(&mut self, s: f64) {
        self.q *= s * s
    }
}
#[inline(never)]
fn make(kind: usize, p: f64) -> Box<dyn Term> {
    if kind % 2 == 0 {
        Box::new(Spring(p))
    } else {
        Box::new(Wave { p, q: 2.0 - p })
    }
}

#[autodiff_reverse(d_boxed, Active, Active)]
#[autodiff_forward(t_boxed, Dual, Dual)]
fn boxed(x: f64) -> f64 {
    let mut term = make(std::hint::black_box(1), x);
    term.scale(x);
    term.at(x)
}

#[autodiff_reverse(d_several, Active, Active)]
#[autodiff_forward(t_several, Dual, Dual)]
fn several(x: f64) -> f64 {
    let mut terms: Vec<Box<dyn Term>> = Vec::new();
    for i in 0..std::hint::black_box(4) {
        terms.push(make(i, x + i as f64));
    }
    for t in terms.iter_mut() {
        t.scale(x);
    }
    terms.iter().map(|t| t.at(x)).sum()
}

#[inline(never)]
fn through(term: &dyn Term, x: f64) -> f64 {
    term.at(x) * term.at(1.0)
}
#[autodiff_reverse(d_borrowed, Active, Active)]
#[autodiff_forward(t_borrowed, Dual, Dual)]
fn borrowed(x: f64) -> f64 {
    let a = Spring(x);
    let b = Wave { p: x, q: x * x };
    through(&a, x) + through(&b, x)
}

fn square(x: f64) -> f64 {
    x * x
}
fn cube(x: f64) -> f64 {
    x * x * x
}
#[autodiff_reverse(d_pointers, Active, Active)]
#[autodiff_forward(t_pointers, Dual, Dual)]
fn pointers(x: f64) -> f64 {
    let table: [fn(f64) -> f64; 3] = [square, cube, f64::sin];
    let mut s = 0.0;
    for i in 0..std::hint::black_box(3) {
        s += table[i](x) * (i + 1) as f64;
    }
    s
}

#[autodiff_reverse(d_closure, Active, Active)]
#[autodiff_forward(t_closure, Dual, Dual)]
fn closure(x: f64) -> f64 {
    let a = x * x;
    let f: Box<dyn Fn(f64) -> f64> = if std::hint::black_box(true) {
        Box::new(move |t| a * t.sin())
    } else {
        Box::new(|t| t)
    };
    f(x) + f(0.5)
}

fn main() {
    derivative("boxed", boxed, 0.7, d_boxed(0.7, 1.0).1);
    close("boxed forward", t_boxed(0.7, 1.0).1, d_boxed(0.7, 1.0).1);
    derivative("several", several, 0.6, d_several(0.6, 1.0).1);
    close("several forward", t_several(0.6, 1.0).1, d_several(0.6, 1.0).1);
    derivative("borrowed", borrowed, 0.9, d_borrowed(0.9, 1.0).1);
    close("borrowed forward", t_borrowed(0.9, 1.0).1, d_borrowed(0.9, 1.0).1);
    derivative("pointers", pointers, 0.8, d_pointers(0.8, 1.0).1);
    close("pointers forward", t_pointers(0.8, 1.0).1, d_pointers(0.8, 1.0).1);
    derivative("closure", closure, 0.5, d_closure(0.5, 1.0).1);
    close("closure forward", t_closure(0.5, 1.0).1, d_closure(0.5, 1.0).1);
    done();
}
