//! Requests declared by hand, which rustc does not know for what they are: no LTO is asked for.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

extern "C" {
    fn __enzyme_autodiff(f: extern "C" fn(f64) -> f64, ...) -> f64;
}

extern "C" fn near(x: f64) -> f64 {
    x.sin() * x
}

fn main() {
    #[cfg(not(far))]
    println!("{:.6}", unsafe { __enzyme_autodiff(near, 0.5f64) });
    #[cfg(far)]
    println!("{:.6}", unsafe { __enzyme_autodiff(byhand::far, 0.5f64) });
}
