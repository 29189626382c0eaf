//===- reverse.h - Gradients by tapes ---------------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_PEERS_REVERSE_H
#define FLUXION_BENCH_PEERS_REVERSE_H

#include "objectives.h"
#include "peers.h"

namespace bench {

/// \p Tape::gradient(x, g, n, f) differentiates f(const Number *), and \p Tape::rows(u, row0, row1, f) the two results
/// of f(const Number *, Number *), which has 15 inputs.
template <typename Tape> void offerReverse(const char *name) {
  using namespace objectives;
  auto add = [name](const char *program, std::function<void(const double *, double *, const void *)> gradient) {
    peers().push_back({name, program, std::move(gradient)});
  };
  add("log-sum-exp", [](const double *x, double *g, const void *) {
    Tape::gradient(x, g, 1000, [](auto *u) { return logSumExp(u, 1000); });
  });
  add("n-body", [](const double *x, double *g, const void *data) {
    auto &b = *static_cast<const Bodies *>(data);
    Tape::gradient(x, g, 3 * b.N, [&](auto *u) { return energy(u, b); });
  });
  add("gmm", [](const double *x, double *g, const void *data) {
    auto &m = *static_cast<const Gmm *>(data);
    Tape::gradient(x, g, m.size(), [&](auto *u) { return mixture(u, m); });
  });
  add("mlp", [](const double *x, double *g, const void *data) {
    auto &n = *static_cast<const Network *>(data);
    Tape::gradient(x, g, 7312, [&](auto *u) { return network(u, n); });
  });
  add("euler", [](const double *x, double *g, const void *) {
    Tape::gradient(x, g, 6, [](auto *u) { return euler(u, 100000); });
  });
  add("ba", [](const double *x, double *g, const void *data) {
    auto &b = *static_cast<const Bundle *>(data);
    bundleJacobian(x, g, b, [&](const double *u, double *row0, double *row1) {
      Tape::rows(u, row0, row1, [&](auto *in, auto *out) { reproject(in, b.Feature, out); });
    });
  });
}

} // namespace bench

#endif
