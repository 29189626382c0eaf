// How a pendulum's swing depends on how it began, from stock rustc's std::autodiff.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#![feature(autodiff)]
use std::autodiff::*;

// Value and gradient of `energy` at once: each derivative is added into its shadow.
#[autodiff_reverse(gradient, Duplicated, Const, Active)]
#[autodiff_forward(tangent, Dual, Const, Dual)]
fn energy(start: &[f64; 3], steps: usize) -> f64 {
    let [mut angle, length, damping] = *start;
    let (mut speed, step) = (0.0, 1e-3);
    for _ in 0..steps {
        speed -= step * (9.81 / length * angle.sin() + damping * speed);
        angle += step * speed;
    }
    0.5 * (length * speed) * (length * speed) + 9.81 * length * (1.0 - angle.cos())
}

fn main() {
    let (start, steps) = ([0.7, 1.3, 0.1], 1500);
    let mut slopes = [0.0; 3];
    gradient(&start, &mut slopes, steps, 1.0);
    let mut good = true;
    println!("pendulum.rs: d(energy)/d(...) by std::autodiff");
    println!("  {:<26} {:>18} {:>18} {:>18}", "", "reverse", "forward", "central difference");
    for (i, name) in ["start angle", "length", "damping"].into_iter().enumerate() {
        let mut direction = [0.0; 3];
        direction[i] = 1.0;
        let (_, along) = tangent(&start, &direction, steps);
        let h = 1e-5;
        let at = |t: f64| {
            let mut p = start;
            p[i] += t;
            energy(&p, steps)
        };
        let difference = (at(h) - at(-h)) / (2.0 * h);
        println!("  {name:<26} {:>18.10} {along:>18.10} {difference:>18.10}", slopes[i]);
        let close = |x: f64| (x - difference).abs() < 1e-6 * difference.abs().max(1.0);
        good &= close(slopes[i]) && close(along);
    }
    println!("  {}\n", if good { "they agree" } else { "THEY DIFFER" });
    std::process::exit(if good { 0 } else { 1 });
}
