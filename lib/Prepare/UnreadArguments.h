//===- UnreadArguments.h - Arguments behind `...` that nobody reads -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function whose parameters end in `...` and that never asks for them is a function of its other parameters:
//
//   call (ptr, ...) @f(ptr %x, i32 1)   ->   call @f.fixed(ptr %x)
//
// libstdc++'s std::visit has such a lambda, which -O0 leaves as a call.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_UNREADARGUMENTS_H
#define FLUXION_PREPARE_UNREADARGUMENTS_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Leaves out such arguments of the calls in \p F, a private clone.
void dropUnreadArguments(llvm::Function &F);

} // namespace fluxion

#endif
