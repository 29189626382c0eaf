//! Prints derivatives of another crate's functions; the generic one is made here.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Cube;
impl library::Shape for Cube {
    fn at(&self, x: f64) -> f64 {
        x * x * x
    }
}

fn main() {
    let mut dx = [0.0; 3];
    let norm = library::d_norm(&[1.0, 2.0, 3.0], &mut dx, 1.0);
    let (_, slope) = library::d_inline(0.5, 1.0);
    println!("{norm} {dx:?} {slope:.6} {:?}", library::d_shape(&Cube, 2.0, 1.0));
}
