//===- EntryChecks.h - Writes what a checked derivative asks first -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each question that was planned is one branch at the start of a root of derivatives, to a
// message and the end of the program.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_ENTRYCHECKS_H
#define FLUXION_EMIT_ENTRYCHECKS_H

#include "Plan/EntryChecks.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

struct Options;

/// Writes \p Checks, on the parameters of the function that \p B is in.
void writeEntryChecks(llvm::IRBuilder<> &B, llvm::ArrayRef<EntryCheck> Checks, const Request &R, const Signature &S,
                      const Options &Opts);
/// The same in front of what \p F, with that signature, does already.
void checkOnEntry(llvm::Function &F, llvm::ArrayRef<EntryCheck> Checks, const Request &R, const Signature &S,
                  const Options &Opts);

} // namespace fluxion

#endif
