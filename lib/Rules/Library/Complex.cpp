//===- Complex.cpp - Functions of complex numbers ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C's operators * and / on complex numbers call __muldc3(a, b, c, d) and __divdc3; csqrt,
// cexp and their like take one number. The platform passes a number as two floats or as a
// vector of two and returns a structure or a vector. All are analytic in z = a + ib and
// w = c + id, so their derivative is multiplication by a complex number:
//
//   p = z w      dp = w dz + z dw
//   q = z / w    dq = (1/w) dz - (q/w) dw
//   s = csqrt z  ds = 1/(2 s) dz
//
// and the transpose is multiplication by the conjugate. The table below has a row for each.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Request/Options.h"
#include "Rules/Library/MathRules.h"
#include "Rules/RuleSupport.h"
#include "Rules/ScalarRule.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

static Value *part(IRBuilderBase &B, Value *Pair, unsigned Index) {
  return Pair->getType()->isVectorTy() ? B.CreateExtractElement(Pair, Index) : B.CreateExtractValue(Pair, Index);
}

static Value *makePair(IRBuilderBase &B, Type *Ty, Value *Real, Value *Imaginary) {
  Value *Pair = PoisonValue::get(Ty);
  if (Ty->isVectorTy())
    return B.CreateInsertElement(B.CreateInsertElement(Pair, Real, uint64_t(0)), Imaginary, uint64_t(1));
  return B.CreateInsertValue(B.CreateInsertValue(Pair, Real, 0), Imaginary, 1);
}

//===--- Calculating ------------------------------------------------------===//

namespace {

struct Complex {
  Value *Real, *Imaginary;
};
struct ComplexLanes {
  Lanes Real, Imaginary;
  bool isZero() const { return Real.isZero() && Imaginary.isZero(); }
};

/// Is the number \p I takes one vector, or two floats?
bool takesVectors(const Instruction &I) { return I.getOperand(0)->getType()->isVectorTy(); }

/// The operands that make up the number with this index.
SmallVector<const Value *, 2> partsOf(const Instruction &I, unsigned Number) {
  if (takesVectors(I))
    return {I.getOperand(Number)};
  return {I.getOperand(2 * Number), I.getOperand(2 * Number + 1)};
}

/// What rows are written with: the numbers of one call, and arithmetic on them.
class ComplexWriter {
public:
  ComplexWriter(const CallBase &Call, RuleContext &C) : Call(Call), C(C), B(C.B) {}

  Complex z() { return number(0); }
  Complex w() { return number(1); }
  Complex result() {
    Value *Pair = C.primal(&Call);
    return {part(B, Pair, 0), part(B, Pair, 1)};
  }
  Complex one() { return {constant(1), constant(0)}; }
  Complex negate(const Complex &Z) { return {B.CreateFNeg(Z.Real), B.CreateFNeg(Z.Imaginary)}; }
  Complex add(const Complex &L, const Complex &R) {
    return {B.CreateFAdd(L.Real, R.Real), B.CreateFAdd(L.Imaginary, R.Imaginary)};
  }
  Complex multiply(const Complex &L, const Complex &R) {
    return {B.CreateFSub(B.CreateFMul(L.Real, R.Real), B.CreateFMul(L.Imaginary, R.Imaginary)),
            B.CreateFAdd(B.CreateFMul(L.Real, R.Imaginary), B.CreateFMul(L.Imaginary, R.Real))};
  }
  Complex square(const Complex &Z) { return multiply(Z, Z); }

  /// 1 / w by Smith's method: divides by the larger part first, so that no square overflows.
  Complex invert(const Complex &W) {
    auto Magnitude = [&](Value *V) { return B.CreateUnaryIntrinsic(Intrinsic::fabs, V); };
    Value *RealIsLarge = B.CreateFCmpOGE(Magnitude(W.Real), Magnitude(W.Imaginary));
    Value *Large = B.CreateSelect(RealIsLarge, W.Real, W.Imaginary);
    Value *Small = B.CreateSelect(RealIsLarge, W.Imaginary, W.Real);
    Value *Ratio = B.CreateFDiv(Small, Large);
    Value *Sum = B.CreateFAdd(Large, B.CreateFMul(Small, Ratio));
    Value *Real = B.CreateFDiv(B.CreateSelect(RealIsLarge, constant(1), Ratio), Sum);
    return {Real, B.CreateFNeg(B.CreateFDiv(B.CreateSelect(RealIsLarge, Ratio, constant(1)), Sum))};
  }

