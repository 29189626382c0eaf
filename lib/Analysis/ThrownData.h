//===- ThrownData.h - Active data that flies with an exception -*- C++ -*- ===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An exception has no shadow. One that is caught in the differentiated code would lose
// the derivative of what it carries.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_THROWNDATA_H
#define FLUXION_ANALYSIS_THROWNDATA_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace fluxion {

class PreparedFunction;

/// The instructions in live blocks of \p F that put something that \p Carries a derivative into an exception.
llvm::SmallVector<const llvm::Instruction *, 2> findThrownData(const PreparedFunction &F,
                                                               llvm::function_ref<bool(const llvm::Value *)> Carries);

} // namespace fluxion

#endif
