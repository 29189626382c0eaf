//===- compare.h - Derivatives next to central differences -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the examples share: one printed row per derivative, and a verdict.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EXAMPLES_COMPARE_H
#define FLUXION_EXAMPLES_COMPARE_H

#include <cmath>
#include <cstdio>

class Comparison {
public:
  explicit Comparison(const char *Title, const char *Got = "Fluxion", const char *Expected = "central difference") {
    std::printf("%s\n  %-26s %18s %18s %10s\n", Title, "", Got, Expected, "deviation");
  }

  void row(const char *Name, double Derivative, double Difference) {
    double Scale = std::fmax(1.0, std::fabs(Difference));
    double Deviation = std::fabs(Derivative - Difference) / Scale;
    std::printf("  %-26s %18.10f %18.10f %10.1e\n", Name, Derivative, Difference, Deviation);
    if (!(Deviation < 1e-6)) // also catches NaN
      Good = false;
  }

  /// The exit status of the example.
  int verdict() const {
    std::printf("  %s\n\n", Good ? "they agree" : "THEY DIFFER");
    return Good ? 0 : 1;
  }

private:
  bool Good = true;
};

/// The slope of \p F at \p X, from two evaluations.
template <typename Function> double centralDifference(Function F, double X) {
  double Step = 1e-5 * std::fmax(1.0, std::fabs(X));
  return (F(X + Step) - F(X - Step)) / (2 * Step);
}

#endif
