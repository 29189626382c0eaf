//===- Partial.cpp - Small expressions for partial derivatives ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An immutable tree of nodes, and the four readers of it: reads, text, evaluate,
// build. A new kind of node lights up each reader (switches without default).
//===----------------------------------------------------------------------===//
#include "Rules/Partial.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/TargetParser/Triple.h"
#include <cmath>
#include <cstdlib>

using namespace llvm;

namespace fluxion {

struct Partial::Node {
  enum Kind {
    Operand,
    Result,
    Constant,
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    Call,
    Select,
    Integer,
    IntegerPlus,
    ToFloat
  };
  Kind K;
  unsigned Index = 0;        // Operand, IntegerPlus, ToFloat
  int Offset = 0;            // IntegerPlus; the value of Integer
  std::string Symbol = {};   // Constant, and any named expression
  std::string Decimals = {}; // Constant
  const MathFunction *Function = nullptr;
  CmpInst::Predicate Predicate = CmpInst::BAD_FCMP_PREDICATE; // Select: Args are L, R, Then, Else
  SmallVector<std::shared_ptr<const Node>, 2> Args = {};
};

using Node = Partial::Node;

//===--- Construction -----------------------------------------------------===//

static Partial make(Node N) { return Partial(std::make_shared<const Node>(std::move(N))); }

static Partial make(Node::Kind K, ArrayRef<Partial> Args) {
  Node N{K};
  for (const Partial &A : Args)
    N.Args.push_back(A.node());
  return make(std::move(N));
}

static std::string decimalsOf(double Constant) {
  SmallString<16> Text;
  APFloat(Constant).toString(Text);
  return std::string(Text);
}

Partial::Partial(double Constant) {
  Node New{Node::Constant};
  New.Symbol = New.Decimals = decimalsOf(Constant);
  N = std::make_shared<const Node>(std::move(New));
}

Partial operandOf(unsigned Index) {
  Node N{Node::Operand};
  N.Index = Index;
  return make(std::move(N));
}

Partial resultOf() { return make(Node{Node::Result}); }

Partial namedConstant(const char *Symbol, const char *Decimals) {
  Node N{Node::Constant};
  N.Symbol = Symbol;
  N.Decimals = Decimals;
  return make(std::move(N));
}

Partial integerConstant(int Value) {
  Node N{Node::Integer};
  N.Offset = Value;
  return make(std::move(N));
}

Partial integerPlus(unsigned Index, int Offset) {
  Node N{Node::IntegerPlus};
  N.Index = Index;
  N.Offset = Offset;
  return make(std::move(N));
}

Partial toFloat(unsigned Index) {
  Node N{Node::ToFloat};
  N.Index = Index;
  return make(std::move(N));
}

Partial named(const char *Symbol, const Partial &Expression) {
  Node N = *Expression.node();
  N.Symbol = Symbol;
  return make(std::move(N));
}

Partial call(const MathFunction &F, ArrayRef<Partial> Args) {
  assert(StringRef(F.Parameters).size() == Args.size() && "a partial calls a function with its own parameters");
  Node N{Node::Call};
  N.Function = &F;
  for (const Partial &A : Args)
    N.Args.push_back(A.node());
  return make(std::move(N));
}

Partial select(const Partial &L, CmpInst::Predicate Predicate, const Partial &R, const Partial &Then,
               const Partial &Else) {
  Node N{Node::Select};
  N.Predicate = Predicate;
  N.Args = {L.node(), R.node(), Then.node(), Else.node()};
  return make(std::move(N));
}

Partial operator-(const Partial &A) { return make(Node::Negate, {A}); }
Partial operator+(const Partial &A, const Partial &B) { return make(Node::Add, {A, B}); }
Partial operator-(const Partial &A, const Partial &B) { return make(Node::Subtract, {A, B}); }
Partial operator*(const Partial &A, const Partial &B) { return make(Node::Multiply, {A, B}); }
Partial operator/(const Partial &A, const Partial &B) { return make(Node::Divide, {A, B}); }

bool Partial::isConstant(double Value) const { return N->K == Node::Constant && N->Symbol == decimalsOf(Value); }

//===--- Reads ------------------------------------------------------------===//

static void collectReads(const Node &N, SmallBitVector &Bits) {
  switch (N.K) {
  case Node::Operand:
  case Node::IntegerPlus:
  case Node::ToFloat:
    Bits.set(N.Index);
    return;
  case Node::Result:
    Bits.set(Partial::ResultBit);
    return;
  case Node::Constant:
  case Node::Integer:
  case Node::Negate:
  case Node::Add:
  case Node::Subtract:
  case Node::Multiply:
  case Node::Divide:
  case Node::Call:
  case Node::Select:
    for (const auto &A : N.Args)
      collectReads(*A, Bits);
    return;
  }
  llvm_unreachable("every kind of node is handled above");
}

SmallBitVector Partial::reads() const {
  SmallBitVector Bits(ResultBit + 1);
  collectReads(*N, Bits);
  return Bits;
}

//===--- Text -------------------------------------------------------------===//

static StringRef symbolOf(CmpInst::Predicate P) {
  switch (P) {
  case CmpInst::FCMP_OEQ:
    return "==";
  case CmpInst::FCMP_OLE:
    return "<=";
  case CmpInst::FCMP_OGE:
    return ">=";
  case CmpInst::FCMP_OLT:
    return "<";
  case CmpInst::FCMP_OGT:
    return ">";
  case CmpInst::FCMP_UNO:
    return "unordered";
  default:
    llvm_unreachable("partials compare with these predicates only");
  }
}

/// How tightly the text of \p N binds: sums 1, products 2, unary minus 3, the rest 4.
static unsigned bindingOf(const Node &N) {
  if (!N.Symbol.empty())
    return 4;
  switch (N.K) {
  case Node::Select:
    return 0;
  case Node::Add:
  case Node::Subtract:
    return 1;
  case Node::IntegerPlus:
    return N.Offset ? 1 : 4;
  case Node::Multiply:
  case Node::Divide:
    return 2;
  case Node::Negate:
    return 3;
  case Node::Operand:
  case Node::Result:
  case Node::Constant:
  case Node::Integer:
  case Node::Call:
  case Node::ToFloat:
    return 4;
  }
  llvm_unreachable("every kind of node is handled above");
}

static std::string textOf(const Node &N);

static std::string textWithin(const Node &N, unsigned Binding) {
  return bindingOf(N) < Binding ? "(" + textOf(N) + ")" : textOf(N);
}

static std::string joined(const Node &N, StringRef Operator) {
  unsigned Binding = bindingOf(N);
  return (textWithin(*N.Args[0], Binding) + " " + Operator + " " + textWithin(*N.Args[1], Binding + 1)).str();
}

static std::string textOf(const Node &N) {
  if (!N.Symbol.empty())
    return N.Symbol;
  switch (N.K) {
  case Node::Operand:
  case Node::ToFloat:
    return "x" + std::to_string(N.Index);
  case Node::Result:
    return "y";
  case Node::Constant:
    return N.Symbol;
  case Node::Integer:
    return std::to_string(N.Offset);
  case Node::Negate:
    return "-" + textWithin(*N.Args[0], 3);
  case Node::Add:
    return joined(N, "+");
  case Node::Subtract:
    return joined(N, "-");
  case Node::Multiply:
    return joined(N, "*");
  case Node::Divide:
    return joined(N, "/");
  case Node::IntegerPlus: {
    std::string Name = "x" + std::to_string(N.Index);
    if (N.Offset)
      Name += (N.Offset < 0 ? " - " : " + ") + std::to_string(std::abs(N.Offset));
    return Name;
  }
  case Node::Call: {
    std::string Text = N.Function->Name;
    Text += "(";
    for (auto [I, A] : enumerate(N.Args))
      Text += (I ? ", " : "") + textOf(*A);
    return Text + ")";
  }
  case Node::Select:
    return (textOf(*N.Args[0]) + " " + symbolOf(N.Predicate) + " " + textOf(*N.Args[1]) + " ? " +
            textWithin(*N.Args[2], 1) + " : " + textOf(*N.Args[3]))
        .str();
  }
  llvm_unreachable("every kind of node is handled above");
}

std::string Partial::text() const { return textOf(*N); }

//===--- Evaluate ---------------------------------------------------------===//

static long double evaluateNode(const Node &N, ArrayRef<long double> X, long double Y) {
  SmallVector<long double, 4> Args;
  for (const auto &A : N.Args)
    Args.push_back(evaluateNode(*A, X, Y));
  switch (N.K) {
  case Node::Operand:
  case Node::ToFloat:
    return X[N.Index];
  case Node::Result:
    return Y;
  case Node::Constant:
    return std::strtold(N.Decimals.c_str(), nullptr);
  case Node::Negate:
    return -Args[0];
  case Node::Add:
    return Args[0] + Args[1];
  case Node::Subtract:
    return Args[0] - Args[1];
  case Node::Multiply:
    return Args[0] * Args[1];
  case Node::Divide:
    return Args[0] / Args[1];
  case Node::Integer:
    return N.Offset;
  case Node::IntegerPlus:
    return X[N.Index] + N.Offset;
  case Node::Call:
    return N.Function->Evaluate(Args);
  case Node::Select: {
    bool Holds = [&] {
      switch (N.Predicate) {
      case CmpInst::FCMP_OEQ:
        return Args[0] == Args[1];
      case CmpInst::FCMP_OLE:
        return Args[0] <= Args[1];
      case CmpInst::FCMP_OGE:
        return Args[0] >= Args[1];
      case CmpInst::FCMP_OLT:
        return Args[0] < Args[1];
      case CmpInst::FCMP_OGT:
        return Args[0] > Args[1];
      case CmpInst::FCMP_UNO:
        return std::isnan(Args[0]) || std::isnan(Args[1]);
      default:
        llvm_unreachable("partials compare with these predicates only");
      }
    }();
    return Holds ? Args[2] : Args[3];
  }
  }
  llvm_unreachable("every kind of node is handled above");
}

long double Partial::evaluate(ArrayRef<long double> X, long double Y) const { return evaluateNode(*N, X, Y); }

//===--- Build ------------------------------------------------------------===//

/// What libm appends to a name for arguments of type \p Scalar.
static StringRef suffixFor(Type *Scalar, const Module &M) {
  if (Scalar->isFloatTy())
    return "f";
  if (Scalar->isDoubleTy())
    return "";
  // On x86 long double is x86_fp80 and fp128 has functions of its own; elsewhere fp128 is long double.
  if (Scalar->isFP128Ty() && M.getTargetTriple().isX86())
    return "f128";
  return "l";
}

/// The library function \p Name, which must not be mistaken for a local function that
/// happens to have its name: local names are free to change, the library's is not.
static FunctionCallee declareLibrary(Module &M, StringRef Name, FunctionType *Ty) {
  if (GlobalValue *Existing = M.getNamedValue(Name); Existing && Existing->hasLocalLinkage())
    Existing->setName(Name + ".local");
  return M.getOrInsertFunction(Name, Ty);
}

static Value *callLibrary(IRBuilderBase &B, const MathFunction &F, Type *Scalar, ArrayRef<Value *> Args) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee;
  if (F.Define) {
    Callee = F.Define(M, Scalar);
  } else {
    SmallVector<Type *, 3> Parameters;
    for (Value *A : Args)
      Parameters.push_back(A->getType());
    auto *Ty = FunctionType::get(Scalar, Parameters, false);
    Callee = declareLibrary(M, (F.Name + suffixFor(Scalar, M)).str(), Ty);
  }
  CallInst *Call = B.CreateCall(Callee, Args);
  // Nobody looks at errno after a derivative.
  Call->setDoesNotAccessMemory();
  Call->setDoesNotThrow();
  Call->addFnAttr(Attribute::WillReturn);
  return Call;
}

