// Generic functions: const parameters, associated items, bounds, marker types, blanket impls.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::marker::PhantomData;
use std::ops::{Add, AddAssign, Index, Mul, Neg, Sub};

trait Scalar: Copy + Add<Output = Self> + Mul<Output = Self> + Sub<Output = Self> + Neg<Output = Self> + AddAssign + From<f32> {
    const TWO: Self;
    fn sine(self) -> Self;
}
impl Scalar for f64 {
    const TWO: f64 = 2.0;
    fn sine(self) -> f64 {
        self.sin()
    }
}

#[derive(Clone, Copy)]
struct Dual<T> {
    re: T,
    eps: T,
}
impl<T: Scalar> Mul for Dual<T> {
    type Output = Self;
    fn mul(self, o: Self) -> Self {
        Dual { re: self.re * o.re, eps: self.re * o.eps + self.eps * o.re }
    }
}

#[derive(Clone, Copy)]
struct Vector<T, const N: usize>([T; N]);
impl<T: Scalar, const N: usize> Vector<T, N> {
    fn dot(&self, o: &Self) -> T {
        let mut s: T = 0.0f32.into();
        for i in 0..N {
            s += self.0[i] * o.0[i];
        }
        s
    }
}
impl<T: Scalar, const N: usize> Index<usize> for Vector<T, N> {
    type Output = T;
    fn index(&self, i: usize) -> &T {
        &self.0[i]
    }
}
impl<T: Scalar, const N: usize> Add for Vector<T, N> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        Vector(std::array::from_fn(|i| self.0[i] + o.0[i]))
    }
}

struct Metres;
struct Quantity<U>(f64, PhantomData<U>);
impl<U> Quantity<U> {
    fn squared(&self) -> f64 {
        self.0 * self.0
    }
}

trait Activation {
    const SLOPE: f64;
    fn apply(v: f64) -> f64 {
        if v > 0.0 { v } else { Self::SLOPE * v }
    }
}
struct Leaky;
struct Soft;
impl Activation for Leaky {
    const SLOPE: f64 = 0.1;
}
impl Activation for Soft {
    const SLOPE: f64 = 0.0;
    fn apply(v: f64) -> f64 {
        (1.0 + v.exp()).ln()
    }
}
fn layer<A: Activation>(x: &[f64]) -> f64 {
    x.iter().map(|v| A::apply(*v)).product()
}

trait Squared {
    fn squared(&self) -> f64;
}
impl<T: Into<f64> + Copy> Squared for T {
    fn squared(&self) -> f64 {
        let v: f64 = (*self).into();
        v * v
    }
}

fn polynomial<T: Scalar>(x: T) -> T {
    T::TWO * x * x - x.sine() + -x
}
fn adder(by: f64) -> impl Fn(f64) -> f64 + Copy {
    move |v| v * v + by
}
fn apply_all<I: IntoIterator<Item = f64>>(all: I, f: impl Fn(f64) -> f64) -> f64 {
    all.into_iter().map(f).sum()
}

programs! {
    associated |x| polynomial(x[0]) * polynomial(x[1]);
    dual |x| { let a = Dual { re: x[0], eps: x[1] }; let b = a * a * Dual { re: x[2], eps: 1.0 }; b.re + b.eps };
    vector |x| { let (a, b) = (Vector([x[0], x[1], x[2]]), Vector([x[2], x[3], x[4]])); (a + b).dot(&b) * a[1] };
    phantom |x| x.iter().map(|v| Quantity::<Metres>(*v, PhantomData).squared()).sum();
    strategy |x| layer::<Leaky>(x) + layer::<Soft>(&x[2..]);
    blanket |x| x[0].squared() + x[1].powi(2).squared();
    returned |x| { let f = adder(x[0]); apply_all(x.iter().copied(), f) + apply_all([x[1]], |v| f(f(v))) };
}

#[autodiff_reverse(d_norm, Duplicated, Active)]
fn norm<const N: usize>(x: &[f64; N]) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>().sqrt()
}


fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    let (mut d3, mut d5) = ([0.0; 3], [0.0; 5]);
    d_norm(&[1.0, 2.0, 2.0], &mut d3, 1.0);
    d_norm(&[1.0, 1.0, 1.0, 1.0, 0.0], &mut d5, 1.0);
    close("d_norm of three", d3[1], 2.0 / 3.0);
    close("d_norm of five", d5[0], 0.5);
    done();
}
