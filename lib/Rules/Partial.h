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
//
// The language is arithmetic, calls of functions that have a rule themselves (so that
// derivatives of derivatives exist), and one select. It is not meant to grow: what
// needs more is a rule written in C++.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_RULES_PARTIAL_H
#define FLUXION_RULES_PARTIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>
#include <optional>
#include <string>

namespace fluxion {

/// A function that partials may call.
struct MathFunction {
  const char *Name;       ///< as in libm, without suffix; in the text of a partial, too
  llvm::Intrinsic::ID ID; ///< not_intrinsic when only a library has it
  const char *Parameters; ///< one letter each: f (float) or i (int)
  long double (*Evaluate)(llvm::ArrayRef<long double>);
  /// The function in the module, for those that neither LLVM nor libm has.
  llvm::Function *(*Define)(llvm::Module &, llvm::Type *Scalar) = nullptr;
};

/// Calls \p F in type \p Ty (a float or a fixed vector of floats): the intrinsic where there is
/// one, else the library function of that precision, element by element. f16 and bf16 go through f32.
llvm::Value *callMathFunction(llvm::IRBuilderBase &B, const MathFunction &F, llvm::Type *Ty,
                              llvm::ArrayRef<llvm::Value *> Args);

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
  /// Is it this small constant? 0: nothing to do; 1 and -1: no multiplication needed.
  bool isConstant(double Value) const;

  struct Node;
  explicit Partial(std::shared_ptr<const Node> N) : N(std::move(N)) {}
  /// \p Constant is exact in every float type (small integers, halves).
  Partial(double Constant);

  const std::shared_ptr<const Node> &node() const { return N; }

private:
  std::shared_ptr<const Node> N;
};

/// Xi, an operand of the operation.
Partial operandOf(unsigned Index);
/// Y, its result.
Partial resultOf();
/// A constant given in enough decimals for every float type; \p Symbol is how it is printed.
Partial namedConstant(const char *Symbol, const char *Decimals);
/// A constant integer argument of a function.
Partial integerConstant(int Value);
/// The integer operand Xi plus \p Offset, as an integer argument of a function.
Partial integerPlus(unsigned Index, int Offset);
/// The integer operand Xi as a float.
Partial toFloat(unsigned Index);
/// \p Expression, printed as \p Symbol: for parts that occur often.
Partial named(const char *Symbol, const Partial &Expression);
Partial call(const MathFunction &F, llvm::ArrayRef<Partial> Args);
/// L Predicate R ? Then : Else
Partial select(const Partial &L, llvm::CmpInst::Predicate Predicate, const Partial &R, const Partial &Then,
               const Partial &Else);

Partial operator-(const Partial &A);
Partial operator+(const Partial &A, const Partial &B);
Partial operator-(const Partial &A, const Partial &B);
Partial operator*(const Partial &A, const Partial &B);
Partial operator/(const Partial &A, const Partial &B);

} // namespace fluxion

#endif
