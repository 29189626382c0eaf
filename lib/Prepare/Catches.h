//===- Catches.h - Exceptions that are caught, as values -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The adjoint of a call that throws has to begin where the exception was thrown, so a
// call from which a handler goes on must return. It then calls a variant of its callee that returns
// with the exception pending; the handler's landing pad is reached by raising it again.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_CATCHES_H
#define FLUXION_PREPARE_CATCHES_H

namespace llvm {
class CallBase;
class Function;
class Module;
class TargetLibraryInfo;
} // namespace llvm

namespace fluxion {

/// Rewrites the calls of \p F, a private clone of \p Source, that unwind to a handler from which \p F returns; true
/// when there are any.
bool returnCaughtExceptions(llvm::Function &F, const llvm::Function &Source, const llvm::TargetLibraryInfo &TLI);
/// Does \p Call raise a pending exception again?
bool raisesAgain(const llvm::CallBase &Call);
/// A function that calls one without a body and returns with what that throws pending.
bool isTried(const llvm::Function &F);

/// Once \p M has all its derivatives: writes the routines that keep the pending exception, and
/// erases the variants that nobody calls.
void finishCaughtExceptions(llvm::Module &M);

} // namespace fluxion

#endif
