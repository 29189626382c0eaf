//! Prints what caller.c prints.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
fn main() {
    let (x, mut dx) = ([1.0, 2.0, 3.0], [0.0; 3]);
    let value = library::d_energy(&x, &mut dx, 1.0);
    let [a, b, c] = dx;
    println!("{value}: {a} {b} {c}, {:.6} {:.6}", library::curve(0.5), library::curve_slope(0.5));
}
