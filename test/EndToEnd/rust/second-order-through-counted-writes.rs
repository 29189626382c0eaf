// Forward over reverse where a closure that owns a record of pointers and numbers fills memory: the shadow of the record is
// copied as a whole, and so is its tangent.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

struct Counter<'a>(&'a mut usize, usize);

#[autodiff_reverse(d_filled, Duplicated, Active)]
fn filled(x: &[f64]) -> f64 {
    let mut v = Vec::<f64>::with_capacity(x.len());
    let p = v.as_mut_ptr();
    let mut n = 0usize;
    {
        let mut c = Counter(&mut n, 0);
        x.iter().map(|a| a * a).for_each(move |e| unsafe {
            let c = &mut c;
            std::ptr::write(p.add(c.1), e);
            c.1 += 1;
        });
    }
    unsafe { v.set_len(x.len()) };
    v[0] * v[1] + v[2].sin() * v[1]
}

#[autodiff_forward(t_slope, Dual, Dual)]
fn slope(x: &[f64], d: &mut [f64]) {
    d_filled(x, d, 1.0);
}

fn main() {
    let x = [0.5, 1.3, 0.8];
    for i in 0..3 {
        let mut direction = [0.0; 3];
        direction[i] = 1.0;
        let (mut d, mut second) = ([0.0; 3], [0.0; 3]);
        t_slope(&x, &direction, &mut d, &mut second);
        for k in 0..3 {
            let partial = |at: f64| {
                let (mut y, mut d) = (x, [0.0; 3]);
                y[i] = at;
                d_filled(&y, &mut d, 1.0);
                d[k]
            };
            derivative(&format!("slope[{i}][{k}]"), partial, x[i], second[k]);
        }
    }
    done();
}
