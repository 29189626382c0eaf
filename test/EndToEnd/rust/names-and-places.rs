// Functions within functions and modules, made by macros, extern "C", unsafe, with lifetimes.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

mod inside {
    use std::autodiff::autodiff_reverse;
    #[autodiff_reverse(d_cube, Active, Active)]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }
}

macro_rules! power {
    ($f:ident, $d:ident, $n:literal) => {
        #[autodiff_reverse($d, Active, Active)]
        fn $f(x: f64) -> f64 {
            x.powi($n)
        }
    };
}
power!(fourth, d_fourth, 4);
power!(fifth, d_fifth, 5);

#[autodiff_reverse(d_c, Active, Active)]
extern "C" fn c(x: f64) -> f64 {
    x.cos()
}

#[inline(always)]
#[autodiff_reverse(d_inlined, Active, Active)]
fn inlined(x: f64) -> f64 {
    x * 2.0
}

#[autodiff_reverse(d_pick, Duplicated, Duplicated, Active)]
fn pick<'a>(x: &'a f64, y: &'a f64) -> f64 {
    let larger: &'a f64 = if x > y { x } else { y };
    larger * larger
}

fn main() {
    #[autodiff_reverse(d_within, Active, Active)]
    fn within(x: f64) -> f64 {
        x / (1.0 + x)
    }
    derivative("d_within", within, 0.4, d_within(0.4, 1.0).1);
    close("d_cube", inside::d_cube(2.0, 1.0).1, 12.0);
    close("d_fourth", d_fourth(2.0, 1.0).1, 32.0);
    close("d_fifth", d_fifth(2.0, 1.0).1, 80.0);
    close("d_c", d_c(0.3, 1.0).1, -(0.3f64.sin()));
    close("d_inlined", d_inlined(0.3, 1.0).1, 2.0);
    let (mut dx, mut dy) = (0.0, 0.0);
    d_pick(&1.0, &mut dx, &3.0, &mut dy, 1.0);
    close("d_pick not taken", dx, 0.0);
    close("d_pick taken", dy, 6.0);
    done();
}
