// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the programs of this folder: derivatives against central differences.
//
// A program is one differentiated function. The first word of a check's label names it, with d_ or
// t_ in front where a derivative is meant: "d_list[2]", "t_list of a box" and "list" are one program.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

static WRONG: AtomicBool = AtomicBool::new(false);
static PROGRAMS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

fn count_program(what: &str) {
    let name = what.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(what);
    let name = name.strip_prefix("d_").or(name.strip_prefix("t_")).unwrap_or(name);
    PROGRAMS.lock().unwrap().insert(name.to_string());
}

fn wrong(text: String) {
    println!("{text}");
    WRONG.store(true, Ordering::Relaxed);
}

pub fn close_to(what: &str, got: f64, want: f64, tolerance: f64) {
    count_program(what);
    if !((got - want).abs() <= tolerance * (1.0 + want.abs())) {
        wrong(format!("{what}: got {got}, want {want}"));
    }
}

/// Equal but for rounding.
pub fn close(what: &str, got: f64, want: f64) {
    close_to(what, got, want, 1e-12);
}

/// `got` is the derivative of `f` at `x`.
pub fn derivative(what: &str, f: impl Fn(f64) -> f64, x: f64, got: f64) {
    let h = 1e-5 * (1.0 + x.abs());
    close_to(what, got, (f(x + h) - f(x - h)) / (2.0 * h), 1e-6);
}

/// `got` is the gradient of `f` at `x`.
pub fn gradient(what: &str, f: impl Fn(&[f64]) -> f64, x: &[f64], got: &[f64]) {
    if x.len() != got.len() {
        wrong(format!("{what}: got {} derivatives, want {}", got.len(), x.len()));
    }
    for i in 0..x.len() {
        let at = |v: f64| {
            let mut y = x.to_vec();
            y[i] = v;
            f(&y)
        };
        derivative(&format!("{what}[{i}]"), at, x[i], got[i]);
    }
}

/// A function of a slice with its derivatives, as `programs!` makes them.
#[allow(dead_code)]
pub struct Program {
    pub name: &'static str,
    pub f: fn(&[f64]) -> f64,
    pub reverse: fn(&[f64], &mut [f64], f64) -> f64,
    pub forward: fn(&[f64], &[f64]) -> f64,
}

impl Program {
    /// Both modes at `x`.
    #[allow(dead_code)]
    pub fn check(&self, x: &[f64]) {
        let (mut dx, v) = (vec![0.0; x.len()], (0..x.len()).map(|i| (i as f64 * 2.3).cos()).collect::<Vec<_>>());
        close(self.name, (self.reverse)(x, &mut dx, 1.0), (self.f)(x));
        gradient(self.name, self.f, x, &dx);
        let along: f64 = dx.iter().zip(&v).map(|(a, b)| a * b).sum();
        close_to(&format!("{}, forward", self.name), (self.forward)(x, &v), along, 1e-10);
    }
}

/// `name |x| expression;` for each function of a slice; `PROGRAMS` lists them.
#[allow(unused_macros)]
macro_rules! programs {
    ($($name:ident |$x:ident| $body:expr;)*) => {
        $(mod $name {
            #[allow(unused_imports)]
            use super::*;
            #[autodiff_reverse(d, Duplicated, Active)]
            #[autodiff_forward(t, Dual, DualOnly)]
            pub fn f($x: &[f64]) -> f64 {
                $body
            }
        })*
        const PROGRAMS: &[Program] =
            &[$(Program { name: stringify!($name), f: $name::f, reverse: $name::d, forward: $name::t }),*];
    };
}

pub fn done() {
    let programs = PROGRAMS.lock().unwrap();
    println!("programs: {}", programs.iter().map(String::as_str).collect::<Vec<_>>().join(" "));
    if WRONG.load(Ordering::Relaxed) {
        std::process::exit(1);
    }
    println!("ok");
}
