//===- jvp.hpp - Products with a Jacobian from the right -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// jvp(f, x, v) and value_and_jvp(f, x, v); with several arguments jvp(f, dual(x, v), ...).
// One forward sweep each.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_JVP_HPP
#define FLUXION_DETAIL_JVP_HPP

#include "given.hpp"
#include "request.hpp"

namespace fluxion {

template <class R> struct ValueAndTangent {
  R value;
  R tangent;
};

namespace detail {

/// In forward mode what brings no tangent is constant.
template <class Port> constexpr auto without_shadow(const Port &port) {
  if constexpr (Port::role != Role::Active)
    return port;
  else
    return GivenPort<Role::Constant, Port, std::nullptr_t>(port, nullptr);
}

template <class F, class... Ports> FLUXION_INLINE auto jvp_of(F &f, const std::tuple<Ports...> &ports) {
  using R = result_of<F, Ports...>;
  if constexpr (check_result<R>()) {
    auto shadows = shadows_for<OneLane>(ports);
    R value = std::apply([&](auto &...p) { return place_for_result<F, R>(f, p...); }, ports);
    R tangent = value;
    clear(tangent);
    forward_sweep(f, value, tangent, ports, shadows);
    return ValueAndTangent<R>{std::move(value), std::move(tangent)};
  } else {
    return ValueAndTangent<Refused>{};
  }
}

template <class... Ports> constexpr auto all_without_shadow(const std::tuple<Ports...> &ports) {
  return std::apply([](auto &...p) { return std::make_tuple(without_shadow(p)...); }, ports);
}

template <class... Args> constexpr bool check_tangents() {
  constexpr bool ok = (is_dual<bare<Args>> || ...) || sizeof...(Args) == 2;
  static_assert(ok, "fluxion: with several arguments write dual(x, v) for each that has a tangent");
  return ok;
}

/// Ports of (x, v), or of arguments among which some are dual(x, v).
template <class... Args> auto ports_with_tangents(Args &...arguments) {
  if constexpr ((is_dual<bare<Args>> || ...)) {
    return all_without_shadow(ports_of(arguments...));
  } else {
    auto both = std::tie(arguments...);
    return std::make_tuple(given_port<Role::Duplicated>(std::get<0>(both), std::get<1>(both)));
  }
}

} // namespace detail

template <class F, class... Args> FLUXION_INLINE auto value_and_jvp(F &&f, Args &&...arguments) {
  if constexpr (detail::check_tangents<Args...>())
    return detail::jvp_of(f, detail::ports_with_tangents(arguments...));
  else
    return ValueAndTangent<detail::Refused>{};
}

template <class F, class... Args> FLUXION_INLINE auto jvp(F &&f, Args &&...arguments) {
  return value_and_jvp(std::forward<F>(f), std::forward<Args>(arguments)...).tangent;
}

} // namespace fluxion

#endif
