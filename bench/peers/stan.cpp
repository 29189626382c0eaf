//===- stan.cpp - Reverse mode of Stan Math -------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "reverse.h"
#include <stan/math/rev/core.hpp>
#include <stan/math/rev/scal.hpp>

namespace {

using stan::math::var;

struct Tape {
  template <typename F> static void gradient(const double *x, double *g, int n, F f) {
    std::vector<var> u(x, x + n);
    var result = f(static_cast<const var *>(u.data()));
    stan::math::grad(result.vi_);
    for (int i = 0; i < n; i++)
      g[i] = u[i].adj();
    stan::math::recover_memory();
  }
  template <typename F> static void rows(const double *u, double *row0, double *row1, F f) {
    var in[15], out[2];
    for (int i = 0; i < 15; i++)
      in[i] = u[i];
    f(static_cast<const var *>(in), out);
    double *rows[2] = {row0, row1};
    for (int e = 0; e < 2; e++) {
      stan::math::set_zero_all_adjoints();
      stan::math::grad(out[e].vi_);
      for (int i = 0; i < 15; i++)
        rows[e][i] = in[i].adj();
    }
    stan::math::recover_memory();
  }
};

int offered = (bench::offerReverse<Tape>("Stan Math"), 0);

} // namespace
