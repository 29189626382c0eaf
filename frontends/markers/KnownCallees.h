//===- KnownCallees.h - Functions that a primal is handed -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request may hand a function to its primal, as a constant argument:
//
//   void apply(double (*f)(double), double *y, double *x) { *y = f(*x); }
//   __fluxion_autodiff(apply, fluxion_const, square, fluxion_dup, ...)
//
// The primal is then a copy of `apply` in which f is `square`: its call is direct, and
// inlined where the optimiser would have done so.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_KNOWNCALLEES_H
#define FLUXION_FRONTENDS_MARKERS_KNOWNCALLEES_H

#include "llvm/ADT/SmallVector.h"
#include <map>
#include <vector>

namespace llvm {
class Constant;
class Function;
} // namespace llvm

namespace fluxion {

struct MarkedCall;

class KnownCallees {
public:
  /// The primal of \p Marked with the functions that the request hands to it; null if there are none.
  llvm::Function *primalFor(const MarkedCall &Marked);
  /// Has \p F been replaced by such copies?
  bool isReplaced(const llvm::Function &F) const;

private:
  using Key = std::pair<llvm::Function *, std::vector<llvm::Constant *>>;
  std::map<Key, llvm::Function *> Copies;
};

} // namespace fluxion

#endif
