//===- sacado.cpp - Reverse mode of Sacado --------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#define TRILINOS_NO_CONFIG_H // without Kokkos, Teuchos and MPI, which it does not need for this
#include "reverse.h"
#include <Sacado_trad.hpp>

namespace {

using Number = Sacado::Rad::ADvar<double>;

struct Tape {
  template <typename F> static void gradient(const double *x, double *g, int n, F f) {
    std::vector<Number> u(n);
    for (int i = 0; i < n; i++)
      u[i] = x[i];
    {
      Number result = f(static_cast<const Number *>(u.data()));
      Number::Gradcomp();
      for (int i = 0; i < n; i++)
        g[i] = u[i].adj();
    }
    Number::aval_reset();
  }
  template <typename F> static void rows(const double *u, double *row0, double *row1, F f) {
    double *rows[2] = {row0, row1};
    for (int e = 0; e < 2; e++) // recorded twice: a tape is read once
      gradient(u, rows[e], 15, [&](const Number *in) {
        Number out[2];
        f(in, out);
        return Number(1.0 * out[e]);
      });
  }
};

int offered = (bench::offerReverse<Tape>("Sacado"), 0);

} // namespace
