//===- adolc.cpp - Tapes of ADOL-C ----------------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tape per gradient, as for a program whose way may change from one point to the next.
//===----------------------------------------------------------------------===//
#include "reverse.h"
#include <adolc/adolc.h>

namespace {

struct Tape {
  template <typename F> static void gradient(const double *x, double *g, int n, F f) {
    trace_on(1);
    {
      std::vector<adouble> u(n);
      for (int i = 0; i < n; i++)
        u[i] <<= x[i];
      adouble result = f(static_cast<const adouble *>(u.data()));
      double value;
      result >>= value;
    }
    trace_off();
    ::gradient(1, n, x, g);
  }
  template <typename F> static void rows(const double *u, double *row0, double *row1, F f) {
    trace_on(1);
    {
      adouble in[15], out[2];
      for (int i = 0; i < 15; i++)
        in[i] <<= u[i];
      f(static_cast<const adouble *>(in), out);
      double value;
      out[0] >>= value, out[1] >>= value;
    }
    trace_off();
    double *J[2] = {row0, row1};
    jacobian(1, 2, 15, u, J);
  }
};

int offered = (bench::offerReverse<Tape>("ADOL-C"), 0);

} // namespace
