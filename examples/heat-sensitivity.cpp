//===- heat-sensitivity.cpp - Where a heat solver is sensitive to its material ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rod is heated at one end; an explicit solver steps in place between two buffers. How
// much warmer does the other end become when the rod conducts better here, or there? One
// reverse sweep answers for all places at once.
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <fluxion/fluxion.hpp>
#include <vector>

using Field = std::vector<double>;

static double warmthAtTheEnd(const Field &Conducts, int Steps) {
  const std::size_t N = Conducts.size() + 1;
  Field Now(N, 0.0), Next(N, 0.0);
  Now[0] = Next[0] = 1;
  for (int T = 0; T < Steps; ++T) {
    for (std::size_t I = 1; I + 1 < N; ++I)
      Next[I] = Now[I] + 0.2 * (Conducts[I] * (Now[I + 1] - Now[I]) - Conducts[I - 1] * (Now[I] - Now[I - 1]));
    Next[N - 1] = Now[N - 1] - 0.2 * Conducts[N - 2] * (Now[N - 1] - Now[N - 2]);
    Now.swap(Next);
  }
  return Now[N - 1];
}

int main() {
  const int Steps = 2000;
  Field Conducts(40);
  for (std::size_t I = 0; I < Conducts.size(); ++I)
    Conducts[I] = 1 + 0.5 * std::sin(0.3 * static_cast<double>(I));
  auto [Warmth, Sensitivity] = fluxion::value_and_gradient(warmthAtTheEnd, Conducts, Steps);
  std::printf("the end has %.4f of the heat; sensitivities to the material:\n", Warmth);
  for (std::size_t I = 0; I < Conducts.size(); I += 4)
    std::printf("  %2zu %8.5f %s\n", I, Sensitivity[I],
                std::string(static_cast<std::size_t>(400 * Sensitivity[I]), '*').c_str());

  Comparison C("heat: d(warmth at the end)/d(conductivity)");
  for (std::size_t I : {0, 13, 39})
    C.row(("at place " + std::to_string(I)).c_str(), Sensitivity[I],
          centralDifference(
              [&](double X) {
                Field Changed = Conducts;
                Changed[I] = X;
                return warmthAtTheEnd(Changed, Steps);
              },
              Conducts[I]));
  return C.verdict();
}
