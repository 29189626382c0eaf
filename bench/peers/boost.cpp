//===- boost.cpp - Forward differentiation of Boost -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Its numbers with several variables nest types, so gradients go one input at a time.
//===----------------------------------------------------------------------===//
#include "objectives.h"
#include "peers.h"
#include <boost/math/differentiation/autodiff.hpp>

namespace {

using namespace objectives;
using Number = boost::math::differentiation::autodiff_fvar<double, 1>;

Number seed(double x, int lane) { return lane < 0 ? Number(x) : boost::math::differentiation::make_fvar<double, 1>(x); }
double partial(const Number &r, int) { return r.derivative(1); }

bench::Offer euler6("Boost autodiff", "euler", [](const double *x, double *g, const void *) {
  forwardGradient<Number, 1>(x, g, 6, [](const Number *u) { return euler(u, 100000); }, seed, partial);
});

bench::Offer bodies("Boost autodiff", "n-body", [](const double *x, double *g, const void *data) {
  auto &b = *static_cast<const Bodies *>(data);
  forwardGradient<Number, 1>(x, g, 3 * b.N, [&](const Number *u) { return energy(u, b); }, seed, partial);
});

bench::Offer bundle("Boost autodiff", "ba", [](const double *x, double *g, const void *data) {
  auto &b = *static_cast<const Bundle *>(data);
  bundleJacobian(x, g, b, [&](const double *u, double *row0, double *row1) {
    Number in[15], out[2];
    for (int lane = 0; lane < 15; lane++) {
      for (int i = 0; i < 15; i++)
        in[i] = seed(u[i], i == lane ? 0 : -1);
      reproject(in, b.Feature, out);
      row0[lane] = partial(out[0], 0), row1[lane] = partial(out[1], 0);
    }
  });
});

} // namespace
