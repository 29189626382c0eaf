//===- shapes.hpp - Is a tangent shaped like its argument? -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A vector of tangents that is too short would be read behind its end. The sizes of
// containers are compared before a sweep; the program ends with a message if they differ.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_SHAPES_HPP
#define FLUXION_DETAIL_SHAPES_HPP

#include "floats.hpp"
#include <cstdio>
#include <cstdlib>

namespace fluxion::detail {

template <class A, class B> bool same_shape(A &a, B &b) {
  constexpr Kind k = kind<A>;
  if constexpr (k == Kind::Dense) {
    return a.rows() == b.rows() && a.cols() == b.cols();
  } else if constexpr (k == Kind::Members) {
    bool same = true;
    with_members(a, [&](auto &...as) { with_members(b, [&](auto &...bs) { same = (same_shape(as, bs) && ...); }); });
    return same;
  } else if constexpr (k == Kind::Range || k == Kind::View || k == Kind::Array) {
    if (std::distance(std::begin(a), std::end(a)) != std::distance(std::begin(b), std::end(b)))
      return false;
    if constexpr (kind<decltype(*std::begin(a))> != Kind::Scalar) {
      auto other = std::begin(b);
      for (auto &element : a)
        if (!same_shape(element, *other++))
          return false;
    }
    return true;
  } else {
    return true;
  }
}

template <class A, class B> void check_shape(A &shadow, B &value, const char *what) {
  if (same_shape(shadow, value))
    return;
  std::fprintf(stderr, "fluxion: the %s has not the size of what it belongs to\n", what);
  std::abort();
}

} // namespace fluxion::detail

#endif
