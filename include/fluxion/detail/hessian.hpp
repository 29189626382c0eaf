//===- hessian.hpp - Second derivatives -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hvp(f, x, v), or hvp(f, dual(x, v), ...): the Hessian times v. hessian(f, x, ...): all of
// it, several columns in each sweep. Both differentiate the gradient in forward mode.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_HESSIAN_HPP
#define FLUXION_DETAIL_HESSIAN_HPP

#include "jacobian.hpp"
#include "jvp.hpp"

namespace fluxion {
namespace detail {

/// Writes the operands of the inner request; unlike Asking it stands in differentiated
/// code, where even a tuple would have to be differentiated.
template <class... Ports> struct InnerRequest;
template <> struct InnerRequest<> {
  template <class... Operands> FLUXION_INLINE static void pass(void *, Operands... operands) {
    request_reverse(operands...);
  }
};
template <class Port, class... Rest> struct InnerRequest<Port, Rest...> {
  template <class... Operands>
  FLUXION_INLINE static void pass(void *shadow, typename Port::pointer address, typename Rest::pointer... rest,
                                  Operands... operands) {
    if constexpr (Port::role == Role::Constant)
      InnerRequest<Rest...>::pass(shadow, rest..., operands..., fluxion_const, untyped(address));
    else
      InnerRequest<Rest...>::pass(shadow, rest..., operands..., fluxion_dup, untyped(address), shadow);
  }
};

/// Adds the gradient of f to where \p gradient leads.
template <class F, class R, class Gradient, class... Ports> struct GradientPrimal {
  static void run(typename Callee<F>::type f, Gradient __restrict gradient, typename Ports::parameter... arguments) {
    R value{}, one = 1;
    InnerRequest<Ports...>::pass(gradient, arguments..., reinterpret_cast<void *>(&Primal<F, R, Ports...>::run),
                                 fluxion_const, operand(f), fluxion_dupnoneed, static_cast<void *>(&value),
                                 static_cast<void *>(&one));
  }
};

template <class Port, class = void> struct base_of {
  using type = Port;
};
template <class Port> struct base_of<Port, std::void_t<typename Port::base>> {
  using type = typename Port::base;
};

template <class... Ports> constexpr std::size_t differentiated_number() {
  std::size_t number = 0, i = 0;
  ((number = Ports::role == Role::Constant ? number : i, ++i), ...);
  return number;
}

/// The port of the one argument that is not constant.
template <class... Ports>
using differentiated_port =
    typename base_of<std::tuple_element_t<differentiated_number<Ports...>(), std::tuple<Ports...>>>::type;

template <class F, class... Ports> constexpr bool check_second_order() {
  constexpr int differentiated = ((Ports::role == Role::Constant ? 0 : 1) + ... + 0);
  static_assert(differentiated > 0, "fluxion: no argument holds floats to differentiate with respect to");
  static_assert(differentiated < 2,
                "fluxion: a Jacobian or Hessian is with respect to one argument; wrap the others in "
                "fluxion::constant(...), or put them into one struct");
  return check_scalar_result<result_of<F, Ports...>>() && differentiated == 1;
}

/// The tangents of the gradient, from the tangents of the argument in \p shadows.
template <class F, class... Ports, class Held, class Gradient, class Port, std::size_t... Lane>
FLUXION_INLINE void second_sweep(F &f, const std::tuple<Ports...> &ports, Held &shadows, Gradient &gradient,
                                 Shadows<Port, std::index_sequence<Lane...>> &tangents) {
  using R = result_of<F, Ports...>;
  void *run = reinterpret_cast<void *>(&GradientPrimal<F, R, typename Port::shadow_pointer, Ports...>::run);
  Asking<Forward, std::index_sequence<Lane...>>::template pass<0>(run, ports, shadows, fluxion_const, operand_of(f),
                                                                  fluxion_dup, gradient.template address<0>(),
                                                                  tangents.template address<Lane>()...);
}

template <class F, class... Ports> FLUXION_INLINE auto hvp_of(F &f, const std::tuple<Ports...> &ports) {
  if constexpr (check_second_order<F, Ports...>()) {
    using Port = differentiated_port<Ports...>;
    const Port &port = std::get<differentiated_number<Ports...>()>(ports);
    auto shadows = shadows_for<OneLane>(ports);
    Shadows<Port, OneLane> gradient(port), tangents(port);
    second_sweep(f, ports, shadows, gradient, tangents);
    return std::get<0>(tangents.take());
  } else {
    return Refused();
  }
}

template <class F, class... Ports> FLUXION_INLINE auto second_rows(F &f, const std::tuple<Ports...> &ports) {
  using Port = differentiated_port<Ports...>;
  using G = typename Port::holder;
  using Lanes = std::make_index_sequence<lanes_for<G>::value>;
  const Port &port = std::get<differentiated_number<Ports...>()>(ports);
  auto shadows = shadows_for<Lanes>(ports);
  auto &directions = std::get<differentiated_number<Ports...>()>(shadows);
  Shadows<Port, OneLane> gradient(port);
  Shadows<Port, Lanes> tangents(port);
  auto inputs = floats_of_lanes<G>(directions, Lanes()), results = floats_of_lanes<G>(tangents, Lanes());
  const std::size_t n = inputs[0].size(), lanes = Lanes::size();
  Rows<G, G> rows(n, n, gradient[0]);
  for (std::size_t first = 0; first < n; first += lanes) {
    gradient.reset();
    directions.reset();
    tangents.reset();
    for (std::size_t l = 0; l < lanes && first + l < n; ++l)
      inputs[l][first + l] = 1;
    second_sweep(f, ports, shadows, gradient, tangents);
    for (std::size_t l = 0; l < lanes && first + l < n; ++l)
      for (std::size_t j = 0; j < n; ++j)
        rows.at(first + l, j) = results[l][j];
  }
  return rows.take();
}

template <class F, class... Ports> FLUXION_INLINE auto hessian_of(F &f, const std::tuple<Ports...> &ports) {
  if constexpr (check_second_order<F, Ports...>()) {
    if constexpr (check_one_float_type<typename differentiated_port<Ports...>::holder>())
      return second_rows(f, ports);
    else
      return Refused();
  } else {
    return Refused();
  }
}

} // namespace detail

template <class F, class... Args> FLUXION_INLINE auto hvp(F &&f, Args &&...arguments) {
  if constexpr (detail::check_tangents<Args...>())
    return detail::hvp_of(f, detail::ports_with_tangents(arguments...));
  else
    return detail::Refused();
}

template <class F, class... Args> FLUXION_INLINE auto hessian(F &&f, Args &&...arguments) {
  return detail::hessian_of(f, detail::ports_of(arguments...));
}

} // namespace fluxion

#endif
