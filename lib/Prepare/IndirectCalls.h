//===- IndirectCalls.h - Calls through pointers as direct calls -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call through a pointer can reach every function of the module whose address is taken
// and whose type fits. Such a call becomes the call of a dispatcher, an ordinary function
// that compares the pointer with each of them and calls it directly:
//
//   double fluxion.dispatch(ptr callee, args...) {
//     if (callee == &f) return f(args...);
//     if (callee == &g) return g(args...);
//     return callee(args...);
//   }
//
// No later stage knows of pointers to functions then, and shadows never need a table of
// derivatives beside their virtual table. In the derivative of a dispatcher the last line
// ends the program with a message: the derivative of what it would call is not known.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_INDIRECTCALLS_H
#define FLUXION_PREPARE_INDIRECTCALLS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstrTypes.h"

namespace fluxion {

/// Does \p Pointer lead to a function or into a virtual table? Nobody finds floats there, so it is its own shadow.
bool leadsToCode(const llvm::Value *Pointer);

/// The functions of the module that \p Call, a call through a pointer, can reach.
llvm::SmallVector<llvm::Function *, 8> possibleCallees(const llvm::CallBase &Call);

/// Gives the indirect calls of \p F, a private clone of \p Source, that can reach something a
/// dispatcher each; the others stay.
void dispatchIndirectCalls(llvm::Function &F, const llvm::Function &Source);

/// A dispatcher for \p Call, in \p Source or a clone of it, that knows \p Callees.
llvm::Function *writeDispatcher(const llvm::CallBase &Call, llvm::ArrayRef<llvm::Function *> Callees,
                                const llvm::Function &Source);

bool isDispatcher(const llvm::Function &F);
/// Does \p Call call a dispatcher?
bool callsDispatcher(const llvm::CallBase &Call);
/// Does one of several functions that a pointer can lead to go on with what \p F, a dispatcher or the derivative of
/// one, was given? Each may treat the same memory as a type of its own.
bool choosesAmongSeveral(const llvm::Function &F);
/// \p F is a derivative of \p Primal, and calls derivatives of what that calls.
void keepChoice(llvm::Function &F, const llvm::Function &Primal);

/// In \p F, a dispatcher or a clone of one: takes \p Callee off the functions it knows.
void dropCallee(llvm::Function &F, const llvm::Function &Callee);
/// In \p F, a clone of \p Dispatcher: a pointer to anything else ends the program.
void refuseUnknownCallees(llvm::Function &F, const llvm::Function &Dispatcher);
/// The calls of dispatchers in \p F become the indirect calls again that they stand for.
void restoreIndirectCalls(llvm::Function &F);

} // namespace fluxion

#endif
