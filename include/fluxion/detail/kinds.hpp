//===- kinds.hpp - What can be differentiated with respect to -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorts types by how their floats are found:
//
//   Scalar    float, double, long double, _Float16
//   Complex   std::complex of those
//   Array     C arrays
//   Dense     Eigen's matrices and vectors (recognised by their members; Eigen is not included)
//   Range     containers that own their elements: std::array, std::vector, std::list ...
//   View      std::span: the elements belong to somebody else
//   Members   std::tuple, std::pair and classes with public members only, of all these
//   Inert     nothing to differentiate: integers, enumerations, strings, containers of those
//   Pointer   needs its length
//   Opaque    everything else: has private members, say
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_KINDS_HPP
#define FLUXION_DETAIL_KINDS_HPP

#include "markers.hpp"
#include <array>
#include <complex>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace fluxion::detail {

enum class Kind { Scalar, Complex, Array, Dense, Range, View, Members, Inert, Pointer, Opaque };

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

template <class T> inline constexpr bool is_scalar = std::is_floating_point_v<T>;
template <> inline constexpr bool is_scalar<_Float16> = true;

template <class T> inline constexpr bool is_complex = false;
template <class T> inline constexpr bool is_complex<std::complex<T>> = true;

/// The matrix or vector type that an expression of Eigen has the value of; else T itself.
template <class T, class = void> struct plain_of {
  using type = T;
  static constexpr bool dense = false;
};
template <class T>
struct plain_of<T, std::void_t<typename T::PlainObject, typename T::Scalar, decltype(T::RowsAtCompileTime)>> {
  using type = typename T::PlainObject;
  static constexpr bool dense = true;
};
template <class T> using plain = typename plain_of<T>::type;

template <class T, class = void> inline constexpr bool is_view = false;
template <class T>
inline constexpr bool is_view<T, std::void_t<typename T::element_type, decltype(T::extent),
                                             decltype(T(std::declval<typename T::pointer>(), std::size_t()))>> = true;

template <class T, class = void> inline constexpr bool is_range = false;
template <class T>
inline constexpr bool is_range<T, std::void_t<typename T::value_type, decltype(std::begin(std::declval<T &>()) !=
                                                                               std::end(std::declval<T &>()))>> = true;

/// Can elements be assigned to? Not those of std::vector<bool>, nor keys.
template <class T>
inline constexpr bool owns_elements =
    std::is_same_v<decltype(*std::begin(std::declval<T &>())), typename T::value_type &>;

/// How many names a structured binding of T has; -1 if it cannot be taken apart.
template <class T, class = void> inline constexpr int member_count = -1;
template <class T>
inline constexpr int
    member_count<T, std::void_t<std::integral_constant<std::size_t, __builtin_structured_binding_size(T)>>> =
        static_cast<int>(__builtin_structured_binding_size(T));

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc++26-extensions"
/// Calls \p f with all members of \p object.
template <class T, class F> FLUXION_INLINE constexpr decltype(auto) with_members(T &object, F &&f) {
  auto &[... members] = object;
  return f(members...);
}
#pragma clang diagnostic pop

template <class T> constexpr Kind kind_of();

template <Kind... Ks> constexpr Kind kind_of_members() {
  if constexpr (((Ks == Kind::Opaque || Ks == Kind::Pointer || Ks == Kind::View) || ...))
    return Kind::Opaque;
  else
    return ((Ks == Kind::Inert) && ...) ? Kind::Inert : Kind::Members;
}

template <Kind K> using kind_constant = std::integral_constant<Kind, K>;

/// Names the kind of a class from the kinds of its members.
struct KindOfMembers {
  template <class... M> constexpr auto operator()(M &...) const {
    return kind_constant<kind_of_members<kind_of<std::remove_cv_t<M>>()...>()>();
  }
};

template <class T> constexpr Kind kind_of_range() {
  constexpr Kind element = kind_of<typename T::value_type>();
  if constexpr (element == Kind::Inert)
    return Kind::Inert;
  else if constexpr (element == Kind::Pointer || element == Kind::Opaque || element == Kind::View || !owns_elements<T>)
    return Kind::Opaque;
  else
    return Kind::Range;
}

template <class T> constexpr Kind kind_of() {
  if constexpr (is_scalar<T>)
    return Kind::Scalar;
  else if constexpr (std::is_integral_v<T> || std::is_enum_v<T> || std::is_null_pointer_v<T>)
    return Kind::Inert;
  else if constexpr (std::is_pointer_v<T>)
    return std::is_function_v<std::remove_pointer_t<T>> ? Kind::Inert : Kind::Pointer;
  else if constexpr (std::is_array_v<T>)
    return kind_of<bare<std::remove_extent_t<T>>>() == Kind::Inert ? Kind::Inert : Kind::Array;
  else if constexpr (!std::is_class_v<T>)
    return Kind::Opaque;
  else if constexpr (is_complex<T>)
    return Kind::Complex;
  else if constexpr (plain_of<T>::dense)
    return std::is_same_v<plain<T>, T> ? Kind::Dense : Kind::Opaque;
  else if constexpr (is_view<T>)
    return kind_of<std::remove_cv_t<typename T::element_type>>() == Kind::Inert ? Kind::Inert : Kind::View;
  else if constexpr (is_range<T>)
    return kind_of_range<T>();
  else if constexpr (std::is_empty_v<T>)
    return Kind::Inert;
  else if constexpr (member_count<T> > 0)
    return decltype(with_members(std::declval<T &>(), KindOfMembers()))::value;
  else
    return Kind::Opaque;
}

template <class T> inline constexpr Kind kind = kind_of<bare<T>>();

} // namespace fluxion::detail

#endif