/// \p F on each element of the vector type \p Ty.
static Value *callByElement(IRBuilderBase &B, const MathFunction &F, FixedVectorType *Ty, ArrayRef<Value *> Args) {
  Value *Result = PoisonValue::get(Ty);
  for (unsigned I : seq(Ty->getNumElements())) {
    SmallVector<Value *, 3> Elements;
    for (Value *A : Args)
      Elements.push_back(A->getType()->isVectorTy() ? B.CreateExtractElement(A, I) : A);
    Result = B.CreateInsertElement(Result, callMathFunction(B, F, Ty->getElementType(), Elements), I);
  }
  return Result;
}

static Value *callInFloat(IRBuilderBase &B, const MathFunction &F, Type *Scalar, ArrayRef<Value *> Args) {
  SmallVector<Value *, 3> Wide;
  for (Value *A : Args)
    Wide.push_back(A->getType() == Scalar ? B.CreateFPExt(A, B.getFloatTy()) : A);
  return B.CreateFPTrunc(callMathFunction(B, F, B.getFloatTy(), Wide), Scalar);
}

Value *callMathFunction(IRBuilderBase &B, const MathFunction &F, Type *Ty, ArrayRef<Value *> Args) {
  if (F.ID != Intrinsic::not_intrinsic) {
    SmallVector<Type *, 2> Overloads = {Ty};
    if (StringRef(F.Parameters).ends_with("i"))
      Overloads.push_back(Args.back()->getType());
    return B.CreateIntrinsic(F.ID, Overloads, Args);
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return callByElement(B, F, Vector, Args);
  assert(!Ty->isVectorTy() && "a scalable vector only has the partials that intrinsics express");
  if (Ty->isHalfTy() || Ty->isBFloatTy())
    return callInFloat(B, F, Ty, Args);
  return callLibrary(B, F, Ty, Args);
}

namespace {
/// Writes each shared sub-expression once.
class Builder {
public:
  Builder(IRBuilderBase &B, Type *Ty, function_ref<Value *(unsigned)> Operand) : B(B), Ty(Ty), Operand(Operand) {}

  Value *build(const Node &N) {
    if (Value *Known = Done.lookup(&N))
      return Known;
    Value *V = emit(N);
    Done[&N] = V;
    return V;
  }

private:
  Value *emit(const Node &N) {
    switch (N.K) {
    case Node::Operand:
      return Operand(N.Index);
    case Node::Result:
      return Operand(Partial::ResultBit);
    case Node::Constant:
      return ConstantFP::get(Ty, N.Decimals);
    case Node::Negate:
      return B.CreateFNeg(build(*N.Args[0]));
    case Node::Add:
      return binary(Instruction::FAdd, N);
    case Node::Subtract:
      return binary(Instruction::FSub, N);
    case Node::Multiply:
      return binary(Instruction::FMul, N);
    case Node::Divide:
      return binary(Instruction::FDiv, N);
    case Node::Integer:
      return B.getInt32(N.Offset);
    case Node::IntegerPlus:
      return integerPlus(Operand(N.Index), N.Offset);
    case Node::ToFloat:
      return asFloat(Operand(N.Index));
    case Node::Call: {
      SmallVector<Value *, 3> Args;
      for (const auto &A : N.Args)
        Args.push_back(build(*A));
      return callMathFunction(B, *N.Function, Ty, Args);
    }
    case Node::Select: {
      Value *Condition = B.CreateFCmp(N.Predicate, build(*N.Args[0]), build(*N.Args[1]));
      Value *Then = build(*N.Args[2]);
      return B.CreateSelect(Condition, Then, build(*N.Args[3]));
    }
    }
    llvm_unreachable("every kind of node is handled above");
  }

  Value *binary(Instruction::BinaryOps Op, const Node &N) {
    Value *L = build(*N.Args[0]);
    return B.CreateBinOp(Op, L, build(*N.Args[1]));
  }

  /// Saturating: the smallest integer minus one must not become the largest.
  Value *integerPlus(Value *V, int Offset) {
    if (!Offset)
      return V;
    return B.CreateBinaryIntrinsic(Intrinsic::sadd_sat, V, ConstantInt::getSigned(V->getType(), Offset));
  }

  Value *asFloat(Value *V) {
    if (Ty->isVectorTy() && !V->getType()->isVectorTy())
      return B.CreateVectorSplat(cast<VectorType>(Ty)->getElementCount(), B.CreateSIToFP(V, Ty->getScalarType()));
    return B.CreateSIToFP(V, Ty);
  }

  IRBuilderBase &B;
  Type *Ty;
  function_ref<Value *(unsigned)> Operand;
  DenseMap<const Node *, Value *> Done;
};
} // namespace

Value *Partial::build(IRBuilderBase &B, Type *Ty, function_ref<Value *(unsigned)> Operand) const {
  return Builder(B, Ty, Operand).build(*N);
}

} // namespace fluxion
