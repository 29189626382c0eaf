//===- eigen.cpp - AutoDiffScalar of Eigen --------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "forward.h"
#include <Eigen/Core>
#include <unsupported/Eigen/AutoDiff>

namespace {

template <int N> struct Scalars {
  using Partials = Eigen::Matrix<double, N, 1>;
  using Type = Eigen::AutoDiffScalar<Partials>;
  static Type seed(double x, int lane) { return lane < 0 ? Type(x, Partials::Zero()) : Type(x, N, lane); }
  static double partial(const Type &r, int lane) { return r.derivatives()[lane]; }
};

int offered = (bench::offerForward<Scalars>("Eigen AutoDiff"), 0);

} // namespace
