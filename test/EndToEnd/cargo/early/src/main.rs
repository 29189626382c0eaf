//! Seeds other than one, pairs by value in forward mode, arguments without a size, and shadows that are too short: the number of
//! the case that shall abort is the argument.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
use std::autodiff::*;

#[derive(Clone, Copy)]
struct Mixed {
    a: f64,
    n: i32,
}

#[autodiff_reverse(d_scalar, Active, Active)]
fn scalar(x: f64) -> f64 {
    x * x
}
#[autodiff_reverse(d_only, Active, ActiveOnly)]
fn only(x: f32) -> f32 {
    x * x
}
#[autodiff_reverse(d_bool, Active, Const, Active)]
fn with_bool(x: f64, flag: bool) -> f64 {
    if flag { x * x } else { x }
}
#[autodiff_reverse(d_slice, Duplicated, Const, Active)]
fn slice(x: &[f64], text: &str) -> f64 {
    x.iter().map(|v| v * v).sum::<f64>() * text.len() as f64
}
#[autodiff_reverse(d_array, Active, Active)]
fn array(x: f64) -> [f64; 4] {
    [x, x * x, 0.0, 1.0]
}
#[autodiff_reverse(d_tuple, Active, Active)]
fn tuple(x: f64) -> (f64, f64) {
    (x, x * x)
}
#[autodiff_reverse(d_small, Active, Active)]
fn small(x: f32) -> [f32; 2] {
    [x, x * x]
}
#[autodiff_reverse(d_generic, Active, Active)]
fn generic<T: Copy + std::ops::Mul<Output = T>>(x: T) -> T {
    x * x * x
}
#[autodiff_forward(d_pair, Dual, Dual)]
fn pair(p: (f64, f64)) -> f64 {
    p.0 * p.0 * p.1
}
#[autodiff_forward(d_pair2, 2, Dual, Dual, Dual)]
fn pair2(p: (f64, f64), y: f64) -> f64 {
    p.0 * p.1 * y
}
#[autodiff_forward(d_mixed, Dual, Dual)]
fn mixed(p: Mixed) -> f64 {
    p.a * p.n as f64
}
#[autodiff_forward(d_reference, Dual, Dual)]
fn reference(p: (&f64, f64)) -> f64 {
    p.0 * p.1
}
#[autodiff_forward(d_out, Dual, Dual)]
fn out(x: &[f64], y: &mut [f64]) {
    for (a, b) in x.iter().zip(y) {
        *b = a * a;
    }
}
#[autodiff_forward(d_wide, 2, Dualv, DualOnly)]
fn wide(x: &[f64]) -> f64 {
    x[0] * x[1]
}

#[derive(Clone, Copy)]
struct Unit;

#[autodiff_reverse(d_beside, Const, Duplicated, Active, Const, Active)]
fn beside(_unit: Unit, y: &f64, x: f64, twice: bool) -> f64 {
    if twice { 2.0 * x * y } else { x * y }
}
#[autodiff_reverse(d_between, Active, Const, Active, Active)]
fn between(y: f64, _unit: Unit, x: [f64; 4]) -> f64 {
    x[1] * x[3] * y
}
#[autodiff_forward(d_lanes, 2, Dual, Const, Dual, Dual)]
fn lanes(y: f64, _unit: Unit, x: f64) -> f64 {
    x * x * y
}

fn main() {
    let case: usize = std::env::args().nth(1).map_or(0, |a| a.parse().unwrap());
    let short = |number: usize, length: usize| if case == number { length - 1 } else { length };

    assert_eq!(d_scalar(3.0, 2.5), (9.0, 15.0));
    assert_eq!(d_scalar(3.0, 0.0), (9.0, 0.0));
    assert_eq!(d_only(3.0, -2.0), -12.0);
    assert_eq!(d_bool(3.0, true, 2.5), (9.0, 15.0));
    assert_eq!(d_generic(2.0f32, 0.5), (8.0, 6.0));
    assert_eq!(d_array(3.0, [1.0, 10.0, 7.0, 7.0]), ([3.0, 9.0, 0.0, 1.0], 61.0));
    assert_eq!(d_tuple(3.0, (1.0, 10.0)), ((3.0, 9.0), 61.0));
    assert_eq!(d_small(3.0, [1.0, 10.0]), ([3.0, 9.0], 61.0));

    assert_eq!(d_pair((2.0, 3.0), (1.0, 0.0)), (12.0, 12.0));
    assert_eq!(d_pair((2.0, 3.0), (0.0, 1.0)), (12.0, 4.0));
    assert_eq!(d_pair2((3.0, 2.5), (1.0, 0.0), (0.0, 1.0), 2.0, 0.0, 0.0), [15.0, 5.0, 6.0]);
    assert_eq!(d_mixed(Mixed { a: 1.5, n: 2 }, Mixed { a: 1.0, n: 0 }), (3.0, 2.0));
    assert_eq!(d_reference((&1.0, 2.0), (&0.5, 1.0)), (2.0, 2.0));

    let mut dy = 0.0;
    assert_eq!(d_beside(Unit, &2.0, &mut dy, 3.0, true, 0.5), (12.0, 2.0));
    assert_eq!(dy, 3.0);
    assert_eq!(d_between(2.0, Unit, [1.0, 3.0, 5.0, 7.0], 1.0), (42.0, 21.0, [0.0, 14.0, 0.0, 6.0]));
    assert_eq!(d_lanes(2.0, 1.0, 0.0, Unit, 3.0, 0.0, 1.0), [18.0, 9.0, 12.0]);

    let x = [1.0, 2.0, 3.0];
    let mut dx = [0.0; 3];
    assert_eq!(d_slice(&x, &mut dx[..short(1, 3)], "ab", 0.25), 28.0);
    assert_eq!(dx, [1.0, 2.0, 3.0]);
    let (mut y, mut dy) = ([0.0; 3], [0.0; 3]);
    d_out(&x, &[1.0; 3][..short(2, 3)], &mut y, &mut dy[..short(3, 3)]);
    assert_eq!(dy, [2.0, 4.0, 6.0]);
    assert_eq!(d_wide(&x[..2], &[1.0, 0.0, 0.0, 1.0][..short(4, 4)]), [2.0, 1.0]);
    println!("every derivative is right");
}
