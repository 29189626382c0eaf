//===- Flags.h - The switches of -Zautodiff ---------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only state of the library that outlives a call. rustc sets it at start-up, before
// any module is compiled, and several compiling threads read it afterwards.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_RUSTC_FLAGS_H
#define FLUXION_FRONTENDS_RUSTC_FLAGS_H

#include <atomic>
#include <string>

namespace fluxion {

struct Flag {
  std::atomic<bool> On = false;
  std::string Text;
};

} // namespace fluxion

#include "Exports.h"

#endif
