// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the programs of this folder: derivatives against central differences.

use std::sync::atomic::{AtomicBool, Ordering};

static WRONG: AtomicBool = AtomicBool::new(false);

pub fn close_to(what: &str, got: f64, want: f64, tolerance: f64) {
    if !((got - want).abs() <= tolerance * (1.0 + want.abs())) {
        println!("{what}: got {got}, want {want}");
        WRONG.store(true, Ordering::Relaxed);
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
        println!("{what}: got {} derivatives, want {}", got.len(), x.len());
        WRONG.store(true, Ordering::Relaxed);
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

pub fn done() {
    if WRONG.load(Ordering::Relaxed) {
        std::process::exit(1);
    }
    println!("ok");
}
