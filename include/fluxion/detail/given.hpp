//===- given.hpp - Arguments that bring their shadow -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ports of duplicated(x, dx) and dual(x, dx), and of what stands beside them.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_GIVEN_HPP
#define FLUXION_DETAIL_GIVEN_HPP

#include "ports.hpp"
#include "shapes.hpp"

namespace fluxion::detail {

/// \p count elements, if the argument is a pointer.
template <Role R, class T, class D> auto given_port(T &value, D &shadow, [[maybe_unused]] std::size_t count = 0) {
  constexpr Kind k = kind<T>;
  static_assert(k != Kind::Inert, "fluxion: an argument without floats has no shadow; pass it as it is");
  if constexpr (k == Kind::Pointer) {
    using Pointee = std::remove_pointer_t<bare<T>>;
    static_assert(std::is_pointer_v<bare<D>> && std::is_same_v<bare<std::remove_pointer_t<bare<D>>>, bare<Pointee>>,
                  "fluxion: the shadow of a pointer must be a pointer to elements of the same type");
    check_kind<Pointee>();
    return GivenPort<R, PointerPort<Pointee>, bare<D>>(PointerPort<Pointee>(value, count), shadow);
  } else {
    constexpr bool alike =
        std::is_same_v<owned<T>, owned<D>> || (k == Kind::View && kind<D> == Kind::View && sizeof(T) == sizeof(D));
    static_assert(alike, "fluxion: the shadow of an argument must be of the type of the argument");
    if constexpr (alike)
      check_shape(shadow, value, "shadow of an argument");
    if constexpr (k == Kind::View) {
      return GivenPort<R, ViewPort<T>, D *>(ViewPort<T>(value), &shadow);
    } else {
      check_kind<T>();
      return GivenPort<R, ObjectPort<T>, D *>(ObjectPort<T>(value), &shadow);
    }
  }
}

template <class Next, class T, class D, class N> auto port_of(const Dual<T, D> &wrapped, N &next) {
  return given_port<Role::Duplicated>(wrapped.value, wrapped.tangent, count_in(next));
}
template <class Next, Role R, class T, class D, class N> auto port_of(const Duplicated<R, T, D> &wrapped, N &next) {
  return given_port<R>(wrapped.value, wrapped.shadow, count_in(next));
}

} // namespace fluxion::detail

#endif
