//===- RuleLibrary.h - Rules that are written in C --------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derivatives of BLAS and LAPACK are C code that calls BLAS (Blas/Blas.c), kept as bitcode and linked into a module
// that calls the routines of Blas.def. From then on they are like derivatives that the user registered, with what
// Blas.c says of `about` and tapes.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_LIBRARY_RULELIBRARY_H
#define FLUXION_RULES_LIBRARY_RULELIBRARY_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class Function;
class Module;
class Type;
} // namespace llvm

namespace fluxion {

/// The functions for one routine; the first two may be missing. Release gives a tape back.
struct LibraryRule {
  llvm::Function *Tangent = nullptr, *After = nullptr, *Augmented = nullptr, *Reverse = nullptr, *Release = nullptr;
  llvm::StringRef Letters; ///< of its parameters, as in Blas.def

  /// What stands behind parameter \p I when it is a scalar that the routine takes by its address; else null.
  llvm::Type *scalarBehind(unsigned I) const;
  /// The type of what parameter \p I points to; null when it is no pointer.
  llvm::Type *elementBehind(unsigned I) const;
};

/// Links what \p M needs; true when M changed.
bool linkRuleLibrary(llvm::Module &M);
/// Defines what derivatives in \p M call for words of unknown type (Words.c).
void linkOpenWords(llvm::Module &M);
/// Removes what nobody used.
void dropUnusedRules(llvm::Module &M);
/// Is \p F one of the library's functions?
bool isInRuleLibrary(const llvm::Function &F);
/// The rule of \p F, when linkRuleLibrary() found one.
std::optional<LibraryRule> libraryRule(const llvm::Function &F);

} // namespace fluxion

#endif
