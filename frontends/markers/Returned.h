//===- Returned.h - What a marker call returns ------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of a request's result and the bytes where each lies in the type that
// the call returns. A user writes that type as a C or Rust struct; what arrives here
// is what an ABI made of it:
//
//   struct { float a, b, c; }       { <2 x float>, float }      three adjoints
//   struct { S s; float y; }        sret memory, padding after s
//   (f64, [f64; 3])                 { double, [3 x double] }    the second from memory
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_RETURNED_H
#define FLUXION_FRONTENDS_MARKERS_RETURNED_H

#include "MarkedCall.h"

namespace fluxion {

class Diagnostics;

struct ReturnedField {
  /// Tangent in reverse: the shadow of a pointer. Tape: the pointer to it.
  enum Source { Result, Tangent, Adjoint, Tape } What;
  int Param = -1;           ///< of an Adjoint
  unsigned Lane = 0;        ///< of a Tangent or Adjoint
  llvm::Type *Ty = nullptr; ///< null: bytes in memory
  uint64_t Size = 0;        ///< in memory; 0 while it is not known
  llvm::Align Alignment;
  uint64_t Offset = 0; ///< in what the call returns
};

struct Returned {
  llvm::SmallVector<ReturnedField, 4> Fields;
  Role Result = Role::Constant;
  /// The primal's result is differentiated although no field asks for it (reverse).
  bool Seeded = false;

  const ReturnedField *find(ReturnedField::Source What, int Param = -1) const;
};

/// Decides what \p M returns and where; nothing after a diagnostic.
std::optional<Returned> layOutReturned(const MarkedCall &M, Diagnostics &Diags);

/// For front ends whose users say what they want back: the primal's result, a
/// tangent or shadow of it per lane, the adjoints that are returned, in this order.
llvm::SmallVector<ReturnedField, 4> returnedFields(const MarkedCall &M, bool Result, bool Tangents);
/// Finds a place for each of \p Fields in what \p M returns: at \p Offsets when given,
/// else as in a struct. False when they do not fit.
bool placeFields(const MarkedCall &M, llvm::SmallVectorImpl<ReturnedField> &Fields, llvm::ArrayRef<uint64_t> Offsets);
std::string describe(const ReturnedField &F, const MarkedCall &M);

} // namespace fluxion

#endif
