//===- peers.h - Gradients by other tools -----------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file of this folder offers gradients of the programs in objectives.h, by the library that it is named after, and
// is compiled without the plug-in. A program that is linked with it times them in turn with its own.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_PEERS_PEERS_H
#define FLUXION_BENCH_PEERS_PEERS_H

#include <functional>
#include <string>
#include <vector>

namespace bench {

struct Peer {
  const char *Name;
  std::string Program;
  std::function<void(const double *x, double *gradient, const void *data)> Gradient;
};

inline std::vector<Peer> &peers() {
  static std::vector<Peer> all;
  return all;
}

struct Offer {
  Offer(const char *name, const char *program, std::function<void(const double *, double *, const void *)> gradient) {
    peers().push_back({name, program, std::move(gradient)});
  }
};

} // namespace bench

#endif
