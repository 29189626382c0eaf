//===- forward.h - Gradients by numbers that carry partials -----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all libraries of dual numbers have in common. Programs of thousands of inputs are left out: nobody takes their
// gradient forward.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_PEERS_FORWARD_H
#define FLUXION_BENCH_PEERS_FORWARD_H

#include "objectives.h"
#include "peers.h"

namespace bench {

/// \p Number<N>::Type is a number with N partials, made by seed(value, lane) and read by partial(number, lane).
template <template <int> class Number> void offerForward(const char *name) {
  using namespace objectives;
  auto add = [name](const char *program, std::function<void(const double *, double *, const void *)> gradient) {
    peers().push_back({name, program, std::move(gradient)});
  };
  using Eight = Number<8>;
  add("log-sum-exp", [](const double *x, double *g, const void *) {
    forwardGradient<typename Eight::Type, 8>(
        x, g, 1000, [](auto *u) { return logSumExp(u, 1000); }, Eight::seed, Eight::partial);
  });
  add("n-body", [](const double *x, double *g, const void *data) {
    auto &b = *static_cast<const Bodies *>(data);
    forwardGradient<typename Eight::Type, 8>(
        x, g, 3 * b.N, [&](auto *u) { return energy(u, b); }, Eight::seed, Eight::partial);
  });
  add("gmm", [](const double *x, double *g, const void *data) {
    auto &m = *static_cast<const Gmm *>(data);
    forwardGradient<typename Eight::Type, 8>(
        x, g, m.size(), [&](auto *u) { return mixture(u, m); }, Eight::seed, Eight::partial);
  });
  using Six = Number<6>;
  add("euler", [](const double *x, double *g, const void *) {
    forwardGradient<typename Six::Type, 6>(x, g, 6, [](auto *u) { return euler(u, 100000); }, Six::seed, Six::partial);
  });
  using Fifteen = Number<15>;
  add("ba", [](const double *x, double *g, const void *data) {
    auto &b = *static_cast<const Bundle *>(data);
    bundleJacobian(x, g, b, [&](const double *u, double *row0, double *row1) {
      typename Fifteen::Type in[15], out[2];
      for (int i = 0; i < 15; i++)
        in[i] = Fifteen::seed(u[i], i);
      reproject(in, b.Feature, out);
      for (int i = 0; i < 15; i++)
        row0[i] = Fifteen::partial(out[0], i), row1[i] = Fifteen::partial(out[1], i);
    });
  });
}

} // namespace bench

#endif
