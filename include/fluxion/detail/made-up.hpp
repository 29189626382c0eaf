//===- made-up.hpp - Inputs that nobody gave -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values for any argument that can be differentiated, from a range. Integers and the
// lengths of vectors are all CheckOptions::length, so that a pointer and the number beside
// it fit; a pointer without a number leads to 16 elements or that many, if more.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_MADE_UP_HPP
#define FLUXION_DETAIL_MADE_UP_HPP

#include "given.hpp"
#include <algorithm>
#include <random>
#include <string>

namespace fluxion::detail {

/// Where floats come from.
struct InputRange {
  const char *name;
  double low, high;
  bool random; ///< else all are low
  static InputRange direction() { return {"direction", -1, 1, true}; }
};

/// Random ranges in turn, then edges.
inline std::vector<InputRange> inputRanges(int trials) {
  const InputRange random[] = {{"random in [0.5, 2]", 0.5, 2, true}, {"random in [-2, 2]", -2, 2, true}};
  const InputRange edges[] = {{"all zero", 0, 0, false},
                              {"all one", 1, 1, false},
                              {"all -1", -1, -1, false},
                              {"random near 0", -1e-3, 1e-3, true},
                              {"random in [2, 20]", 2, 20, true}};
  std::vector<InputRange> all;
  for (int i = 0; i < trials; ++i)
    all.push_back(random[i % 2]);
  all.insert(all.end(), std::begin(edges), std::end(edges));
  return all;
}

class RandomNumbers {
public:
  explicit RandomNumbers(unsigned long seed) : Engine(seed) {}
  double from(const InputRange &range) {
    return range.random ? std::uniform_real_distribution<double>(range.low, range.high)(Engine) : range.low;
  }

private:
  std::mt19937_64 Engine;
};

template <class T> void fillFloats(T &object, RandomNumbers &random, const InputRange &range) {
  for_each_float(object, [&](auto &x) { x = static_cast<bare<decltype(x)>>(random.from(range)); });
}

template <class T, class = void> inline constexpr bool can_resize = false;
template <class T>
inline constexpr bool can_resize<T, std::void_t<decltype(std::declval<T &>().resize(std::size_t()))>> = true;

/// Gives containers and integers in \p object the size \p n.
template <class T> void giveSize(T &object, std::size_t n) {
  constexpr Kind k = kind<T>;
  if constexpr (std::is_const_v<T> || k == Kind::Opaque || k == Kind::Pointer) {
    // stays
  } else if constexpr (k == Kind::Dense) {
    using Index = typename T::Index;
    object.resize(T::RowsAtCompileTime < 0 ? static_cast<Index>(n) : T::RowsAtCompileTime,
                  T::ColsAtCompileTime < 0 ? static_cast<Index>(n) : T::ColsAtCompileTime);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    object = static_cast<T>(n);
  } else if constexpr (is_range<T> && !std::is_same_v<T, std::string>) {
    if constexpr (can_resize<T>)
      object.resize(n);
    std::size_t number = 0;
    for (auto &&element : object)
      if constexpr (std::is_integral_v<bare<decltype(element)>>)
        element = static_cast<bare<decltype(element)>>(number++);
      else
        giveSize(element, n);
  } else if constexpr (k == Kind::Members) {
    with_members(object, [&](auto &...members) { (giveSize(members, n), ...); });
  } else if constexpr (k == Kind::Array) {
    for (auto &element : object)
      giveSize(element, n);
  }
}

template <class T> double dot(const T &weights, const T &values) {
  T w = weights, x = values;
  std::vector<double> all;
  for_each_float(w, [&](auto &f) { all.push_back(static_cast<double>(f)); });
  double sum = 0;
  std::size_t i = 0;
  for_each_float(x, [&](auto &f) {
    if (all[i] != 0) // what nobody weighs may be anything
      sum += all[i] * static_cast<double>(f);
    ++i;
  });
  return sum;
}

template <class T> constexpr bool isSingleIn() {
  using Float = float_type<T>;
  return !std::is_void_v<Float> && !std::is_same_v<Float, double> && !std::is_same_v<Float, long double>;
}

template <class T> constexpr bool canBeMadeUpAs() {
  constexpr Kind k = kind<T>;
  return k != Kind::Opaque && k != Kind::Pointer && k != Kind::View && std::is_default_constructible_v<bare<T>> &&
         std::is_copy_constructible_v<bare<T>>;
}

/// An argument of type A: an object of its own.
template <class A, class = void> struct MadeUp {
  using Object = owned<bare<A>>;
  static constexpr bool possible = canBeMadeUpAs<Object>() && !std::is_rvalue_reference_v<A>;
  static constexpr bool isOutput = std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>;
  Object object{};

  void giveSize(std::size_t n) { detail::giveSize(object, n); }
  Object &floats() { return object; }
  bare<A> &argument() { return reinterpret_cast<bare<A> &>(object); }
  auto port(MadeUp &shadow) {
    if constexpr (kind<Object> == Kind::Inert)
      return ConstantPort<bare<A>>(argument());
    else
      return given_port<Role::Duplicated>(argument(), shadow.argument());
  }
};

/// A pointer: to elements of its own.
template <class A> struct MadeUp<A, std::enable_if_t<std::is_pointer_v<bare<A>>>> {
  using Pointee = std::remove_pointer_t<bare<A>>;
  using Element =
      std::conditional_t<std::is_void_v<Pointee> || std::is_function_v<Pointee>, char *, std::remove_cv_t<Pointee>>;
  static constexpr bool possible = canBeMadeUpAs<Element>();
  static constexpr bool isOutput = !std::is_const_v<Pointee>;
  std::vector<std::conditional_t<possible, Element, int>> object = {};
  bare<A> pointer = nullptr;

  void giveSize(std::size_t n) {
    object.resize(std::max<std::size_t>(n, 16));
    for (std::size_t i = 0; i < object.size(); ++i)
      if constexpr (std::is_integral_v<Element>)
        object[i] = static_cast<Element>(i % n);
      else
        detail::giveSize(object[i], n);
  }
  auto &floats() { return object; }
  bare<A> &argument() { return pointer = object.data(); }
  auto port(MadeUp &shadow) {
    if constexpr (kind<Element> == Kind::Inert)
      return ConstantPort<bare<A>>(argument());
    else
      return given_port<Role::Duplicated>(argument(), shadow.argument());
  }
};

/// A view of elements of its own.
template <class A> struct MadeUp<A, std::enable_if_t<is_view<bare<A>>>> {
  using View = bare<A>;
  using Element = std::remove_cv_t<typename View::element_type>;
  static constexpr bool possible = canBeMadeUpAs<Element>();
  static constexpr bool isOutput = !std::is_const_v<typename View::element_type>;
  std::vector<std::conditional_t<possible, Element, int>> object = {};
  View view = View(static_cast<typename View::pointer>(nullptr), View::extent == std::size_t(-1) ? 0 : View::extent);

  void giveSize(std::size_t n) { object.resize(View::extent == std::size_t(-1) ? n : View::extent); }
  auto &floats() { return object; }
  View &argument() { return view = View(object.data(), object.size()); }
  auto port(MadeUp &shadow) {
    if constexpr (kind<Element> == Kind::Inert)
      return ConstantPort<View>(argument());
    else
      return given_port<Role::Duplicated>(argument(), shadow.argument());
  }
};

template <class T> constexpr bool isMadeByItself() {
  return std::is_class_v<T> && kind<T> == Kind::Opaque && !is_view<T> && !plain_of<T>::dense &&
         std::is_default_constructible_v<T> && std::is_copy_constructible_v<T>;
}

/// A class that cannot be taken apart: constant, as its default constructor makes it.
template <class A> struct MadeUp<A, std::enable_if_t<isMadeByItself<bare<A>>()>> {
  static constexpr bool possible = !std::is_rvalue_reference_v<A>;
  static constexpr bool isOutput = false;
  int object = 0; // no floats
  bare<A> made{};

  void giveSize(std::size_t) {}
  int &floats() { return object; }
  bare<A> &argument() { return made; }
  auto port(MadeUp &) { return ConstantPort<bare<A>>(made); }
};

/// All inputs of a function that takes A...
template <class... A> class Inputs {
public:
  static constexpr bool canBeMadeUp = (MadeUp<A>::possible && ...);

  /// Are there floats of less than double precision?
  static constexpr bool isSingle = (isSingleIn<decltype(MadeUp<A>::object)>() || ...);

  /// The first argument that stays as its class makes it, from 1; 0 when there is none.
  static int asMade() {
    int first = 0, number = 0;
    ((++number, first = first == 0 && isMadeByItself<bare<A>>() ? number : first), ...);
    return first;
  }

  /// Which argument it fails at, from 1.
  static int whyNot() {
    int first = 0, number = 0;
    ((++number, first = first == 0 && !MadeUp<A>::possible ? number : first), ...);
    return first;
  }

  void fill(RandomNumbers &random, const InputRange &range, std::size_t length) {
    each([&](auto &made) {
      made.giveSize(length);
      fillFloats(made.floats(), random, range);
    });
  }
  /// Leaves weights only on what the function can write to.
  void clearInputsOnly() {
    each([](auto &made) {
      if constexpr (!bare<decltype(made)>::isOutput)
        detail::clear(made.floats());
    });
  }
  Inputs copy() const { return *this; }

  double dot(const Inputs &other) const { return dotOf(other, std::index_sequence_for<A...>()); }

  /// Adds \p step times \p v.
  void move(const Inputs &v, double step) { moveOf(v, step, std::index_sequence_for<A...>()); }

  template <class F> decltype(auto) apply(F &&f) {
    return std::apply([&](auto &...made) -> decltype(auto) { return f(made.argument()...); }, Made);
  }
  template <class F> void withPorts(Inputs &shadows, F &&f) { portsOf(shadows, f, std::index_sequence_for<A...>()); }

private:
  template <class F> void each(F &&f) {
    std::apply([&](auto &...made) { (f(made), ...); }, Made);
  }
  template <std::size_t... I> double dotOf(const Inputs &other, std::index_sequence<I...>) const {
    return (detail::dot(std::get<I>(Made).object, std::get<I>(other.Made).object) + ... + 0.0);
  }
  template <std::size_t... I> void moveOf(const Inputs &v, double step, std::index_sequence<I...>) {
    (moveOne(std::get<I>(Made).object, std::get<I>(v.Made).object, step), ...);
  }
  template <class T> static void moveOne(T &object, const T &v, double step) {
    T direction = v;
    std::vector<double> by;
    for_each_float(direction, [&](auto &f) { by.push_back(static_cast<double>(f)); });
    std::size_t i = 0;
    for_each_float(object,
                   [&](auto &f) { f = static_cast<bare<decltype(f)>>(static_cast<double>(f) + step * by[i++]); });
  }
  template <class F, std::size_t... I> void portsOf(Inputs &shadows, F &f, std::index_sequence<I...>) {
    f(std::make_tuple(std::get<I>(Made).port(std::get<I>(shadows.Made))...));
  }

  std::tuple<MadeUp<A>...> Made;
};

} // namespace fluxion::detail

#endif
