//===- explicit.hpp - Every argument says what happens to it -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// forward<f>(dual(x, dx), constant(n))     {value, tangent}, or nothing if f returns nothing
// reverse<f>(active(x), duplicated(p, dp), n)   {value, gradient of the active arguments}
//
// Without a wrapper a float is active in reverse mode, an integer is constant, and
// everything else has to say what it is. seed(w) may stand first in reverse mode.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_EXPLICIT_HPP
#define FLUXION_DETAIL_EXPLICIT_HPP

#include "gradient.hpp"
#include "jvp.hpp"

namespace fluxion {
namespace detail {

template <class Next, class T, class N> constexpr auto port_of(const Active<T> &wrapped, N &next) {
  static_assert(kind<T> != Kind::Inert, "fluxion: an argument without floats cannot be active");
  return port_of_plain<Next>(wrapped.value, next);
}

template <class T> inline constexpr bool is_said = is_wrapper<T> || kind<T> == Kind::Scalar || kind<T> == Kind::Inert;

template <class... Args> constexpr bool check_said() {
  static_assert((is_said<Args> && ...),
                "fluxion: say what happens to an argument that is no plain number: constant(x), active(x), "
                "duplicated(x, dx), or in forward mode dual(x, dx)");
  return (is_said<Args> && ...);
}

template <auto F, class... Ports> FLUXION_INLINE auto forward_of(const std::tuple<Ports...> &ports) {
  Named<F> f;
  if constexpr (std::is_void_v<typename ResultOf<Named<F>, Ports...>::returned>) {
    auto shadows = shadows_for<OneLane>(ports);
    Asking<Forward, OneLane>::template pass<0>(reinterpret_cast<void *>(&Primal<Named<F>, void, Ports...>::run), ports,
                                               shadows, fluxion_const, operand_of(f));
  } else {
    return jvp_of(f, ports);
  }
}

/// What the sweep of a function that returns nothing leaves: the gradient of active arguments, if any.
template <auto F, class... Ports> FLUXION_INLINE auto reverse_of_nothing(const std::tuple<Ports...> &ports) {
  Named<F> f;
  auto shadows = shadows_for<OneLane>(ports);
  Asking<Reverse, OneLane>::template pass<0>(reinterpret_cast<void *>(&Primal<Named<F>, void, Ports...>::run), ports,
                                             shadows, fluxion_const, operand_of(f));
  if constexpr (count_active<Ports...> > 0)
    return take_gradients(shadows);
}

template <auto F, class W, class... Ports>
FLUXION_INLINE auto reverse_of(const W &weight, const std::tuple<Ports...> &ports) {
  Named<F> f;
  using R = result_of<Named<F>, Ports...>;
  if constexpr (check_result<R>()) {
    auto shadows = shadows_for<OneLane>(ports);
    R value = std::apply([&](auto &...p) { return place_for_result<Named<F>, R>(f, p...); }, ports);
    R adjoint = adjoint_from(value, weight);
    reverse_sweep<true>(f, value, adjoint, ports, shadows);
    return ValueAndGradient<R, decltype(take_gradients(shadows))>{std::move(value), take_gradients(shadows)};
  } else {
    return ValueAndGradient<Refused, Refused>{};
  }
}

template <auto F, class... Ports> FLUXION_INLINE auto reverse_without_seed(const std::tuple<Ports...> &ports) {
  using Returned = typename ResultOf<Named<F>, Ports...>::returned;
  if constexpr (std::is_void_v<Returned>) {
    return reverse_of_nothing<F>(ports);
  } else {
    using R = result_of<Named<F>, Ports...>;
    static_assert(kind<R> == Kind::Scalar,
                  "fluxion: the function returns several floats; say with fluxion::seed(w) how they are weighted");
    if constexpr (kind<R> == Kind::Scalar)
      return reverse_of<F>(R(1), ports);
    else
      return ValueAndGradient<Refused, Refused>{};
  }
}

} // namespace detail

template <auto F, class... Args> FLUXION_INLINE auto forward(Args &&...arguments) {
  if constexpr (detail::check_said<Args...>())
    return detail::forward_of<F>(detail::all_without_shadow(detail::ports_of(arguments...)));
}

template <auto F, class... Args> FLUXION_INLINE auto reverse(Args &&...arguments) {
  if constexpr (detail::check_said<Args...>())
    return detail::reverse_without_seed<F>(detail::ports_of(arguments...));
}

template <auto F, class W, class... Args> FLUXION_INLINE auto reverse(detail::Seed<W> seed, Args &&...arguments) {
  if constexpr (detail::check_said<Args...>())
    return detail::reverse_of<F>(seed.value, detail::ports_of(arguments...));
}

} // namespace fluxion

#endif
