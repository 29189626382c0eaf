//! A test that is a crate of its own.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#[test]
fn beside_the_library() {
    let mut dx = [0.0; 2];
    library::d_norm(&[3.0, 4.0], &mut dx, 1.0);
    assert_eq!(dx, [6.0, 8.0]);
}
