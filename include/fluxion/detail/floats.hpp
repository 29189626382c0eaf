//===- floats.hpp - The floats in an object -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// for_each_float visits them in order; zero() makes an object of the same shape that
// holds zeros: a shadow. Floats is the same as numbers 0 ... n-1, for Jacobians.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_FLOATS_HPP
#define FLUXION_DETAIL_FLOATS_HPP

#include "kinds.hpp"
#include <vector>

namespace fluxion::detail {

template <class T, class F> constexpr void for_each_float(T &object, F &&visit) {
  constexpr Kind k = kind<T>;
  if constexpr (std::is_const_v<T> || k == Kind::Inert || k == Kind::Opaque || k == Kind::Pointer) {
    // nothing to change, or an error that has been given
  } else if constexpr (k == Kind::Scalar) {
    visit(object);
  } else if constexpr (k == Kind::Complex) {
    auto *parts = reinterpret_cast<typename T::value_type *>(&object); // allowed by the standard
    visit(parts[0]);
    visit(parts[1]);
  } else if constexpr (k == Kind::Dense) {
    for (auto *p = object.data(), *end = p + object.size(); p != end; ++p)
      for_each_float(*p, visit);
  } else if constexpr (k == Kind::Members) {
    with_members(object, [&](auto &...members) { (for_each_float(members, visit), ...); });
  } else {
    for (auto &element : object)
      for_each_float(element, visit);
  }
}

struct SeveralFloats;
/// The type of the floats in T; void when they are of several types.
template <class T> constexpr auto float_type_of();

template <class T> struct type_constant {
  using type = T;
};

/// Void stands for no float yet, SeveralFloats for a contradiction.
template <class A, class B> constexpr auto same_float(type_constant<A>, type_constant<B>) {
  if constexpr (std::is_void_v<A>)
    return type_constant<B>();
  else if constexpr (std::is_void_v<B> || std::is_same_v<A, B>)
    return type_constant<A>();
  else
    return type_constant<SeveralFloats>();
}

template <class... T> struct FoldFloats {
  using type = void;
};
template <class T, class... Rest> struct FoldFloats<T, Rest...> {
  using type =
      typename decltype(same_float(float_type_of<T>(), type_constant<typename FoldFloats<Rest...>::type>()))::type;
};

struct FloatsOfMembers {
  template <class... M> constexpr auto operator()(M &...) const {
    return type_constant<typename FoldFloats<M...>::type>();
  }
};

template <class T> constexpr auto float_type_of() {
  constexpr Kind k = kind<T>;
  if constexpr (k == Kind::Scalar)
    return type_constant<bare<T>>();
  else if constexpr (k == Kind::Complex || k == Kind::Range)
    return float_type_of<typename bare<T>::value_type>();
  else if constexpr (k == Kind::Dense)
    return float_type_of<typename bare<T>::Scalar>();
  else if constexpr (k == Kind::Array)
    return float_type_of<std::remove_all_extents_t<T>>();
  else if constexpr (k == Kind::Members)
    return decltype(with_members(std::declval<T &>(), FloatsOfMembers()))();
  else
    return type_constant<void>();
}

template <class T> using float_type = typename decltype(float_type_of<T>())::type;

/// Sets all floats of \p object to zero.
template <class T> constexpr void clear(T &object) {
  for_each_float(object, [](auto &x) { x = 0; });
}

/// Copies the floats and plain numbers of \p from into \p to, which has the same shape.
template <class To, class From> constexpr void copy_values(To &to, From &from) {
  constexpr Kind k = kind<To>;
  if constexpr (std::is_const_v<To> || (k == Kind::Inert && std::is_class_v<To>)) {
    // stays
  } else if constexpr (k == Kind::Scalar || k == Kind::Complex || (k == Kind::Inert && !std::is_array_v<To>)) {
    to = from;
  } else if constexpr (k == Kind::Dense) {
    auto *target = to.data();
    auto *source = from.data();
    for (decltype(to.size()) i = 0, n = to.size(); i != n; ++i)
      target[i] = source[i];
  } else if constexpr (k == Kind::Members) {
    with_members(to, [&](auto &...targets) {
      with_members(from, [&](auto &...sources) { (copy_values(targets, sources), ...); });
    });
  } else {
    auto source = std::begin(from);
    for (auto &target : to)
      copy_values(target, *source++);
  }
}

/// The floats of an object by number.
template <class T> class Floats {
public:
  using value_type = float_type<T>;

  explicit Floats(T &object) {
    for_each_float(object, [&](value_type &x) { Places.push_back(&x); });
  }
  std::size_t size() const { return Places.size(); }
  value_type &operator[](std::size_t i) const { return *Places[i]; }

private:
  std::vector<value_type *> Places;
};

} // namespace fluxion::detail

#endif
