// Enums that hold floats, matched by value, by reference and in slices.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

#[derive(Clone, Copy)]
enum Shape {
    Circle(f64),
    Box { w: f64, h: f64 },
    Nothing,
}

#[autodiff_reverse(d_area, Active, Const, Active)]
fn area(size: f64, kind: u8) -> f64 {
    let shape = match kind {
        0 => Shape::Circle(size),
        1 => Shape::Box { w: size, h: size * size },
        _ => Shape::Nothing,
    };
    match shape {
        Shape::Circle(r) => 3.0 * r * r,
        Shape::Box { w, h } => w * h,
        Shape::Nothing => size,
    }
}

#[autodiff_reverse(d_total, Duplicated, Active)]
fn total(shapes: &[Shape]) -> f64 {
    shapes
        .iter()
        .map(|s| match s {
            Shape::Circle(r) => 3.0 * r * r,
            Shape::Box { w, h } => w * h,
            Shape::Nothing => 0.0,
        })
        .sum()
}

fn main() {
    for kind in 0..3 {
        derivative("d_area", |x| area(x, kind), 1.7, d_area(1.7, kind, 1.0).1);
    }
    let shapes = [Shape::Circle(2.0), Shape::Nothing, Shape::Box { w: 3.0, h: 5.0 }];
    let mut d = [Shape::Circle(0.0), Shape::Nothing, Shape::Box { w: 0.0, h: 0.0 }];
    close("total", d_total(&shapes, &mut d, 1.0), 27.0);
    match d {
        [Shape::Circle(r), _, Shape::Box { w, h }] => {
            close("d_total by r", r, 12.0);
            close("d_total by w", w, 5.0);
            close("d_total by h", h, 3.0);
        }
        _ => close("total: shape of the gradient", 0.0, 1.0),
    }
    done();
}
