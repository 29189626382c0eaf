// Boxes, counted pointers and cells that own floats.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[macro_use]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::{Rc, Weak};
use std::sync::{Arc, Mutex};

struct Node {
    value: f64,
    below: Vec<Rc<Node>>,
}

fn total(n: &Node) -> f64 {
    n.value + n.below.iter().map(|b| total(b) * n.value).sum::<f64>()
}

struct Guard<'a>(&'a Cell<f64>);
impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 2.0);
    }
}

programs! {
    boxed_slice |x| { let b: Box<[f64]> = x.iter().map(|v| v * v).collect(); b.iter().rev().fold(0.0, |s, v| s * 0.5 + v) };
    graph |x| { let leaf = Rc::new(Node { value: x[0], below: vec![] }); let mid = Rc::new(Node { value: x[1], below: vec![leaf.clone(), leaf.clone()] }); total(&Node { value: x[2], below: vec![mid, leaf] }) };
    cell |x| { let c = Cell::new(x[0]); for v in x { c.set(c.get() * v + 1.0); } c.replace(0.0) };
    ref_cell |x| { let c = RefCell::new(vec![1.0]); for v in x { let last = *c.borrow().last().unwrap(); c.borrow_mut().push(last * v); } c.into_inner().iter().sum() };
    once |x| { let c = OnceCell::new(); x.iter().map(|v| v * c.get_or_init(|| x[1] * x[1])).sum() };
    dropped |x| { let c = Cell::new(x[0]); { let _g = Guard(&c); c.set(c.get() + x[1]); } c.get() * c.get() };
    weak |x| { let strong = Rc::new(x[0] * x[1]); let weak: Weak<f64> = Rc::downgrade(&strong); let a = weak.upgrade().map_or(0.0, |v| *v * *v); drop(strong); a + if weak.upgrade().is_some() { 1.0 } else { x[2] } };
    make_mut |x| { let mut a = Rc::new([x[0], x[1]]); let kept = a.clone(); Rc::make_mut(&mut a)[0] *= x[2]; a[0] * kept[0] + a[1] };
    taken |x| { let mut slot = Some(Box::new(x[0])); let first = slot.take().map_or(0.0, |b| *b); slot.replace(Box::new(x[1])); first * *slot.unwrap() };
    pointers |x| { let all: Vec<Box<f64>> = x.iter().map(|v| Box::new(v.sin())).collect(); all.iter().map(|b| **b * **b).sum() };
    leaked |x| { let b = Box::into_raw(Box::new([x[0], x[3]])); let sum = unsafe { (*b)[0] * (*b)[1] }; drop(unsafe { Box::from_raw(b) }); sum };
}

fn main() {
    for p in PROGRAMS {
        p.check(&[0.7, 1.3, -0.4, 2.1, 0.9]);
    }
    done();
}
