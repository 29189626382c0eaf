//===- Lanes.h - Derivatives carried together -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One or several derivatives of the same value (lanes), and the symbolic zero that
// costs nothing. Rules combine lanes through these helpers and never learn the width.
// Scaling by a partial lives here, so the choice of what 0 * inf means does too.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LANES_H
#define FLUXION_RULES_LANES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace fluxion {

class Lanes {
public:
  Lanes() = default; ///< the symbolic zero
  explicit Lanes(llvm::ArrayRef<llvm::Value *> Values) : Values(Values.begin(), Values.end()) {}

  bool isZero() const { return Values.empty(); }
  unsigned width() const { return Values.size(); }
  llvm::Value *operator[](unsigned Lane) const { return Values[Lane]; }
  llvm::ArrayRef<llvm::Value *> values() const { return Values; }

  /// One value per lane of \p Width; a symbolic zero becomes null values of \p Ty.
  llvm::SmallVector<llvm::Value *, 4> materialise(unsigned Width, llvm::Type *Ty) const;

  /// A linear map, lane by lane; zero stays zero.
  Lanes map(llvm::function_ref<llvm::Value *(llvm::Value *)> F) const;
  /// The same where \p F also wants the lane's number.
  Lanes mapIndexed(llvm::function_ref<llvm::Value *(llvm::Value *, unsigned)> F) const;

private:
  llvm::SmallVector<llvm::Value *, 1> Values;
};

/// The bits of \p V, no aggregate, as a \p Ty of the same size: float, integer or pointer.
llvm::Value *castBits(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Type *Ty);
/// A + B; zero is neutral.
Lanes addLanes(llvm::IRBuilderBase &B, const Lanes &L, const Lanes &R);
/// Partial * L. With \p StrongZero a zero derivative stays zero even against inf and NaN.
Lanes scaleLanes(llvm::IRBuilderBase &B, llvm::Value *Partial, const Lanes &L, bool StrongZero);

} // namespace fluxion

#endif
