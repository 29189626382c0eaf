// Statics, consts and thread locals that are read; strings and printing on the way.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
#[path = "check.rs"]
mod check;
use check::*;
use std::autodiff::*;

static TABLE: [f64; 4] = [0.5, 1.5, -2.0, 0.25];
const SCALE: f64 = 1.0 / 3.0;
thread_local!(static OFFSET: f64 = 0.75);

#[autodiff_reverse(d_table, Active, Active)]
fn table(x: f64) -> f64 {
    TABLE.iter().rev().fold(0.0, |sum, c| sum * x + c) * SCALE
}

#[autodiff_reverse(d_local, Active, Active)]
fn local(x: f64) -> f64 {
    OFFSET.with(|o| (x + o).sin())
}

#[autodiff_reverse(d_text, Active, Const, Active)]
fn text(x: f64, name: &str) -> f64 {
    let words: Vec<&str> = name.split(' ').collect();
    let line = words.join("-").to_uppercase();
    if line.starts_with("TWO") {
        return x * x * words.len() as f64;
    }
    x * line.len() as f64
}

#[autodiff_reverse(d_loud, Active, Active)]
fn loud(x: f64) -> f64 {
    let y = x * x;
    println!("x = {x:.3}, y = {y:.3}");
    y.exp()
}

fn main() {
    derivative("d_table", table, 0.8, d_table(0.8, 1.0).1);
    derivative("d_local", local, 0.8, d_local(0.8, 1.0).1);
    derivative("d_text", |x| text(x, "two words"), 0.8, d_text(0.8, "two words", 1.0).1);
    derivative("d_text", |x| text(x, "one"), 0.8, d_text(0.8, "one", 1.0).1);
    derivative("d_loud", loud, 0.8, d_loud(0.8, 1.0).1);
    done();
}
