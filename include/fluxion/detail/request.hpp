//===- request.hpp - The calls that the plug-in replaces -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes down the operands of a request from left to right:
//
//   request_reverse(run, fluxion_const, f, fluxion_dup, &result, &adjoint of result,
//                   fluxion_const, &n,                     a ConstantPort
//                   fluxion_dup, &x, &shadow of x)         an ObjectPort; one shadow per lane
//
// All of it is inlined even at -O0, since a request is understood where it stands.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_REQUEST_HPP
#define FLUXION_DETAIL_REQUEST_HPP

#include "primal.hpp"

namespace fluxion::detail {

struct Forward {
  template <class... Operands> FLUXION_INLINE static void ask(void *primal, Operands... operands) {
    request_forward(primal, operands...);
  }
};
struct Reverse {
  template <class... Operands> FLUXION_INLINE static void ask(void *primal, Operands... operands) {
    request_reverse(primal, operands...);
  }
};

/// The shadows of one argument in each of \p Lanes lanes.
template <class Port, class Lanes, Role = Port::role> class Shadows;

template <class Port, std::size_t... Lane> class Shadows<Port, std::index_sequence<Lane...>, Role::Constant> {
public:
  explicit Shadows(const Port &) {}
  template <std::size_t> void *address() { return nullptr; }
  void reset() {}
  std::tuple<> take() { return {}; }
};

template <class Port, std::size_t... Lane> class Shadows<Port, std::index_sequence<Lane...>, Role::Active> {
public:
  using holder = typename Port::holder;

  explicit Shadows(const Port &port) : Held{((void)Lane, zero(port))...}, Seen{typename Port::Shadow(Held[Lane])...} {}
  Shadows(const Shadows &) = delete;
  Shadows &operator=(const Shadows &) = delete;

  template <std::size_t L> FLUXION_INLINE void *address() { return Seen[L].address; }
  void reset() { (clear(Held[Lane]), ...); }
  holder &operator[](std::size_t lane) { return Held[lane]; }
  std::tuple<holder> take() { return std::tuple<holder>(std::move(Held[0])); }

private:
  static holder zero(const Port &port) {
    holder h = port.copy();
    clear(h);
    return h;
  }
  holder Held[sizeof...(Lane)];
  typename Port::Shadow Seen[sizeof...(Lane)];
};

/// The caller's.
template <class Port, std::size_t... Lane> class GivenShadow {
public:
  explicit GivenShadow(const Port &port) : Given(const_cast<void *>(static_cast<const void *>(port.shadow))) {}
  template <std::size_t> FLUXION_INLINE void *address() { return Given; }
  void reset() {}
  std::tuple<> take() { return {}; }

private:
  void *Given;
};
template <class Port, class Lanes> class Shadows<Port, Lanes, Role::Duplicated> : public GivenShadow<Port> {
  using GivenShadow<Port>::GivenShadow;
};
template <class Port, class Lanes> class Shadows<Port, Lanes, Role::DuplicatedOnly> : public GivenShadow<Port> {
  using GivenShadow<Port>::GivenShadow;
};

template <class Pointer> FLUXION_INLINE void *untyped(Pointer p) {
  return const_cast<void *>(static_cast<const volatile void *>(p));
}

template <class Mode, class Lanes> struct Asking;
template <class Mode, std::size_t... Lane> struct Asking<Mode, std::index_sequence<Lane...>> {
  using lanes = std::index_sequence<Lane...>;

  /// Asks once the operands of all ports from number I on are written down.
  template <std::size_t I, class Ports, class Held, class... Operands>
  FLUXION_INLINE static void pass(void *primal, const Ports &ports, Held &shadows, Operands... operands) {
    if constexpr (I == std::tuple_size_v<Ports>) {
      if constexpr (sizeof...(Lane) == 1)
        Mode::ask(primal, operands...);
      else
        Mode::ask(primal, fluxion_width, static_cast<int>(sizeof...(Lane)), operands...);
    } else {
      using Port = std::tuple_element_t<I, Ports>;
      void *address = untyped(std::get<I>(ports).address);
      auto &shadow = std::get<I>(shadows);
      if constexpr (Port::role == Role::Constant)
        pass<I + 1>(primal, ports, shadows, operands..., fluxion_const, address);
      else if constexpr (Port::role == Role::DuplicatedOnly)
        pass<I + 1>(primal, ports, shadows, operands..., fluxion_dupnoneed, address,
                    shadow.template address<Lane>()...);
      else
        pass<I + 1>(primal, ports, shadows, operands..., fluxion_dup, address, shadow.template address<Lane>()...);
    }
  }
};

using OneLane = std::index_sequence<0>;

template <class Lanes, class... Ports, std::size_t... I>
auto shadows_for(const std::tuple<Ports...> &ports, std::index_sequence<I...>) {
  return std::tuple<Shadows<Ports, Lanes>...>(std::get<I>(ports)...);
}

/// Shadows for all of \p ports. They stay where they are made.
template <class Lanes, class... Ports> auto shadows_for(const std::tuple<Ports...> &ports) {
  return shadows_for<Lanes>(ports, std::index_sequence_for<Ports...>());
}

#ifdef FLUXION_LISTS_REQUESTS
/// Puts F on the list of what `fluxion check` looks at (detail/listed.hpp).
template <class F> bool list_request();
template <class F> struct Listed {
  static inline const bool done = list_request<F>();
};
#endif

/// The operand that stands for the function.
template <class C> FLUXION_INLINE auto operand(C callee) {
  if constexpr (std::is_member_pointer_v<C>)
    return callee;
  else if constexpr (std::is_function_v<std::remove_pointer_t<C>>)
    return reinterpret_cast<void *>(callee);
  else
    return untyped(callee);
}
template <class F> FLUXION_INLINE auto operand_of(F &f) {
#ifdef FLUXION_LISTS_REQUESTS
  static_cast<void>(&Listed<bare<F>>::done);
#endif
  return operand<typename Callee<F>::type>(Callee<F>::of(f));
}

/// One reverse sweep; \p adjoint of the result is used up.
template <bool NeedsResult, class F, class R, class... Ports, class Held>
FLUXION_INLINE void reverse_sweep(F &f, R &result, R &adjoint, const std::tuple<Ports...> &ports, Held &shadows) {
  void *run = reinterpret_cast<void *>(&Primal<F, R, Ports...>::run);
  void *place = &result, *shadow = &adjoint;
  if constexpr (NeedsResult)
    Asking<Reverse, OneLane>::template pass<0>(run, ports, shadows, fluxion_const, operand_of(f), fluxion_dup, place,
                                               shadow);
  else
    Asking<Reverse, OneLane>::template pass<0>(run, ports, shadows, fluxion_const, operand_of(f), fluxion_dupnoneed,
                                               place, shadow);
}

/// One forward sweep; fills \p result and \p tangent.
template <class F, class R, class... Ports, class Held>
FLUXION_INLINE void forward_sweep(F &f, R &result, R &tangent, const std::tuple<Ports...> &ports, Held &shadows) {
  void *run = reinterpret_cast<void *>(&Primal<F, R, Ports...>::run);
  void *place = &result, *shadow = &tangent;
  Asking<Forward, OneLane>::template pass<0>(run, ports, shadows, fluxion_const, operand_of(f), fluxion_dup, place,
                                             shadow);
}

/// What the shadows of active arguments hold: one object, or a tuple of several.
template <class... Held> auto take_gradients(std::tuple<Held...> &shadows) {
  auto all = std::apply([](auto &...s) { return std::tuple_cat(s.take()...); }, shadows);
  if constexpr (std::tuple_size_v<decltype(all)> == 1)
    return std::get<0>(std::move(all));
  else
    return all;
}

template <class... Ports> inline constexpr int count_active = ((Ports::role == Role::Active ? 1 : 0) + ... + 0);

template <class... Ports> constexpr bool check_any_active() {
  static_assert(count_active<Ports...> > 0, "fluxion: no argument holds floats to differentiate with respect to");
  return count_active<Ports...> > 0;
}

} // namespace fluxion::detail

#endif
