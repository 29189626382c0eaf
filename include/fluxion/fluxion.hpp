//===- fluxion.hpp - Derivatives of C++ functions -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Header only, C++17 and later, no LLVM. Everything here becomes ordinary calls of
// markers, which the plug-in replaces by the code of the derivative:
//
//   double f(const std::vector<double> &x);
//   std::vector<double> g = fluxion::gradient(f, x);
//
//   gradient(f, x...)             the gradient, of the type of x; a tuple for several x
//   value_and_gradient(f, x...)   {value, gradient}
//   jvp(f, x, v)                  the Jacobian times v           value_and_jvp: {value, tangent}
//   vjp(f, x, w)                  w times the Jacobian           value_and_vjp: {value, gradient}
//   jacobian(f, x)                J[i] is the gradient of the i-th result
//   hessian(f, x), hvp(f, x, v)   second derivatives
//   forward<f>(...), reverse<f>(...)   every argument says what happens to it
//
// f is a function, a member, a lambda or a functor. What its arguments may be is
// said in detail/kinds.hpp; constant(x) is not differentiated. Compile with
// `fluxion c++`, or clang++-22 -fpass-plugin=FluxionPlugin.so.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FLUXION_HPP
#define FLUXION_FLUXION_HPP

#if !defined(__clang__) || __clang_major__ < 22
#error "fluxion.hpp needs clang 22 with the plug-in of Fluxion: compile with 'fluxion c++'"
#endif
#if __cplusplus < 201703L
#error "fluxion.hpp needs C++17 or later: add -std=c++17"
#endif

#include "detail/explicit.hpp"
#include "detail/gradient.hpp"
#include "detail/hessian.hpp"
#include "detail/jacobian.hpp"
#include "detail/jvp.hpp"

#endif
