//===- ShiftedOperands.h - Requests beside arguments without a size -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RUSTC_SHIFTEDOPERANDS_H
#define FLUXION_RUSTC_SHIFTEDOPERANDS_H

namespace llvm {
class CallBase;
} // namespace llvm

namespace fluxion {

/// Replaces the request \p Call by one whose operands stand behind their markers. Null, and nothing is changed, when
/// it neither has an operand without a size nor \p IsShifted for another reason, or it is not certain what belongs
/// where.
llvm::CallBase *restoreOperands(llvm::CallBase &Call, bool IsShifted);

} // namespace fluxion

#endif
