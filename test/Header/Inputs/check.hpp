//===- check.hpp - Derivatives next to difference quotients -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// expect_gradient(f, x) compares fluxion::gradient(f, x) with central differences in
// every float of x; expect_close compares two objects of one shape. main returns failures().
//===----------------------------------------------------------------------===//
#ifndef FLUXION_TEST_HEADER_CHECK_HPP
#define FLUXION_TEST_HEADER_CHECK_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fluxion/fluxion.hpp>

inline int &failures() {
  static int count = 0;
  return count;
}

inline void expect_number(const char *what, double got, double expected, double tolerance = 1e-6) {
  if (std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected)))
    return;
  std::printf("%s: got %.12g, expected %.12g\n", what, got, expected);
  ++failures();
}

template <class A, class B> void expect_close(const char *what, A got, B expected, double tolerance = 1e-6) {
  fluxion::detail::Floats<A> g(got);
  fluxion::detail::Floats<B> e(expected);
  expect_number(what, static_cast<double>(g.size()), static_cast<double>(e.size()));
  for (std::size_t i = 0; i < std::min(g.size(), e.size()); ++i)
    expect_number(what, static_cast<double>(g[i]), static_cast<double>(e[i]), tolerance);
}

/// The gradient of f at x by central differences.
template <class F, class X> X difference(F &&f, X x) {
  X gradient = x, moved = x;
  fluxion::detail::Floats<X> g(gradient), m(moved);
  using Float = typename fluxion::detail::Floats<X>::value_type;
  const Float h = sizeof(Float) == 4 ? Float(1e-2) : Float(1e-6);
  for (std::size_t i = 0; i < m.size(); ++i) {
    const Float old = m[i];
    m[i] = old + h;
    const Float up = static_cast<Float>(f(moved));
    m[i] = old - h;
    const Float down = static_cast<Float>(f(moved));
    m[i] = old;
    g[i] = (up - down) / (2 * h);
  }
  return gradient;
}

template <class F, class X> void expect_gradient(const char *what, F &&f, X x, double tolerance = 1e-6) {
  auto both = fluxion::value_and_gradient(f, x);
  expect_number(what, static_cast<double>(both.value), static_cast<double>(f(x)), tolerance);
  expect_close(what, both.gradient, difference(f, x), tolerance);
  expect_close(what, fluxion::gradient(f, x), both.gradient, 1e-14);
}

#endif
