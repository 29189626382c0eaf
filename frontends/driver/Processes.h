//===- Processes.h - Starting other programs -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs are started with lists of arguments; no shell ever reads them.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_DRIVER_PROCESSES_H
#define FLUXION_FRONTENDS_DRIVER_PROCESSES_H

#include <string>
#include <vector>

namespace fluxion {

using Command = std::vector<std::string>;

/// Becomes \p C; returns (with an exit status) only when it cannot be started.
int become(const Command &C);
/// Runs \p First with its output as the input of \p Second; the exit status of
/// the first of them that failed, else 0.
int runPiped(const Command &First, const Command &Second);
/// Likewise; what \p Second writes to standard output is put into \p Output. With an
/// empty \p Second, what \p First writes.
int runPiped(const Command &First, const Command &Second, std::string &Output);
/// Runs \p C; if \p Errors is given, what it writes to standard error is put there.
int run(const Command &C, std::string *Errors = nullptr);

} // namespace fluxion

#endif
