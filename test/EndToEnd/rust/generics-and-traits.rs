// Generic functions, trait bounds, operators of user types, methods of trait impls.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::ops::{Add, Mul};

#[autodiff_reverse(d_square, Duplicated, Active)]
fn square<T: Mul<Output = T> + Add<Output = T> + Copy>(x: &T) -> T {
    *x * *x + *x
}

#[derive(Clone, Copy)]
struct Complex(f64, f64);

impl Mul for Complex {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Complex(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
    }
}

impl Add for Complex {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Complex(self.0 + o.0, self.1 + o.1)
    }
}

#[autodiff_reverse(d_iterate, Active, Active, Active)]
fn iterate(a: f64, b: f64) -> f64 {
    let c = Complex(a, b);
    let mut z = Complex(0.0, 0.0);
    for _ in 0..6 {
        z = z * z + c;
    }
    z.0 * z.0 + z.1 * z.1
}

trait Curve {
    fn at(&self, x: &f64) -> f64;
    fn d_at(&self, x: &f64, dx: &mut f64, dret: f64) -> f64;
}

struct Parabola(f64);
struct Wave {
    frequency: f64,
}

impl Curve for Parabola {
    #[autodiff_reverse(d_at, Const, Duplicated, Active)]
    fn at(&self, x: &f64) -> f64 {
        self.0 * x * x
    }
}

impl Curve for Wave {
    #[autodiff_reverse(d_at, Const, Duplicated, Active)]
    fn at(&self, x: &f64) -> f64 {
        (self.frequency * x).sin()
    }
}

fn check_curve(c: &dyn Curve) {
    let mut dx = 0.0;
    close("at", c.d_at(&0.7, &mut dx, 1.0), c.at(&0.7));
    derivative("d_at", |x| c.at(&x), 0.7, dx);
}

fn main() {
    let mut dx = 0.0;
    d_square(&3.0, &mut dx, 1.0);
    close("d_square", dx, 7.0);
    let mut dx = 0f32;
    d_square(&3f32, &mut dx, 1.0);
    close("d_square f32", dx.into(), 7.0);
    let (_, da, db) = d_iterate(0.1, 0.3, 1.0);
    gradient("d_iterate", |v| iterate(v[0], v[1]), &[0.1, 0.3], &[da, db]);
    check_curve(&Parabola(2.0));
    check_curve(&Wave { frequency: 3.0 });
    done();
}
