//===- jacobian.hpp - Jacobians -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// jacobian(f, x, ...): exactly one argument is differentiated. Columns are taken in
// forward sweeps or rows in reverse sweeps, whichever are fewer; each sweep carries
// several of them.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_JACOBIAN_HPP
#define FLUXION_DETAIL_JACOBIAN_HPP

#include "gradient.hpp"
#include "rows.hpp"

namespace fluxion {
namespace detail {

template <class... Ports> constexpr std::size_t active_number() {
  std::size_t number = 0, i = 0;
  ((number = Ports::role == Role::Active ? i : number, ++i), ...);
  return number;
}

template <class... Ports> constexpr bool check_one_active() {
  static_assert(count_active<Ports...> < 2, "fluxion: a Jacobian or Hessian is with respect to one argument; wrap the "
                                            "others in fluxion::constant(...), or put them into one struct");
  return check_any_active<Ports...>() && count_active<Ports...> < 2;
}

template <class T> constexpr bool check_one_float_type() {
  constexpr bool ok = !std::is_same_v<float_type<T>, SeveralFloats>;
  static_assert(ok, "fluxion: a Jacobian or Hessian needs floats of one type, not float and double together");
  return ok;
}

/// A result and its shadows in some lanes.
template <class R, class Lanes> struct Results;
template <class R, std::size_t... Lane> struct Results<R, std::index_sequence<Lane...>> {
  R value;
  R shadow[sizeof...(Lane)];
  Floats<R> floats[sizeof...(Lane)];

  explicit Results(const R &place) : value(place), shadow{((void)Lane, place)...}, floats{Floats<R>(shadow[Lane])...} {
    reset();
  }
  Results(const Results &) = delete;
  Results &operator=(const Results &) = delete;
  void reset() { (clear(shadow[Lane]), ...); }
};

template <class G, std::size_t... Lane, class Held> auto floats_of_lanes(Held &held, std::index_sequence<Lane...>) {
  return std::array<Floats<G>, sizeof...(Lane)>{Floats<G>(held[Lane])...};
}

/// One sweep of all lanes.
template <class Mode, class F, class R, class... Ports, class Held, std::size_t... Lane>
FLUXION_INLINE void sweep(F &f, Results<R, std::index_sequence<Lane...>> &results, const std::tuple<Ports...> &ports,
                          Held &shadows) {
  void *run = reinterpret_cast<void *>(&Primal<F, R, Ports...>::run);
  void *place = &results.value;
  Asking<Mode, std::index_sequence<Lane...>>::template pass<0>(run, ports, shadows, fluxion_const, operand_of(f),
                                                               fluxion_dup, place,
                                                               static_cast<void *>(&results.shadow[Lane])...);
}

/// Fills the columns, a few in each forward sweep.
template <class Lanes, class F, class R, class... Ports, class To>
FLUXION_INLINE void columns(F &f, const R &place, const std::tuple<Ports...> &ports, To &rows) {
  auto shadows = shadows_for<Lanes>(ports);
  auto &tangents = std::get<active_number<Ports...>()>(shadows);
  Results<R, Lanes> results(place);
  auto inputs = floats_of_lanes<typename bare<decltype(tangents)>::holder>(tangents, Lanes());
  const std::size_t n = inputs[0].size(), m = results.floats[0].size(), lanes = Lanes::size();
  for (std::size_t first = 0; first < n; first += lanes) {
    tangents.reset();
    for (std::size_t l = 0; l < lanes && first + l < n; ++l)
      inputs[l][first + l] = 1;
    sweep<Forward>(f, results, ports, shadows);
    for (std::size_t l = 0; l < lanes && first + l < n; ++l)
      for (std::size_t i = 0; i < m; ++i)
        rows.at(i, first + l) = results.floats[l][i];
  }
}

/// Fills the rows, a few in each reverse sweep.
template <class Lanes, class F, class R, class... Ports, class To>
FLUXION_INLINE void rows_backwards(F &f, const R &place, const std::tuple<Ports...> &ports, To &rows) {
  auto shadows = shadows_for<Lanes>(ports);
  auto &adjoints = std::get<active_number<Ports...>()>(shadows);
  Results<R, Lanes> results(place);
  auto inputs = floats_of_lanes<typename bare<decltype(adjoints)>::holder>(adjoints, Lanes());
  const std::size_t n = inputs[0].size(), m = results.floats[0].size(), lanes = Lanes::size();
  for (std::size_t first = 0; first < m; first += lanes) {
    adjoints.reset();
    results.reset();
    for (std::size_t l = 0; l < lanes && first + l < m; ++l)
      results.floats[l][first + l] = 1;
    sweep<Reverse>(f, results, ports, shadows);
    for (std::size_t l = 0; l < lanes && first + l < m; ++l)
      for (std::size_t j = 0; j < n; ++j)
        rows.at(first + l, j) = inputs[l][j];
  }
}

/// A reverse sweep costs about as much as two forward sweeps.
constexpr bool forward_is_cheaper(std::size_t inputs, std::size_t results) { return inputs <= 2 * results; }

template <class F, class R, class... Ports> FLUXION_INLINE auto all_rows(F &f, const std::tuple<Ports...> &ports) {
  auto &port = std::get<active_number<Ports...>()>(ports);
  using G = typename bare<decltype(port)>::holder;
  if constexpr (check_one_float_type<R>() && check_one_float_type<G>()) {
    R place = std::apply([&](auto &...p) { return place_for_result<F, R>(f, p...); }, ports);
    G zero = port.copy();
    clear(zero);
    const std::size_t n = Floats<G>(zero).size(), m = Floats<R>(place).size();
    Rows<R, G> rows(m, n, zero);
    if (forward_is_cheaper(n, m))
      columns<std::make_index_sequence<lanes_for<G>::value>>(f, place, ports, rows);
    else
      rows_backwards<std::make_index_sequence<lanes_for<R>::value>>(f, place, ports, rows);
    return rows.take();
  } else {
    return Refused();
  }
}

template <class F, class... Ports> FLUXION_INLINE auto jacobian_of(F &f, const std::tuple<Ports...> &ports) {
  using R = result_of<F, Ports...>;
  if constexpr (check_result<R>() && check_one_active<Ports...>())
    return all_rows<F, R>(f, ports);
  else
    return Refused();
}

} // namespace detail

template <class F, class... Args> FLUXION_INLINE auto jacobian(F &&f, Args &&...arguments) {
  return detail::jacobian_of(f, detail::ports_of(arguments...));
}

} // namespace fluxion

#endif
