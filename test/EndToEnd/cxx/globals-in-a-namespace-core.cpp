// Variables of a C++ namespace are active, whatever it is called: only Rust's own library has statics that never are.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
namespace core {
double state;
}
namespace alloc {
double kept[2];
}
__attribute__((noinline)) static void put(double x, double y) {
  core::state = x * x;
  alloc::kept[1] = y * x;
}
static double f(double x, double y) {
  put(x, y);
  return sin(core::state) * alloc::kept[1];
}
int main() {
  CHECK_SCALAR2(f, 0.7, 1.4);
  return finish();
}
