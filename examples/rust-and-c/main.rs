// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Rust program asks for one gradient through its own code and the C library's. lld, with the plug-in,
// sees both when it links (scripts/demo.sh has the flags).
unsafe extern "C" {
    fn chain_energy(x: *const f64, n: usize) -> f64;
    static fluxion_dup: i32;
    static fluxion_const: i32;
    fn __fluxion_autodiff(
        f: unsafe extern "C" fn(*const f64, usize) -> f64,
        x_is: i32, x: *const f64, dx: *mut f64,
        n_is: i32, n: usize,
    ) -> f64;
}

/// Springs from C, a field from Rust.
#[inline(never)]
unsafe extern "C" fn energy(x: *const f64, n: usize) -> f64 {
    let springs = unsafe { chain_energy(x, n) };
    let places = unsafe { std::slice::from_raw_parts(x, n) };
    springs + places.iter().enumerate().map(|(i, v)| v.sin() * i as f64).sum::<f64>()
}

fn main() {
    let x = [0.0, 1.5, 2.0, 3.5];
    let mut dx = [0.0; 4];
    unsafe { __fluxion_autodiff(energy, fluxion_dup, x.as_ptr(), dx.as_mut_ptr(), fluxion_const, x.len()) };
    println!("rust-and-c: slopes through Rust and C    central difference");
    let at = |x: &[f64; 4]| unsafe { energy(x.as_ptr(), x.len()) };
    for i in 0..4 {
        let (mut up, mut down) = (x, x);
        up[i] += 1e-5;
        down[i] -= 1e-5;
        let difference = (at(&up) - at(&down)) / 2e-5;
        println!("  place {i}  {:29.10} {difference:21.10}", dx[i]);
        assert!((dx[i] - difference).abs() < 1e-8);
    }
    println!("  they agree\n");
}
