// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <fluxion/fluxion.hpp>

extern "C" double model(double x); // in model.c

int main() { return fluxion::gradient(model, 2.0) == 12 ? 0 : 1; }
