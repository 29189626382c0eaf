// Box, Rc, Cell and RefCell made and dropped on the way; a list of boxes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[autodiff_reverse(d_boxed, Active, Active)]
fn boxed(x: f64) -> f64 {
    let a = Box::new(x * x);
    let b = Box::new([*a, x, 3.0]);
    b[0] * b[1] + b[2]
}

#[autodiff_reverse(d_cell, Active, Active)]
fn cell(x: f64) -> f64 {
    let c = Cell::new(1.0);
    for _ in 0..4 {
        c.set(c.get() * x + 1.0);
    }
    c.get()
}

#[autodiff_reverse(d_shared, Active, Active)]
fn shared(x: f64) -> f64 {
    let all = Rc::new(RefCell::new(vec![x, 2.0 * x]));
    let other = Rc::clone(&all);
    other.borrow_mut()[0] *= x.sin();
    all.borrow_mut().push(x * x * x);
    let sum = all.borrow().iter().sum();
    sum
}

struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[autodiff_reverse(d_list, Duplicated, Active)]
fn list(x: &[f64]) -> f64 {
    let mut head = None;
    for v in x {
        head = Some(Box::new(Node { value: v.sin(), next: head }));
    }
    let (mut product, mut at) = (1.0, &head);
    while let Some(node) = at {
        product *= node.value + 1.0;
        at = &node.next;
    }
    product
}

#[autodiff_reverse(d_box, Duplicated, Active)]
fn by_box(x: &Box<f64>) -> f64 {
    **x * **x
}

fn main() {
    derivative("d_boxed", boxed, 1.4, d_boxed(1.4, 1.0).1);
    derivative("d_cell", cell, 0.7, d_cell(0.7, 1.0).1);
    derivative("d_shared", shared, 0.7, d_shared(0.7, 1.0).1);
    let (x, mut dx) = ([0.4, 1.2, -0.3], [0.0; 3]);
    close("list", d_list(&x, &mut dx, 1.0), list(&x));
    gradient("d_list", list, &x, &dx);
    let mut db = Box::new(0.0);
    d_box(&Box::new(3.0), &mut db, 1.0);
    close("d_box", *db, 6.0);
    done();
}
