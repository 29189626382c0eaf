//===- ShadowIntegers.h - Integers beside tangents --------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whoever asked for a derivative may look at a tangent as a value of its type: a vector with
// its length, an enum with its case. So forward mode writes integers to the shadow too, as
// they are. Nothing that is differentiated reads them there, and reverse mode does without.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_SHADOWINTEGERS_H
#define FLUXION_RULES_SHADOWINTEGERS_H

#include "Rules/LinearContext.h"

namespace fluxion {

/// \p V, known to hold no float, goes to the shadow of \p Ptr as it is.
void storeIntegers(TangentContext &C, const llvm::Value *Ptr, const llvm::Value *V, llvm::Align A);

/// The integers of the aggregate \p V, whose derivative has type \p Ty.
void storeIntegersOf(TangentContext &C, const llvm::Value *Ptr, const llvm::Value *V, llvm::Type *Ty, llvm::Align A);

/// What is stored in the shadow for the constant \p V where the memory could hold anything: a small integer, which
/// is next to zero should it be a float after all, as it is; zero for others.
llvm::Constant *smallIntegersOf(const llvm::Constant &V);

/// What is stored for the pointer \p V that has no shadow: an address that no memory has (of an empty vector, say)
/// as it is; null for others.
llvm::Constant *addressOfNothing(const llvm::Constant &V);

} // namespace fluxion

#endif
