//===- Library.h - What the tables know of functions without body -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The doors of the files in this folder; RuleTable.cpp asks them in turn.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LIBRARY_LIBRARY_H
#define FLUXION_RULES_LIBRARY_LIBRARY_H

#include "Rules/CallKinds.h"
#include "Rules/Rule.h"
#include "llvm/IR/InstrTypes.h"

namespace fluxion {

/// memcpy, memmove and memset, as intrinsics and as library functions; else null.
const Rule *findMemoryRule(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);

/// Allocation and deallocation: by name, or by LLVM's attributes. Unknown with a
/// reason for those that are known but not supported; Unknown without one for anything else.
RuleAnswer findAllocationAnswer(const llvm::CallBase &Call, const llvm::TargetLibraryInfo &TLI);
/// What \p Call is as one of the allocators; nothing for other calls. At -O0 nobody has said so by attributes.
std::optional<CallKind> allocationKind(const llvm::CallBase &Call);

/// Intrinsics and functions that carry no derivative; Unknown without a reason for others.
RuleAnswer findInertAnswer(const llvm::CallBase &Call);

/// Does \p Call, empty assembly, hand its only operand on (a barrier for the optimiser)?
bool isBarrier(const llvm::CallBase &Call);

/// Intrinsics that only pass a value on, or move a pointer; else null.
const Rule *findPassingRule(const llvm::CallBase &Call);

/// Functions of libstdc++ that keep the structure of lists and trees: done to the shadows likewise.
const Rule *findMirroredRule(const llvm::CallBase &Call);

/// The path in a Rust name, "3std2io5stdio6_print" in
///   legacy  _ZN3std2io5stdio6_print17h0123456789abcdefE
///   v0      _RNvNtNtCsi3Xb7dmK2Zq_3std2io5stdio6__print
/// and nothing in other names, or where the path is not a plain one.
std::string rustPath(llvm::StringRef Name);

} // namespace fluxion

#endif
