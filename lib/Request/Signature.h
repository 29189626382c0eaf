//===- Signature.h - Order of a derivative's parameters ---------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only place that knows in which order a derivative takes its parameters
// and gives its results.
//
//   forward    (p0, t0 x lanes, p1, ...)            -> {result, tangent x lanes}
//   combined   (p0, s0 x lanes, ..., seed x lanes)  -> {result, shadow x lanes, adjoint of each active x lanes}
//   augmented  (p0, s0 x lanes, ..., tape, released) -> {result, shadow x lanes}
//   adjoint    (p0, s0 x lanes, ..., seed x lanes, tape) -> {adjoint of each active x lanes}
//
// A tangent t follows an Active or Duplicated parameter in forward mode; a shadow
// s follows a Duplicated one in reverse. Seeds stand there when the result is Active.
// A Mixed one has both. Released is the list of shadows whose memory the primal gave
// back; the root of the request empties it when the adjoint is done.
// A result is left out when nobody asked for it; one result is returned as itself,
// none as void, several as a literal struct.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_REQUEST_SIGNATURE_H
#define FLUXION_REQUEST_SIGNATURE_H

#include "Request/Request.h"
#include "llvm/IR/DerivedTypes.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace fluxion {

struct SignatureEntry {
  enum Kind { Primal, Tangent, Shadow, Seed, Tape, Released, Adjoint } What;
  int Index;     ///< parameter number, or -1 for the result, the tape and the list
  unsigned Lane; ///< 0 for Primal, Tape and Released
  llvm::Type *Ty;
};

class Signature {
public:
  /// Of the whole derivative (forward, combined) or of the augmented primal (split).
  static Signature of(const Request &R);
  /// Of the adjoint half of a split derivative.
  static Signature ofAdjoint(const Request &R);

  llvm::ArrayRef<SignatureEntry> params() const { return Params; }
  llvm::ArrayRef<SignatureEntry> results() const { return Results; }
  llvm::FunctionType *type(llvm::LLVMContext &C) const;

  /// Position of an entry; -1 when the signature has none.
  int param(SignatureEntry::Kind What, int Index, unsigned Lane = 0) const;
  int result(SignatureEntry::Kind What, int Index, unsigned Lane = 0) const;

private:
  llvm::SmallVector<SignatureEntry, 16> Params, Results;
};

/// The result numbered \p Position (as Signature::result gives it) of \p Call.
llvm::Value *extractResult(llvm::IRBuilderBase &B, llvm::Value *Call, const Signature &S, int Position);
/// Returns \p Values, in order of \p S.results(), from the function being built.
void buildReturn(llvm::IRBuilderBase &B, const Signature &S, llvm::ArrayRef<llvm::Value *> Values);

} // namespace fluxion

#endif
