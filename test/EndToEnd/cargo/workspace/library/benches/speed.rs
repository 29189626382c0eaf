//! A benchmark with its own main, as cargo bench runs it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

fn main() {
    let (x, mut dx) = (vec![1.0; 1000], vec![0.0; 1000]);
    let start = std::time::Instant::now();
    for _ in 0..100 {
        library::d_norm(&x, &mut dx, 1.0);
    }
    println!("sum of gradients {} in {} ns", dx.iter().sum::<f64>(), start.elapsed().as_nanos());
}