  /// Calls \p Name, of the same precision as the call at hand, with \p Numbers.
  Complex call(StringRef Name, ArrayRef<Complex> Numbers) {
    bool IsSingle = scalar()->isFloatTy();
    SmallVector<Value *, 4> Args;
    SmallVector<Type *, 4> Types;
    for (const Complex &Z : Numbers) {
      if (takesVectors(Call))
        Args.push_back(makePair(B, Call.getArgOperand(0)->getType(), Z.Real, Z.Imaginary));
      else
        Args.append({Z.Real, Z.Imaginary});
    }
    for (Value *Arg : Args)
      Types.push_back(Arg->getType());
    FunctionCallee Callee = B.GetInsertBlock()->getModule()->getOrInsertFunction(
        (Name + (IsSingle ? "f" : "")).str(), FunctionType::get(Call.getType(), Types, false));
    Value *Pair = B.CreateCall(Callee, Args);
    return {part(B, Pair, 0), part(B, Pair, 1)};
  }

private:
  Type *scalar() const { return Call.getArgOperand(0)->getType()->getScalarType(); }
  Value *constant(double V) { return ConstantFP::get(scalar(), V); }
  Complex number(unsigned Index) {
    auto Parts = partsOf(Call, Index);
    Value *First = primalOf(C, Parts.front());
    if (Parts.size() == 1)
      return {part(B, First, 0), part(B, First, 1)};
    return {First, primalOf(C, Parts.back())};
  }

  const CallBase &Call;
  RuleContext &C;
  IRBuilderBase &B;
};

//===--- The table --------------------------------------------------------===//

enum Reads : unsigned { Nothing = 0, Z = 1, W = 2, Result = 4 };

struct ComplexRow {
  const char *Name;
  struct {
    unsigned Reads;
    Complex (*Multiplier)(ComplexWriter &C);
  } By[2];
  bool IsBinary() const { return By[1].Multiplier; }
};

using Writer = ComplexWriter;
/// 1 / csqrt(1 - z^2), the derivative of casin.
Complex ofArcSine(Writer &C) { return C.invert(C.call("csqrt", {C.add(C.one(), C.negate(C.square(C.z())))})); }

const ComplexRow Rows[] = {
    {"complex product", {{W, [](Writer &C) { return C.w(); }}, {Z, [](Writer &C) { return C.z(); }}}},
    {"complex quotient",
     {{W, [](Writer &C) { return C.invert(C.w()); }},
      {W | Result, [](Writer &C) { return C.negate(C.multiply(C.result(), C.invert(C.w()))); }}}},
    {"cpow",
     {{Z | W, [](Writer &C) { return C.multiply(C.w(), C.call("cpow", {C.z(), C.add(C.w(), C.negate(C.one()))})); }},
      {Z | Result, [](Writer &C) { return C.multiply(C.result(), C.call("clog", {C.z()})); }}}},
    {"csqrt", {{Result, [](Writer &C) { return C.invert(C.add(C.result(), C.result())); }}}},
    {"cexp", {{Result, [](Writer &C) { return C.result(); }}}},
    {"clog", {{Z, [](Writer &C) { return C.invert(C.z()); }}}},
    {"csin", {{Z, [](Writer &C) { return C.call("ccos", {C.z()}); }}}},
    {"ccos", {{Z, [](Writer &C) { return C.negate(C.call("csin", {C.z()})); }}}},
    {"ctan", {{Result, [](Writer &C) { return C.add(C.one(), C.square(C.result())); }}}},
    {"csinh", {{Z, [](Writer &C) { return C.call("ccosh", {C.z()}); }}}},
    {"ccosh", {{Z, [](Writer &C) { return C.call("csinh", {C.z()}); }}}},
    {"ctanh", {{Result, [](Writer &C) { return C.add(C.one(), C.negate(C.square(C.result()))); }}}},
    {"casin", {{Z, ofArcSine}}},
    {"cacos", {{Z, [](Writer &C) { return C.negate(ofArcSine(C)); }}}},
    {"catan", {{Z, [](Writer &C) { return C.invert(C.add(C.one(), C.square(C.z()))); }}}},
    {"casinh", {{Z, [](Writer &C) { return C.invert(C.call("csqrt", {C.add(C.one(), C.square(C.z()))})); }}}},
    {"cacosh",
     {{Z,
       [](Writer &C) {
         Complex Above = C.call("csqrt", {C.add(C.z(), C.one())});
         return C.invert(C.multiply(Above, C.call("csqrt", {C.add(C.z(), C.negate(C.one()))})));
       }}}},
    {"catanh", {{Z, [](Writer &C) { return C.invert(C.add(C.one(), C.negate(C.square(C.z())))); }}}},
};

//===--- The rule ---------------------------------------------------------===//

class ComplexRule final : public Rule {
public:
  explicit ComplexRule(const ComplexRow &Row) : Row(Row) {}

private:
  StringRef name() const override { return Row.Name; }
  unsigned count() const { return Row.IsBinary() ? 2 : 1; }

