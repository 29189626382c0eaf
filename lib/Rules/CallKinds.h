//===- CallKinds.h - What a call does to memory -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A coarse look at a call, as activity analysis and planning need it; the details
// are the rules' business.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_CALLKINDS_H
#define FLUXION_RULES_CALLKINDS_H

#include "Rules/Rule.h"
#include "llvm/IR/InstrTypes.h"

namespace fluxion {

enum class CallKind {
  Inert,        ///< carries no derivative
  MemoryCopy,   ///< memcpy and memmove: (to, from, size)
  MemorySet,    ///< memset: (to, byte, size)
  Allocation,   ///< gives fresh memory
  Reallocation, ///< moves memory into a block of another size: (from, ...)
  Deallocation, ///< takes memory back
  Rule,         ///< any other rule: mathematics
  Function,     ///< a function of the module with a body
  Unknown       ///< nothing is known
};

/// The allocation in the same function whose memory \p Call gives back, if nobody else can; null for other calls.
const llvm::CallBase *privateAllocationFreedBy(const llvm::CallBase &Call);

/// Is the call repeated on shadows, so that a pointer that it returns has one (Library/Mirrored.cpp)?
bool isMirrored(const llvm::CallBase &Call);
/// What such a call does its work on: nodes, each with pointers to others at these offsets and nothing else
/// that it looks at.
llvm::ArrayRef<int64_t> linksOfMirrored(const llvm::CallBase &Call);

/// For a call that makes text, inert as it is: keeps the shape of the shadow of what holds it (Library/Text.cpp). Else
/// null.
const Rule *findTextRule(const llvm::CallBase &Call);

CallKind classifyCall(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);

} // namespace fluxion

#endif
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
