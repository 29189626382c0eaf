//===- Partial.h - Small expressions for partial derivatives -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A partial derivative is written once, as an expression over the operands X0, X1, X2
// and the result Y, and read many times: which of them it reads, its text for the
// documentation, its value for the self-test, and the IR that computes it.
//
//   {"atan2", {X1 / (X0 * X0 + X1 * X1), -X0 / (X0 * X0 + X1 * X1)}}
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_PARTIAL_H
#define FLUXION_RULES_PARTIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>
#include <string>

namespace fluxion {

class Partial {
public:
  /// Reads bit i for operand Xi, bit ResultBit for the result Y.
  static constexpr unsigned ResultBit = 7;
  llvm::SmallBitVector reads() const;
  std::string text() const;
  /// The value with operands \p X and result \p Y, in long double.
  long double evaluate(llvm::ArrayRef<long double> X, long double Y) const;
  /// Emits the expression in type \p Ty (any float or vector of floats); \p Operand
  /// gives Xi, or Y for ResultBit.
  llvm::Value *build(llvm::IRBuilderBase &B, llvm::Type *Ty, llvm::function_ref<llvm::Value *(unsigned)> Operand) const;

  struct Node;
  explicit Partial(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  Partial(double Constant);

private:
  std::shared_ptr<const Node> N;
};

} // namespace fluxion

#endif
