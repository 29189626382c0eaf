//===- ceres.cpp - Jets of Ceres ------------------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "forward.h"
#include <ceres/jet.h>

namespace {

template <int N> struct Jets {
  using Type = ceres::Jet<double, N>;
  static Type seed(double x, int lane) { return lane < 0 ? Type(x) : Type(x, lane); }
  static double partial(const Type &r, int lane) { return r.v[lane]; }
};

int offered = (bench::offerForward<Jets>("Ceres Jets"), 0);

} // namespace
