//===- MarkedCall.h - A marker call, read -----------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What one call of __enzyme_autodiff, __enzyme_fwddiff or a half of the first says: which function, how
// each of its parameters takes part, and with which operands. Nothing is decided
// about results yet (Returned.h does) and no code is written (Answer.h does).
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_MARKEDCALL_H
#define FLUXION_FRONTENDS_MARKERS_MARKEDCALL_H

#include "Names.h"
#include "Request/Request.h"

namespace llvm {
class Argument;
class CallBase;
class Type;
class Value;
} // namespace llvm

namespace fluxion {

class Diagnostics;

/// How one parameter of the primal is supplied.
struct MarkedParam {
  enum Kind {
    Plain,   ///< by its operand
    ByValue, ///< by the memory behind its operand, which belongs to the callee: copied
    Result   ///< by no operand: the memory that the primal writes its result to (sret)
  } What = Plain;
  Role Part = Role::Constant;
  llvm::Value *Primal = nullptr;               ///< null for Result
  llvm::SmallVector<llvm::Value *, 1> Shadows; ///< one per lane, or one with a stride
  llvm::Value *Stride = nullptr;               ///< bytes between the lanes' shadows
  uint64_t Bytes = 0;                          ///< of a ByValue's memory, if the asker knows; else 0
  /// Reverse: the adjoint of this parameter is returned, from the adjoint of the
  /// value (Plain) or from shadow memory (ByValue). True of an Active argument that
  /// cannot hold a float too: its adjoint is zero.
  bool ReturnsAdjoint = false;
};

/// What one call asks for: all of a derivative, or a half of one in reverse mode.
enum class MarkedPart {
  Whole,
  Augment, ///< run the primal, give a tape
  Adjoint, ///< run backwards from a tape
  TapeSize ///< how many bytes is a tape that the caller holds?
};

struct MarkedCall {
  llvm::CallBase *Call = nullptr;
  llvm::Function *Primal = nullptr;
  bool Forward = false;
  MarkedPart Part = MarkedPart::Whole;
  bool PrimalReturn = false;     ///< the primal's result is asked for
  bool MarkersByAddress = false; ///< as rustc writes them
  unsigned Lanes = 1;
  llvm::SmallVector<MarkedParam, 8> Params; ///< one per parameter of Primal
  int ResultParam = -1;                     ///< the sret parameter of Primal
  /// Reverse: the adjoint of the result in each lane, as a value or a pointer to memory
  /// of the result's layout; empty: one.
  llvm::SmallVector<llvm::Value *, 1> Seeds;
  llvm::Value *Tape = nullptr;      ///< of a half: the tape's memory, if the caller holds it; what Adjoint reads
  llvm::Value *Allocated = nullptr; ///< bytes of that memory
  bool KeepsTape = false;           ///< Adjoint does not give the tape's memory back

  bool isSplit() const { return Part != MarkedPart::Whole; }

  /// The type of what the call gives, whether by value or through its own sret.
  llvm::Type *returned() const;
  /// Where the call wants its result, or null when it returns by value.
  llvm::Value *destination() const;
};

/// The function that \p Call asks to differentiate; null when that is not known.
llvm::Function *primalOf(llvm::CallBase &Call);
/// Reads all of \p Call; nothing after a diagnostic.
std::optional<MarkedCall> readMarkedCall(llvm::CallBase &Call, Diagnostics &Diags);

} // namespace fluxion

#endif
