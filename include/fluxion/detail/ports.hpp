//===- ports.hpp - How one argument travels to the derivative -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whatever an argument is, the differentiated code gets a pointer: to the object, to
// the first of its elements, or to the view. A port knows that pointer, makes the
// argument of it again, and makes a shadow:
//
//   vector<double> x        ObjectPort     vector<double> *   gradient: vector<double>
//   double x[3]             ObjectPort     double (*)[3]      gradient: array<double, 3>
//   double *x, size_t n     PointerPort    double *           gradient: vector<double>
//   span<double> x          ViewPort       span<double> *     gradient: vector<double>
//   int n, constant(x)      ConstantPort
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_PORTS_HPP
#define FLUXION_DETAIL_PORTS_HPP

#include "floats.hpp"
#include "wrappers.hpp"
#include <tuple>

namespace fluxion::detail {

template <class T> struct owned_of {
  using type = T;
};
template <class T, std::size_t N> struct owned_of<T[N]> {
  using type = std::array<typename owned_of<T>::type, N>;
};
/// What holds a gradient with respect to a T: T itself, unless it is a C array.
template <class T> using owned = typename owned_of<std::remove_cv_t<T>>::type;

template <class T> constexpr owned<T> copy_of(const T &value) {
  if constexpr (std::is_array_v<T>) {
    owned<T> copy{};
    for (std::size_t i = 0; i != copy.size(); ++i)
      copy[i] = copy_of<std::remove_extent_t<T>>(value[i]);
    return copy;
  } else {
    static_assert(std::is_copy_constructible_v<T>,
                  "fluxion: an argument must be copyable, since its gradient begins as a copy of it");
    return value;
  }
}

/// Not differentiated: a pointer to it, or itself if it is a pointer.
template <class T> struct ConstantPort {
  static constexpr Role role = Role::Constant;
  using pointer = std::conditional_t<std::is_pointer_v<T>, std::remove_cv_t<T>, T *>;
  /// A number beside an array is not overwritten through the array.
  using parameter = std::conditional_t<std::is_integral_v<T>, T *__restrict, pointer>;
  pointer address;

  explicit constexpr ConstantPort(T &value) : address(addressOf(value)) {}
  FLUXION_INLINE static decltype(auto) get(parameter const &p) {
    if constexpr (std::is_pointer_v<T>)
      return (p);
    else
      return (*p);
  }

private:
  static constexpr pointer addressOf(T &value) {
    if constexpr (std::is_pointer_v<T>)
      return value;
    else
      return &value;
  }
};

/// An object: its shadow is one of the same type.
template <class T> struct ObjectPort {
  static constexpr Role role = Role::Active;
  using pointer = T *;
  using parameter = std::conditional_t<std::is_const_v<T>, T *__restrict, T *>;
  using shadow_pointer = std::remove_const_t<T> *;
  using holder = owned<T>;
  pointer address;

  explicit constexpr ObjectPort(T &value) : address(&value) {}
  FLUXION_INLINE static T &get(pointer p) { return *p; }
  holder copy() const { return copy_of<std::remove_cv_t<T>>(*address); }

  /// The shadow that lives in a holder.
  struct Shadow {
    shadow_pointer address;
    explicit Shadow(holder &h) : address(reinterpret_cast<shadow_pointer>(&h)) {}
  };
};

/// A pointer and how many elements it leads to.
template <class T> struct PointerPort {
  static constexpr Role role = Role::Active;
  using pointer = T *;
  using parameter = pointer;
  using shadow_pointer = std::remove_const_t<T> *;
  using holder = std::vector<owned<T>>;
  pointer address;
  std::size_t count;

  constexpr PointerPort(T *first, std::size_t n) : address(first), count(n) {}
  FLUXION_INLINE static T *get(pointer p) { return p; }
  holder copy() const {
    holder h;
    h.reserve(count);
    for (std::size_t i = 0; i != count; ++i)
      h.push_back(copy_of<std::remove_cv_t<T>>(address[i]));
    return h;
  }

  struct Shadow {
    shadow_pointer address;
    explicit Shadow(holder &h) : address(reinterpret_cast<shadow_pointer>(h.data())) {}
  };
};

/// A std::span: its shadow is a span of elements that the holder owns.
template <class V> struct ViewPort {
  using element = std::remove_const_t<typename V::element_type>;
  static constexpr bool fixed = V::extent != static_cast<std::size_t>(-1);
  static constexpr Role role = Role::Active;
  using pointer = V *;
  using parameter = pointer;
  using shadow_pointer = std::remove_const_t<V> *;
  using holder = std::conditional_t<fixed, std::array<element, fixed ? V::extent : 0>, std::vector<element>>;
  pointer address;

  explicit constexpr ViewPort(V &value) : address(&value) {}
  FLUXION_INLINE static V &get(pointer p) { return *p; }
  holder copy() const {
    if constexpr (fixed) {
      holder h{};
      for (std::size_t i = 0; i != h.size(); ++i)
        h[i] = (*address)[i];
      return h;
    } else {
      return holder(address->begin(), address->end());
    }
  }

  struct Shadow {
    std::remove_const_t<V> view;
    shadow_pointer address = &view;
    explicit Shadow(holder &h) : view(h.data(), h.size()) {}
    Shadow(const Shadow &) = delete;
    Shadow &operator=(const Shadow &) = delete;
  };
};

/// An argument whose shadow the caller has.
template <Role R, class Port, class ShadowPointer> struct GivenPort : Port {
  static constexpr Role role = R;
  using base = Port;
  ShadowPointer shadow;
  constexpr GivenPort(Port port, ShadowPointer given) : Port(port), shadow(given) {}
};

//===----------------------------------------------------------------------===//
// From arguments to ports
//===----------------------------------------------------------------------===//

template <class T> constexpr void check_kind() {
  constexpr Kind k = kind<T>;
  static_assert(k != Kind::Opaque || plain_of<bare<T>>::dense == false,
                "fluxion: an argument is an expression of Eigen; give it memory with .eval()");
  static_assert(k != Kind::Opaque || plain_of<bare<T>>::dense,
                "fluxion: an argument is of a type whose floats cannot be found (it has private members, or holds "
                "pointers); wrap it in fluxion::constant(...), or pass its floats");
}

/// The number of elements that \p next says; none if it is no number.
template <class N> constexpr std::size_t count_in(const N &next) {
  if constexpr (std::is_integral_v<N>)
    return static_cast<std::size_t>(next);
  else
    return 0;
}

/// The port of an argument that nothing is said of, in front of an argument of type \p Next.
template <class Next, class T, class N> constexpr auto port_of_plain(T &value, [[maybe_unused]] N &next) {
  constexpr Kind k = kind<T>;
  if constexpr (k == Kind::Inert) {
    return ConstantPort<T>(value);
  } else if constexpr (k == Kind::View) {
    return ViewPort<T>(value);
  } else if constexpr (k == Kind::Pointer) {
    using Pointee = std::remove_pointer_t<bare<T>>;
    if constexpr (std::is_void_v<Pointee>) {
      static_assert(!std::is_void_v<Pointee>, "fluxion: a pointer to void leads to nobody knows what; wrap it in "
                                              "fluxion::constant(...), or pass a pointer to floats");
    } else if constexpr (kind<Pointee> == Kind::Inert) {
      return ConstantPort<T>(value);
    } else {
      check_kind<Pointee>();
      static_assert(std::is_integral_v<bare<Next>>,
                    "fluxion: a pointer must be followed by the number of elements that it leads to; pass a "
                    "std::span, or wrap it in fluxion::constant(...)");
      return PointerPort<Pointee>(value, count_in(next));
    }
  } else {
    check_kind<T>();
    return ObjectPort<T>(value);
  }
}

template <class Next, class T, class N> constexpr auto port_of(const Constant<T> &wrapped, N &) {
  return ConstantPort<T>(wrapped.value);
}

struct End {};

template <class T, class N> constexpr auto port_before(T &argument, N &next) {
  if constexpr (is_wrapper<T>)
    return port_of<N>(argument, next);
  else
    return port_of_plain<N>(argument, next);
}

template <std::size_t I, class Tuple> constexpr auto port_number(Tuple &arguments) {
  End end;
  if constexpr (I + 1 < std::tuple_size_v<Tuple>)
    return port_before(std::get<I>(arguments), std::get<I + 1>(arguments));
  else
    return port_before(std::get<I>(arguments), end);
}

template <class Tuple, std::size_t... I> constexpr auto make_ports(Tuple arguments, std::index_sequence<I...>) {
  return std::make_tuple(port_number<I>(arguments)...);
}

/// The ports of \p arguments, as a tuple.
template <class... Args> constexpr auto ports_of(Args &...arguments) {
  return make_ports(std::tie(arguments...), std::index_sequence_for<Args...>());
}

} // namespace fluxion::detail

#endif
