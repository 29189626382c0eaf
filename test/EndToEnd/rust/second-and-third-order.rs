// Derivatives of derivatives in every order of the modes, for scalars, slices and structs.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

fn f(x: f64) -> f64 {
    (x * x).sin() * x.exp() + x.powi(4)
}

#[autodiff_reverse(r, Active, Active)]
#[autodiff_forward(t, Dual, DualOnly)]
fn f0(x: f64) -> f64 {
    f(x)
}

#[autodiff_reverse(rr, Active, Active)]
#[autodiff_forward(tr, Dual, DualOnly)]
fn f1_reverse(x: f64) -> f64 {
    r(x, 1.0).1
}

#[autodiff_reverse(rt, Active, Active)]
#[autodiff_forward(tt, Dual, DualOnly)]
fn f1_forward(x: f64) -> f64 {
    t(x, 1.0)
}

macro_rules! third {
    ($($f:ident $forward:ident $reverse:ident |$x:ident| $second:expr;)*) => {
        $(#[autodiff_reverse($reverse, Active, Active)]
        #[autodiff_forward($forward, Dual, DualOnly)]
        fn $f($x: f64) -> f64 {
            $second
        })*
    };
}
third! {
    f2_rr trr rrr |x| rr(x, 1.0).1;
    f2_tr ttr rtr |x| tr(x, 1.0);
    f2_rt trt rrt |x| rt(x, 1.0).1;
    f2_tt ttt rtt |x| tt(x, 1.0);
}

#[autodiff_reverse(d_energy, Duplicated, Active)]
#[autodiff_forward(t_energy, Dual, DualOnly)]
fn energy(x: &[f64]) -> f64 {
    let mut e = 0.0;
    let mut kept = vec![0.0; x.len()];
    kept.iter_mut().zip(x).for_each(|(k, v)| *k = v * v);
    for i in 1..x.len() {
        e += (kept[i] * x[i - 1]).cos() + kept[i - 1] * x[i];
    }
    e
}

#[autodiff_reverse(d_directional, Duplicated, Const, Active)]
fn directional(x: &[f64], v: &[f64]) -> f64 {
    t_energy(x, v)
}

#[autodiff_forward(t_slope, Dual, Dual)]
fn slope(x: &[f64], d: &mut [f64]) {
    d_energy(x, d, 1.0);
}

#[autodiff_reverse(d_norm, Duplicated, Active)]
fn norm_of_gradient(x: &[f64; 4]) -> f64 {
    let mut d = [0.0; 4];
    d_energy(x, &mut d, 1.0);
    d.iter().map(|v| v * v).sum()
}

struct Spring {
    k: f64,
    rest: f64,
}

#[autodiff_reverse(d_pull, Duplicated, Active, Active)]
fn pull(s: &Spring, x: f64) -> f64 {
    s.k * (x - s.rest).powi(3)
}

#[autodiff_reverse(d_force, Duplicated, Active, Active)]
fn force(s: &Spring, x: f64) -> f64 {
    let mut ignored = Spring { k: 0.0, rest: 0.0 };
    d_pull(s, &mut ignored, x, 1.0).1
}

fn main() {
    let x = 0.7;
    let (first, second) = (r(x, 1.0).1, tr(x, 1.0));
    derivative("f0", f, x, first);
    close("f0, forward", t(x, 1.0), first);
    derivative("f1_reverse", |x| r(x, 1.0).1, x, second);
    close("f1_reverse, reverse", rr(x, 1.0).1, second);
    close("f1_forward", tt(x, 1.0), second);
    close("f1_forward, reverse", rt(x, 1.0).1, second);
    let third = ttr(x, 1.0);
    derivative("f2_tr", |x| tr(x, 1.0), x, third);
    let others = [
        ("f2_rr", trr(x, 1.0), rrr(x, 1.0).1),
        ("f2_tr", ttr(x, 1.0), rtr(x, 1.0).1),
        ("f2_rt", trt(x, 1.0), rrt(x, 1.0).1),
        ("f2_tt", ttt(x, 1.0), rtt(x, 1.0).1),
    ];
    for (name, forward, reverse) in others {
        close_to(&format!("{name}, forward"), forward, third, 1e-11);
        close_to(&format!("{name}, reverse"), reverse, third, 1e-11);
    }
    let (x, v) = ([0.3, 0.9, -0.5, 1.2], [1.0, -1.0, 0.5, 2.0]);
    let (mut d, mut hv, mut hw) = ([0.0; 4], [0.0; 4], [0.0; 4]);
    t_slope(&x, &v, &mut d, &mut hv);
    gradient("slope", energy, &x, &d);
    close("directional", d_directional(&x, &mut hw, &v, 1.0), t_energy(&x, &v));
    gradient("d_directional", |x| directional(x, &v), &x, &hw);
    for i in 0..4 {
        close_to("t_slope and d_directional", hv[i], hw[i], 1e-11);
    }
    let mut d = [0.0; 4];
    d_norm(&x, &mut d, 1.0);
    gradient("d_norm_of_gradient", |v| norm_of_gradient(v.try_into().unwrap()), &x, &d);
    let (s, mut ds) = (Spring { k: 2.0, rest: 0.5 }, Spring { k: 0.0, rest: 0.0 });
    let (value, dx) = d_force(&s, &mut ds, 1.5, 1.0);
    close("force", value, 6.0);
    close("d_force by x", dx, 12.0);
    close("d_force by k", ds.k, 3.0);
    close("d_force by rest", ds.rest, -12.0);
    done();
}
