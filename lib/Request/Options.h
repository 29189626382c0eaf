//===- Options.h - Every switch of the engine -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passed along by value; never global. One row per switch in Options.def gives the
// field, its default and what `fluxion --help` says.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_REQUEST_OPTIONS_H
#define FLUXION_REQUEST_OPTIONS_H

namespace fluxion {

struct Options {
#define OPTION(NAME, DEFAULT, HELP) bool NAME = DEFAULT;
#include "Request/Options.def"
};

} // namespace fluxion

#endif
