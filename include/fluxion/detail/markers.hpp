//===- markers.hpp - What the plug-in looks for -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two functions are never defined: the plug-in replaces each call. Without it
// the compiler stops at the call (attribute error), and should that be switched off,
// the linker at a symbol that says what is missing.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_MARKERS_HPP
#define FLUXION_DETAIL_MARKERS_HPP

/// Requests name functions, which has to be visible at -O0 too.
#define FLUXION_INLINE [[gnu::always_inline]] inline

#define FLUXION_WITHOUT_PLUGIN                                                                                         \
  "fluxion.hpp needs the plug-in of Fluxion: compile with 'fluxion c++', or add -fpass-plugin=FluxionPlugin.so"

namespace fluxion::detail {

extern int fluxion_const, fluxion_dup, fluxion_dupnoneed, fluxion_width;

[[gnu::error(FLUXION_WITHOUT_PLUGIN)]] void request_reverse(void *primal,
                                                            ...) __asm__("__fluxion_autodiff: " FLUXION_WITHOUT_PLUGIN);
[[gnu::error(FLUXION_WITHOUT_PLUGIN)]] void request_forward(void *primal,
                                                            ...) __asm__("__fluxion_fwddiff: " FLUXION_WITHOUT_PLUGIN);

} // namespace fluxion::detail

#endif
