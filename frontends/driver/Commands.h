//===- Commands.h - The commands of fluxion -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each takes what stands behind its name and returns the exit status.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_DRIVER_COMMANDS_H
#define FLUXION_FRONTENDS_DRIVER_COMMANDS_H

#include "Processes.h"

namespace fluxion {

int compile(const std::string &Compiler, const Command &Args);
int check(const Command &Args);
int explain(const Command &Args);
int doctor(const Command &Args);

} // namespace fluxion

#endif
