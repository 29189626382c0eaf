//===- Exports.h - What rustc looks up in us --------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc opens libEnzyme-<LLVM major>.so and looks up these names; when one is
// missing it refuses the library. The names and signatures are rustc's choice.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_RUSTC_EXPORTS_H
#define FLUXION_FRONTENDS_RUSTC_EXPORTS_H

#include "llvm-c/Types.h"
#include "llvm/Support/Compiler.h"
#include <cstddef>
#include <cstdint>

namespace llvm {
class PassBuilder;
}

namespace fluxion {
/// A switch of -Zautodiff=..., set by rustc before it compiles anything.
struct Flag;
} // namespace fluxion

#define FLUXION_EXPORT extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT

// Type trees: handles to fluxion::TypeTree.
FLUXION_EXPORT void *EnzymeNewTypeTree();
FLUXION_EXPORT void *EnzymeNewTypeTreeCT(uint32_t Kind, LLVMContextRef C);
FLUXION_EXPORT void *EnzymeNewTypeTreeTR(void *From);
FLUXION_EXPORT void EnzymeFreeTypeTree(void *Tree);
FLUXION_EXPORT bool EnzymeMergeTypeTree(void *To, void *From);
FLUXION_EXPORT void EnzymeTypeTreeOnlyEq(void *Tree, int64_t Offset);
FLUXION_EXPORT void EnzymeTypeTreeData0Eq(void *Tree);
FLUXION_EXPORT void EnzymeTypeTreeShiftIndiciesEq(void *Tree, const char *DataLayout, int64_t Offset, int64_t MaxSize,
                                                  uint64_t AddOffset);
FLUXION_EXPORT void EnzymeTypeTreeInsertEq(void *Tree, const int64_t *Path, size_t Length, uint32_t Kind,
                                           LLVMContextRef C);
FLUXION_EXPORT const char *EnzymeTypeTreeToString(void *Tree);
FLUXION_EXPORT void EnzymeTypeTreeToStringFree(const char *Text);

// Switches: rustc takes the address of a flag and hands it to a setter.
FLUXION_EXPORT void EnzymeSetCLBool(void *Flag, uint8_t Value);
FLUXION_EXPORT void EnzymeSetCLString(void *Flag, const char *Value);
FLUXION_EXPORT fluxion::Flag EnzymePrintPerf, EnzymePrintActivity, EnzymePrintType, EnzymeFunctionToAnalyze,
    EnzymePrint, EnzymeStrictAliasing, EnzymeInline, RustTypeRules, looseTypeAnalysis;
FLUXION_EXPORT uint32_t EnzymeMaxTypeDepth;

/// Teaches \p Builder the pass name `enzyme`, which rustc then asks for.
FLUXION_EXPORT void registerEnzymeAndPassPipeline(llvm::PassBuilder &Builder, bool Augment);

#endif
