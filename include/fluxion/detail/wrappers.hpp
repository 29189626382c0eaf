//===- wrappers.hpp - What is said of an argument -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// constant(x)                not differentiated
// active(x)                  reverse: its adjoint is returned
// duplicated(x, dx)          reverse: its adjoint is added into dx
// duplicated_only(x, dx)     likewise; what the function writes to x itself is not needed
// dual(x, dx)                forward: with the tangent dx
// seed(w)                    reverse: the adjoint of the result (default: 1)
//
// They hold references: write them inside the call.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_WRAPPERS_HPP
#define FLUXION_DETAIL_WRAPPERS_HPP

#include "kinds.hpp"

namespace fluxion {
namespace detail {

enum class Role { Constant, Active, Duplicated, DuplicatedOnly };

struct WrapperBase {};

template <class T> struct Constant : WrapperBase {
  T &value;
};
template <class T> struct Active : WrapperBase {
  T &value;
};
template <Role R, class T, class D> struct Duplicated : WrapperBase {
  T &value;
  D &shadow;
};
template <class T, class D> struct Dual : WrapperBase {
  T &value;
  D &tangent;
};
template <class T> struct Seed : WrapperBase {
  T &value;
};

template <class T> inline constexpr bool is_wrapper = std::is_base_of_v<WrapperBase, bare<T>>;
template <class T> inline constexpr bool is_dual = false;
template <class T, class D> inline constexpr bool is_dual<Dual<T, D>> = true;
template <class T> inline constexpr bool is_seed = false;
template <class T> inline constexpr bool is_seed<Seed<T>> = true;

template <class T> using referred = std::remove_reference_t<T>;

} // namespace detail

template <class T> constexpr detail::Constant<detail::referred<T>> constant(T &&value [[clang::lifetimebound]]) {
  return {{}, value};
}
template <class T> constexpr detail::Active<detail::referred<T>> active(T &&value [[clang::lifetimebound]]) {
  return {{}, value};
}
template <class T, class D>
constexpr detail::Duplicated<detail::Role::Duplicated, detail::referred<T>, detail::referred<D>>
duplicated(T &&value [[clang::lifetimebound]], D &&shadow [[clang::lifetimebound]]) {
  return {{}, value, shadow};
}
template <class T, class D>
constexpr detail::Duplicated<detail::Role::DuplicatedOnly, detail::referred<T>, detail::referred<D>>
duplicated_only(T &&value [[clang::lifetimebound]], D &&shadow [[clang::lifetimebound]]) {
  return {{}, value, shadow};
}
template <class T, class D>
constexpr detail::Dual<detail::referred<T>, detail::referred<D>> dual(T &&value [[clang::lifetimebound]],
                                                                      D &&tangent [[clang::lifetimebound]]) {
  return {{}, value, tangent};
}
template <class T> constexpr detail::Seed<detail::referred<T>> seed(T &&value [[clang::lifetimebound]]) {
  return {{}, value};
}

} // namespace fluxion

#endif
