//===- Callees.h - What emitters know of differentiated calls -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The engine declares every derivative before it writes one; emitters find the
// functions for a call of the primal here.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_CALLEES_H
#define FLUXION_EMIT_CALLEES_H

#include "Request/Request.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"

namespace fluxion {

struct AdjointPlan;

struct CalleeDerivative {
  const Request *R;
  llvm::Function *Main = nullptr;    ///< forward derivative or augmented primal
  llvm::Function *Adjoint = nullptr; ///< adjoint half, reverse only
  const AdjointPlan *Plan = nullptr; ///< reverse only
  bool Recursive = false;
};
using CalleeTable = llvm::DenseMap<const llvm::CallBase *, CalleeDerivative>;

} // namespace fluxion

#endif
