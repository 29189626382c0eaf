//===- check.hpp - Is a derivative right? -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// fluxion::check(name, f) makes up inputs for f, random ones and edges, and compares
//
//   <w, J v>      forward mode
//   <w J, v>      reverse mode
//   <w, f(x + h v) - f(x - h v)> / 2h      differences, for two h
//
// over everything that f reads and writes: its arguments, memory behind them, its result.
// It prints a table and says what it thinks. `fluxion check FILE` writes such a program.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_CHECK_HPP
#define FLUXION_CHECK_HPP

#include "detail/made-up.hpp"
#include "detail/verdict.hpp"
#include "fluxion.hpp"

namespace fluxion {
namespace detail {

template <class F> struct FunctionType : FunctionType<decltype(&F::operator())> {};
template <class R, class... A> struct FunctionType<R(A...)> {
  using result = R;
  using inputs = Inputs<A...>;
};
template <class R, class... A> struct FunctionType<R (*)(A...)> : FunctionType<R(A...)> {};
template <class R, class... A> struct FunctionType<R(A...) noexcept> : FunctionType<R(A...)> {};
template <class R, class... A> struct FunctionType<R (*)(A...) noexcept> : FunctionType<R(A...)> {};
/// A member that is known by its name takes its object too.
template <class M> struct MemberType : FunctionType<M> {};
template <class R, class C, class... A> struct MemberType<R (C::*)(A...)> : FunctionType<R(C &, A...)> {};
template <class R, class C, class... A> struct MemberType<R (C::*)(A...) const> : FunctionType<R(const C &, A...)> {};
template <class R, class C, class... A> struct MemberType<R (C::*)(A...) noexcept> : FunctionType<R(C &, A...)> {};
template <class R, class C, class... A>
struct MemberType<R (C::*)(A...) const noexcept> : FunctionType<R(const C &, A...)> {};
template <auto G> struct FunctionType<Named<G>> : MemberType<decltype(G)> {};
/// A lambda's call; the object itself is no input.
template <class R, class C, class... A> struct FunctionType<R (C::*)(A...) const> : FunctionType<R(A...)> {};
template <class R, class C, class... A> struct FunctionType<R (C::*)(A...)> : FunctionType<R(A...)> {};
template <class R, class C, class... A> struct FunctionType<R (C::*)(A...) const noexcept> : FunctionType<R(A...)> {};
template <class R, class C, class... A> struct FunctionType<R (C::*)(A...) noexcept> : FunctionType<R(A...)> {};
template <class F> inline constexpr bool is_named = false;
template <auto G> inline constexpr bool is_named<Named<G>> = true;

/// One function with room for its inputs, tangents and adjoints.
template <class F, class In, class R> class Checked;
template <class F, class R, class... A> class Checked<F, Inputs<A...>, R> {
  using In = Inputs<A...>;
  using Result = std::conditional_t<std::is_void_v<R>, NoResult, plain<bare<R>>>;
  static constexpr bool returns = !std::is_void_v<R> && kind<Result> != Kind::Inert;

public:
  Checked(F &f, const CheckOptions &options) : Function(f), Options(options), Random(options.seed) {}

  std::vector<Trial> run() {
    std::vector<Trial> trials;
    for (const InputRange &range : inputRanges(Options.trials))
      trials.push_back(tryAt(range));
    return trials;
  }

private:
  Trial tryAt(const InputRange &range) {
    In x, v, w;
    x.fill(Random, range, Options.length);
    v.fill(Random, InputRange::direction(), Options.length);
    w.fill(Random, InputRange::direction(), Options.length);
    w.clearInputsOnly();
    In after = x.copy();
    Result value = call(after), weight = value;
    fillFloats(weight, Random, InputRange::direction());
    Trial t;
    t.inputs = range.name;
    t.value = dot(weight, value) + w.dot(after);
    t.coarse = slopes(x, v, w, weight, t.value, Options.step);
    t.fine = slopes(x, v, w, weight, t.value, Options.step / 8);
    t.tiny = slopes(x, v, w, weight, t.value, Options.step * tinyStep);
    t.forward = forward(x, v, w, value, weight);
    t.reverse = reverse(x, v, w, value, weight);
    return t;
  }

  /// Calls the function; what it does to memory happens to \p in.
  Result call(In &in) {
    if constexpr (!returns) {
      in.apply([&](auto &&...arguments) { Function(arguments...); });
      return Result{};
    } else {
      return in.apply([&](auto &&...arguments) { return Result(Function(arguments...)); });
    }
  }

  Slopes slopes(const In &x, const In &v, const In &w, const Result &weight, double value, double step) {
    In up = x.copy(), down = x.copy();
    up.move(v, step);
    down.move(v, -step);
    const Result high = call(up), low = call(down);
    return {(value - dot(weight, low) - w.dot(down)) / step, (dot(weight, high) + w.dot(up) - value) / step};
  }

  double forward(const In &x, const In &v, const In &w, const Result &value, Result &weight) {
    In at = x.copy(), tangents = v.copy();
    if constexpr (!returns) {
      sweep<Forward>(at, tangents, nullptr, nullptr);
      return w.dot(tangents);
    } else {
      Result result = value, tangent = value;
      clear(tangent);
      sweep<Forward>(at, tangents, &result, &tangent);
      return dot(weight, tangent) + w.dot(tangents);
    }
  }

  double reverse(const In &x, const In &v, const In &w, const Result &value, const Result &weight) {
    In at = x.copy(), adjoints = w.copy();
    Result result = value, adjoint = weight;
    if constexpr (!returns)
      sweep<Reverse>(at, adjoints, nullptr, nullptr);
    else
      sweep<Reverse>(at, adjoints, &result, &adjoint);
    return v.dot(adjoints);
  }

  template <class Mode> void sweep(In &at, In &shadows, void *result, void *shadow) {
    at.withPorts(shadows, [&](auto ports) { ask<Mode>(ports, result, shadow); });
  }
  template <class Mode, class... Ports>
  void ask(const std::tuple<Ports...> &ports, [[maybe_unused]] void *result, [[maybe_unused]] void *shadow) {
    auto shadows = shadows_for<OneLane>(ports);
    if constexpr (!returns)
      Asking<Mode, OneLane>::template pass<0>(reinterpret_cast<void *>(&Primal<F, void, Ports...>::run), ports, shadows,
                                              fluxion_const, operand_of(Function));
    else
      Asking<Mode, OneLane>::template pass<0>(reinterpret_cast<void *>(&Primal<F, Result, Ports...>::run), ports,
                                              shadows, fluxion_const, operand_of(Function), fluxion_dup, result,
                                              shadow);
  }

  F &Function;
  CheckOptions Options;
  RandomNumbers Random;
};

} // namespace detail

/// Compares the derivatives of \p f, prints a table to standard output, and says whether they are right.
template <class F> Verdict check(const char *name, F &&f, const CheckOptions &options = {}) {
  using Type = detail::FunctionType<detail::bare<F>>;
  if constexpr (!Type::inputs::canBeMadeUp) {
    return detail::reportSkipped(name, Type::inputs::whyNot(), options);
  } else {
    using Result = detail::bare<typename Type::result>;
    const CheckOptions all = detail::completed(options, Type::inputs::isSingle || detail::isSingleIn<Result>());
    detail::Checked<detail::referred<F>, typename Type::inputs, typename Type::result> checked(f, all);
    return detail::report(name, checked.run(), all, Type::inputs::asMade());
  }
}

} // namespace fluxion

#ifdef FLUXION_LISTS_REQUESTS
#include "detail/listed.hpp"
#endif

#endif
