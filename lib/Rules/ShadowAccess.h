//===- ShadowAccess.h - Reading and writing shadow memory -------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The four accesses of memory rules, for every lane, behind a null test where the
// shadow may be missing at run time:
//
//   load        tangent of a load                    dy  = *s
//   store       tangent of a store                   *s  = dv
//   accumulate  transpose of a load                  *s += y
//   take        transpose of a store                 v  += *s, *s = 0
//
// Aggregates are written leaf by leaf, so that adjoints never touch the shadow
// pointers stored beside them, and shadow pointers never the adjoints.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_SHADOWACCESS_H
#define FLUXION_RULES_SHADOWACCESS_H

#include "Rules/LinearContext.h"

namespace fluxion {

/// Runs \p Then where none of the shadows of \p Ptr is null, which is everywhere unless
/// the activity analysis says otherwise. \p Result, when not null, is the type of one
/// value per lane that \p Then gives and that is zero where it does not run. The
/// builder continues behind.
Lanes whereShadowed(RuleContext &C, const llvm::Value *Ptr, llvm::Type *Result,
                    llvm::function_ref<Lanes(const Lanes &Shadow)> Then);

/// What the alignment \p A of an access to the primal says of its shadow. Code that aligns an address by arithmetic
/// (Eigen's allocator) moves the shadow by as many bytes, and allocators give both sixteen bytes only.
inline llvm::Align shadowAlign(llvm::MaybeAlign A) { return std::min(A.valueOrOne(), llvm::Align::Constant<16>()); }

Lanes loadShadow(RuleContext &C, const llvm::Value *Ptr, llvm::Type *Ty, llvm::Align A);

/// Which leaves of an aggregate are written. NoFloats are those that hold no LLVM float.
enum class Leaves { Floats, Pointers, Both, Integers, NoFloats, All };
/// As a word, the smallest shadow that is no address: all below are denormal.
inline constexpr uint64_t FirstAdjoint = uint64_t(1) << 52;
/// Before active data is written through \p Ptr by \p I: where the shadow is null at run time, says
/// so and aborts, since that derivative would be lost without a word.
void refuseLostWrite(RuleContext &C, const llvm::Instruction &I, const llvm::Value *Ptr);
/// The same for words of which nobody knows what they are (Rules/OpenWords.h): they are active data where \p Holds says
/// so of the lanes' shadows.
void refuseLostWords(RuleContext &C, const llvm::Instruction &I, const llvm::Value *Ptr,
                     llvm::function_ref<llvm::Value *()> Holds);
/// Where \p I computes with an integer from mixed memory that turns out to be the bits of an active float, says so
/// and aborts.
void refuseLostBits(TangentContext &C, const llvm::Instruction &I);
/// What the augmented sweep stores in mixed memory for the active floats in a \p Ty: negative zeros, which add
/// nothing to an adjoint and are no shadow pointer, so that refuseLostBits() knows them. Zeros for everything else.
llvm::Constant *floatMarks(llvm::Type *Ty);
/// Runs \p Then but where \p Shadow of the pointer \p V is such a mark: then the pointer came as a float, from code
/// that makes no shadows.
void unlessFloatMark(TangentContext &C, const llvm::Value *V, llvm::Value *Shadow, llvm::function_ref<void()> Then);
/// Those leaves of \p V, at \p Address.
void writeLeaves(llvm::IRBuilderBase &B, llvm::Value *V, llvm::Value *Address, llvm::Align A, Leaves Which);
/// \p L of type \p Ty; zero is stored as null values.
void storeShadow(RuleContext &C, const llvm::Value *Ptr, const Lanes &L, llvm::Type *Ty, llvm::Align A,
                 Leaves Which = Leaves::Both);

void accumulateShadow(RuleContext &C, const llvm::Value *Ptr, const Lanes &L, llvm::Align A);
/// Reads the float leaves of type \p Ty and clears them; other leaves are zero.
Lanes takeShadow(RuleContext &C, const llvm::Value *Ptr, llvm::Type *Ty, llvm::Align A);
/// Null values in those leaves of type \p Ty.
void clearShadow(RuleContext &C, const llvm::Value *Ptr, llvm::Type *Ty, llvm::Align A, Leaves Which);

} // namespace fluxion

#endif