  void reads(const Instruction &I, ReadsContext &R) const override {
    unsigned Read = Nothing;
    for (unsigned Number : seq(count()))
      if (any_of(partsOf(I, Number), [&](const Value *V) { return R.Activity.isActive(V); }))
        Read |= Row.By[Number].Reads;
    for (unsigned Number : seq(count()))
      if (Read & (Number == 0 ? Z : W))
        for (const Value *V : partsOf(I, Number))
          readPrimal(R, V);
    if (Read & Result)
      readPrimal(R, &I);
  }

  void apply(const Instruction &I, TangentContext &C) const override {
    if (!C.isForward())
      return;
    PartialFlags Flags(C.B, I);
    ComplexLanes Sum;
    for (unsigned Number : seq(count())) {
      ComplexLanes D = tangentOf(I, Number, C);
      if (D.isZero())
        continue;
      ComplexLanes Term = multiply(C, multiplier(I, Number, C), D);
      Sum = {addLanes(C.B, Sum.Real, Term.Real), addLanes(C.B, Sum.Imaginary, Term.Imaginary)};
    }
    C.setTangent(I, pairs(C, I.getType(), Sum));
  }

  void transpose(const Instruction &I, AdjointContext &C) const override {
    Lanes D = C.takeAdjoint(I);
    if (D.isZero())
      return;
    PartialFlags Flags(C.B, I);
    ComplexLanes Adjoint = split(C, D);
    for (unsigned Number : seq(count())) {
      auto Parts = partsOf(I, Number);
      if (none_of(Parts, [&](const Value *V) { return C.isActive(V); }))
        continue;
      Complex M = multiplier(I, Number, C);
      ComplexLanes Term = multiply(C, {M.Real, C.B.CreateFNeg(M.Imaginary)}, Adjoint);
      if (Parts.size() == 1) {
        C.accumulate(Parts[0], pairs(C, Parts[0]->getType(), Term));
        continue;
      }
      for (const auto &[V, L] : {std::pair(Parts[0], Term.Real), std::pair(Parts[1], Term.Imaginary)})
        if (C.isActive(V))
          C.accumulate(V, L);
    }
  }

  Complex multiplier(const Instruction &I, unsigned Number, RuleContext &C) const {
    ComplexWriter Write(cast<CallBase>(I), C);
    return Row.By[Number].Multiplier(Write);
  }

  static ComplexLanes tangentOf(const Instruction &I, unsigned Number, TangentContext &C) {
    auto Parts = partsOf(I, Number);
    auto Of = [&](const Value *V) { return C.carries(V) ? C.tangent(V) : Lanes(); };
    return Parts.size() == 1 ? split(C, Of(Parts[0])) : ComplexLanes{Of(Parts[0]), Of(Parts[1])};
  }

  static ComplexLanes split(RuleContext &C, const Lanes &Pairs) {
    return {Pairs.map([&](Value *V) { return part(C.B, V, 0); }), Pairs.map([&](Value *V) { return part(C.B, V, 1); })};
  }

  static Lanes pairs(RuleContext &C, Type *Ty, const ComplexLanes &D) {
    if (D.isZero())
      return Lanes();
    Type *Scalar = D.Real.isZero() ? D.Imaginary[0]->getType() : D.Real[0]->getType();
    SmallVector<Value *, 4> Real = D.Real.materialise(C.Width, Scalar);
    SmallVector<Value *, 4> Imaginary = D.Imaginary.materialise(C.Width, Scalar), Pairs;
    for (unsigned Lane : seq(C.Width))
      Pairs.push_back(makePair(C.B, Ty, Real[Lane], Imaginary[Lane]));
    return Lanes(Pairs);
  }

  static ComplexLanes multiply(RuleContext &C, const Complex &M, const ComplexLanes &D) {
    bool Strong = C.Opts.StrongZero;
    auto Scale = [&](Value *V, const Lanes &L) { return scaleLanes(C.B, V, L, Strong); };
    return {addLanes(C.B, Scale(M.Real, D.Real), Scale(C.B.CreateFNeg(M.Imaginary), D.Imaginary)),
            addLanes(C.B, Scale(M.Imaginary, D.Real), Scale(M.Real, D.Imaginary))};
  }

  const ComplexRow &Row;
};

} // namespace

ArrayRef<ComplexFunction> complexFunctions() {
  static const std::vector<ComplexFunction> Functions = [] {
    static std::vector<ComplexRule> Rules(std::begin(Rows), std::end(Rows));
    std::vector<ComplexFunction> All;
    for (const auto &[Row, R] : zip(Rows, Rules))
      All.push_back({Row.Name, Row.IsBinary(), &R});
    return All;
  }();
  return Functions;
}

} // namespace fluxion
