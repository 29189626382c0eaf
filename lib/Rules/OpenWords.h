//===- OpenWords.h - Shadows of words whose type nobody knows ---*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reverse mode has to know what is moved: the adjoint of a double is added back, the shadow of a pointer is copied
// ahead, an integer has none. Where the type inference does not know (Request::OpenWords), the shadow tells, word by
// word, when the derivative runs. All of it holds for doubles only, with every word in its place:
//
//     shadow word     an address         the primal word is a pointer
//                     0                  a null pointer, an integer, or a double without adjoint
//                     anything else      the adjoint of a double
//
//                     augmented                               adjoint
//     copy  t <- s    t = s where s is an address; else t     where t is an adjoint: s += t, t = 0
//                     forgets an address that it held
//     load  v <- p    the shadow word goes along, as bits     p += v where v is not zero
//     store v -> p    as a copy                               as a copy
//
// An adjoint is never stored ahead and an address never added, so a word that is known as one or the other elsewhere
// (in another function, which knows its type) is as it should be. Whatever active float is stored in such a derivative
// is marked by a negative zero (floatMarks()), so that its words can be told from others. The loops are those of
// Library/Words.c.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_OPENWORDS_H
#define FLUXION_RULES_OPENWORDS_H

#include "Rules/LinearContext.h"

namespace fluxion {

/// What the functions of Library/Words.c are called. A derivative that calls them cannot be differentiated again.
inline constexpr llvm::StringLiteral OpenWordsPrefix = "__fluxion_words_";

/// Augmented: \p Size bytes were copied from \p From to \p To, both shadows; null: from memory without one.
void moveWords(RuleContext &C, llvm::Value *To, llvm::Value *From, llvm::Value *Size);
/// Adjoint of that.
void returnWords(RuleContext &C, llvm::Value *To, llvm::Value *From, llvm::Value *Size);

/// Is there a shadow, or the mark of an active float, in \p Size bytes of the shadow \p From (an i1)?
llvm::Value *holdsWords(RuleContext &C, llvm::Value *From, llvm::Value *Size);

/// What is stored ahead for the floats of a value: nothing, the marks of active ones (see floatMarks()), or what the
/// value carries, where it may be bits of a pointer.
enum class FloatWords { None, Marked, Given };
/// Augmented: \p L of type \p Ty was stored through \p Ptr.
void storeWords(TangentContext &C, const llvm::Value *Ptr, const Lanes &L, llvm::Type *Ty, FloatWords Floats);
/// Adjoint of a store: the adjoints behind \p Ptr as a \p Ty, taken.
Lanes takeWords(RuleContext &C, const llvm::Value *Ptr, llvm::Type *Ty);
/// Adjoint of a load: adds \p L.
void addWords(RuleContext &C, const llvm::Value *Ptr, const Lanes &L);

/// Augmented and forward: sets the shadow of the integer \p I, made of words that nobody knows. A sum or a difference
/// with one address is an address, and so is one with its lowest bits set or cleared; everything else that is made of
/// numbers, or the distance of two addresses, is a number. What is made otherwise of an address or of the bits of an
/// active float ends the derivative with a message. False where \p I has none of the shapes that can be judged.
bool computeWords(TangentContext &C, const llvm::Instruction &I);
/// Is it true?
bool canComputeWords(const RuleContext &C, const llvm::Instruction &I);

} // namespace fluxion

#endif
