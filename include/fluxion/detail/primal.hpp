//===- primal.hpp - The function that is really differentiated -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Primal<...>::run takes pointers only: to the function object, to the result, and one
// per argument (ports.hpp). It calls the user's function and stores what that returns.
// GradientPrimal<...>::run stores its gradient instead, for second derivatives.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_PRIMAL_HPP
#define FLUXION_DETAIL_PRIMAL_HPP

#include "ports.hpp"
#include <functional>

namespace fluxion::detail {

/// What stands for a function of type F: pointers by value, objects by address.
template <class F, bool = std::is_class_v<F>> struct Callee {
  using type = F *;
  FLUXION_INLINE static type of(F &f) { return &f; }
  FLUXION_INLINE static F &get(type f) { return *f; }
};
template <class F> struct Callee<F, false> {
  using type = std::decay_t<F>;
  FLUXION_INLINE static type of(type f) { return f; }
  FLUXION_INLINE static type get(type f) { return f; }
};

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wconversion" // fluxion::gradient(f, x, 3) where f takes a size_t
/// A function that is known by its name, as an object.
template <auto F> struct Named {
  template <class... A> FLUXION_INLINE std::invoke_result_t<decltype(F), A...> operator()(A &&...arguments) const {
    if constexpr (std::is_member_pointer_v<decltype(F)>)
      return std::invoke(F, std::forward<A>(arguments)...);
    else
      return F(std::forward<A>(arguments)...);
  }
};

template <class F, class... A> FLUXION_INLINE decltype(auto) call(F &&f, A &&...arguments) {
  if constexpr (std::is_member_pointer_v<bare<F>>)
    return std::invoke(f, std::forward<A>(arguments)...);
  else
    return f(std::forward<A>(arguments)...);
}
#pragma clang diagnostic pop

/// What stands for a derivative after an error: nothing else shall be complained of.
struct Refused {
  template <class T> operator T() const;
};

template <class F> using called_type = decltype(Callee<F>::get(std::declval<typename Callee<F>::type>()));

/// What F returns for arguments out of these ports, as an object that can be kept.
template <class F, class... Ports> struct ResultOf {
  static constexpr bool can_be_called =
      std::is_invocable_v<called_type<F>, decltype(Ports::get(std::declval<typename Ports::pointer>()))...>;
  using returned = typename std::conditional_t<
      can_be_called,
      std::invoke_result<called_type<F>, decltype(Ports::get(std::declval<typename Ports::pointer>()))...>,
      type_constant<Refused>>::type;
  using type = plain<bare<returned>>;
};
template <class F, class... Ports> using result_of = typename ResultOf<F, Ports...>::type;

/// Can a function that returns an R be differentiated?
template <class R> constexpr bool check_result() {
  static_assert(!std::is_same_v<R, Refused>, "fluxion: the function cannot be called with these arguments");
  if constexpr (std::is_same_v<R, Refused>) {
    return false;
  } else {
    constexpr Kind k = kind<R>;
    constexpr bool found = k != Kind::Opaque && k != Kind::View && k != Kind::Pointer;
    static_assert(!std::is_void_v<R>,
                  "fluxion: the function returns nothing that could be differentiated; return the result, or use "
                  "fluxion::reverse or fluxion::forward with the memory it writes to");
    static_assert(std::is_void_v<R> || found, "fluxion: the function returns a type whose floats cannot be found; "
                                              "return floats, or containers or plain classes of them");
    static_assert(k != Kind::Inert, "fluxion: the function returns no floats, so it has no derivative");
    return found && k != Kind::Inert;
  }
}

template <class R> constexpr bool check_scalar_result() {
  constexpr bool ok = check_result<R>();
  static_assert(!ok || kind<R> == Kind::Scalar,
                "fluxion: a gradient needs a function that returns one float; of several results take the jacobian, "
                "or vjp with a weight for each");
  return ok && kind<R> == Kind::Scalar;
}

/// Do all results of type R have the same number of floats, in the object itself?
template <class R> constexpr bool has_fixed_shape() {
  if constexpr (plain_of<R>::dense)
    return R::SizeAtCompileTime != -1;
  else
    return std::is_trivially_copyable_v<R> && std::is_default_constructible_v<R>;
}

template <class F, class R, class... Ports> struct Primal {
  static void run(typename Callee<F>::type f, R *__restrict result, typename Ports::parameter... arguments) {
    // Float by float, which also says at -O0 where floats are.
    if constexpr (kind<R> == Kind::Scalar) {
      *result = call(Callee<F>::get(f), Ports::get(arguments)...);
    } else {
      const R returned = call(Callee<F>::get(f), Ports::get(arguments)...);
      copy_values(*result, returned);
    }
  }
};

/// Of a function that returns nothing.
template <class F, class... Ports> struct Primal<F, void, Ports...> {
  static void run(typename Callee<F>::type f, typename Ports::parameter... arguments) {
    call(Callee<F>::get(f), Ports::get(arguments)...);
  }
};

/// A result to write into. When its shape is only known from the result, calls the function.
template <class F, class R, class... Ports> R place_for_result(F &f, const Ports &...ports) {
  if constexpr (has_fixed_shape<R>())
    return R{};
  else
    return R(call(Callee<F>::get(Callee<F>::of(f)), Ports::get(ports.address)...));
}

} // namespace fluxion::detail

#endif
