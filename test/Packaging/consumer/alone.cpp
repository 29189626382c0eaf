// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <fluxion/fluxion.hpp>

static double product(const std::array<double, 2> &x) { return x[0] * x[1]; }

int main() { return fluxion::gradient(product, std::array<double, 2>{3, 4})[0] == 4 ? 0 : 1; }
