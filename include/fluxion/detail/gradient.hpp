//===- gradient.hpp - Gradients and products with a Jacobian from the left -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gradient(f, x...), value_and_gradient(f, x...), vjp(f, x, w), value_and_vjp(f, x, w),
// and with several arguments vjp(f, seed(w), x...). One reverse sweep each.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_GRADIENT_HPP
#define FLUXION_DETAIL_GRADIENT_HPP

#include "request.hpp"
#include "shapes.hpp"

namespace fluxion {

template <class V, class G> struct ValueAndGradient {
  V value;
  G gradient;
};
template <class V, class G> ValueAndGradient(V, G) -> ValueAndGradient<V, G>;

namespace detail {

template <bool NeedsResult, class F, class... Ports>
FLUXION_INLINE auto gradient_of(F &f, const std::tuple<Ports...> &ports) {
  using R = result_of<F, Ports...>;
  if constexpr (check_scalar_result<R>() && check_any_active<Ports...>()) {
    auto shadows = shadows_for<OneLane>(ports);
    R value{}, one = 1;
    reverse_sweep<NeedsResult>(f, value, one, ports, shadows);
    return ValueAndGradient{value, take_gradients(shadows)};
  } else {
    return ValueAndGradient<Refused, Refused>{};
  }
}

/// An object of type R with the floats of \p weight, which is used up by a sweep.
template <class R, class W> R adjoint_from(const R &result, const W &weight) {
  static_assert(std::is_convertible_v<const W &, R>,
                "fluxion: the weight of a result must be of the type of the result");
  R adjoint = static_cast<R>(weight);
  check_shape(adjoint, result, "weight of the result");
  return adjoint;
}

template <bool NeedsResult, class F, class W, class... Ports>
FLUXION_INLINE auto vjp_of(F &f, const W &weight, const std::tuple<Ports...> &ports) {
  using R = result_of<F, Ports...>;
  if constexpr (check_result<R>() && check_any_active<Ports...>()) {
    auto shadows = shadows_for<OneLane>(ports);
    R value = std::apply([&](auto &...p) { return place_for_result<F, R>(f, p...); }, ports);
    R adjoint = adjoint_from(value, weight);
    reverse_sweep<NeedsResult>(f, value, adjoint, ports, shadows);
    return ValueAndGradient<R, decltype(take_gradients(shadows))>{std::move(value), take_gradients(shadows)};
  } else {
    return ValueAndGradient<Refused, Refused>{};
  }
}

/// vjp(f, x, w) or vjp(f, seed(w), x...).
template <bool NeedsResult, class F, class A, class B, class... Rest>
FLUXION_INLINE auto vjp_of_arguments(F &f, A &first, B &second, Rest &...rest) {
  if constexpr (is_seed<bare<A>>) {
    return vjp_of<NeedsResult>(f, first.value, ports_of(second, rest...));
  } else {
    static_assert(sizeof...(Rest) == 0, "fluxion: with several arguments write vjp(f, fluxion::seed(w), arguments...)");
    return vjp_of<NeedsResult>(f, second, ports_of(first));
  }
}

} // namespace detail

template <class F, class... Args> FLUXION_INLINE auto gradient(F &&f, Args &&...arguments) {
  return detail::gradient_of<false>(f, detail::ports_of(arguments...)).gradient;
}

template <class F, class... Args> FLUXION_INLINE auto value_and_gradient(F &&f, Args &&...arguments) {
  return detail::gradient_of<true>(f, detail::ports_of(arguments...));
}

template <class F, class A, class B, class... Rest>
FLUXION_INLINE auto vjp(F &&f, A &&first, B &&second, Rest &&...rest) {
  return detail::vjp_of_arguments<false>(f, first, second, rest...).gradient;
}

template <class F, class A, class B, class... Rest>
FLUXION_INLINE auto value_and_vjp(F &&f, A &&first, B &&second, Rest &&...rest) {
  return detail::vjp_of_arguments<true>(f, first, second, rest...);
}

} // namespace fluxion

#endif
