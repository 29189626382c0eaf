//===- KeptBlocks.h - Memory that is kept for the next call -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A derivative that runs again and again finds the memory of its tapes where it left it: see
// Runtime/KeptBlocks.c, which is linked as bitcode.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_KEPTBLOCKS_H
#define FLUXION_EMIT_KEPTBLOCKS_H

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace fluxion {

struct KeptBlocks {
  llvm::Function *Take, *GiveBack;
};
/// The two routines in \p M, linked on first use; null when \p M has other word sizes than the library.
KeptBlocks linkKeptBlocks(llvm::Module &M);

} // namespace fluxion

#endif
