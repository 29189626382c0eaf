//===- SpecialFunctions.cpp - Functions that no library has ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of lgamma is digamma, that of digamma is trigamma, and so on; neither
// LLVM nor libm has them. One function psi(n, x) = psi^(n)(x) is written into the module
// on demand, with the row d psi(n, x)/dx = psi(n + 1, x).
//
// Abramowitz & Stegun, Handbook of Mathematical Functions, chapter 6:
//
//   6.4.6   psi(n, x) = psi(n, x + 1) - (-1)^n n! x^(-n-1)        up to x >= Far
//   6.4.11  psi(n, x) ~ (-1)^(n+1) [ L + n!/(2 x^(n+1)) + sum_k B_2k (2k+n-1)!/(2k)! x^(-2k-n) ]
//           L = (n-1)!/x^n;  by 6.3.18 the same holds for n = 0 with L = -ln x
//   6.4.7   psi(n, x) = (-1)^n psi(n, 1 - x) - pi d^n/dx^n cot(pi x)      for x <= 0
//
// The derivatives of f(x) = cot(pi x) come from its Taylor series a_k, which follows from
// f' = -pi (1 + f^2). With 14 Bernoulli terms and Far = 20 + n the error of the series is below 1e-28
// for n <= 2; the rest is rounding. x86_fp80 has its full precision, fp128 about 28 digits. float
// goes through double.
//===----------------------------------------------------------------------===//
#include "Rules/Library/MathRules.h"
#include "llvm/IR/Module.h"
#include <cmath>
#include <vector>

using namespace llvm;

namespace fluxion {

struct Fraction {
  const char *Numerator, *Denominator;
};

/// B_2, B_4, ...: A&S table 23.2.
static const Fraction Bernoulli[] = {
    {"1", "6"},       {"-1", "30"},           {"1", "42"},       {"-1", "30"},
    {"5", "66"},      {"-691", "2730"},       {"7", "6"},        {"-3617", "510"},
    {"43867", "798"}, {"-174611", "330"},     {"854513", "138"}, {"-236364091", "2730"},
    {"8553103", "6"}, {"-23749461029", "870"}};
static const char Pi[] = "3.1415926535897932384626433832795028841972";
static constexpr unsigned Near = 20; // Far = Near + n

//===--- On the host, for the self-test -----------------------------------===//

static long double hostCotangent(unsigned N, long double X) {
  const long double HostPi = strtold(Pi, nullptr);
  long double R = X - rintl(X), Factorial = 1;
  std::vector<long double> A = {cosl(HostPi * R) / sinl(HostPi * R)};
  for (unsigned K = 0; K < N; ++K) {
    long double Sum = K == 0 ? 1 : 0;
    for (unsigned I = 0; I <= K; ++I)
      Sum += A[I] * A[K - I];
    A.push_back(-HostPi * Sum / (K + 1));
    Factorial *= K + 1;
  }
  return Factorial * A[N];
}

static long double hostPolygamma(unsigned N, long double X) {
  if (X <= 0)
    return (N % 2 ? -1 : 1) * hostPolygamma(N, 1 - X) - strtold(Pi, nullptr) * hostCotangent(N, X);
  long double Factorial = tgammal(N + 1), Sum = 0;
  for (; X < Near + N; X += 1)
    Sum += powl(X, -static_cast<long double>(N + 1));
  long double Lead = N == 0 ? -logl(X) : Factorial / N / powl(X, N);
  long double Result = Lead + Factorial * (Sum + powl(X, -static_cast<long double>(N + 1)) / 2);
  long double Ratio = Factorial * (N + 1) / 2 * powl(X, -static_cast<long double>(N + 2));
  unsigned TwoK = 2;
  for (const Fraction &B : Bernoulli) {
    Result += strtold(B.Numerator, nullptr) / strtold(B.Denominator, nullptr) * Ratio;
    Ratio *= static_cast<long double>((TwoK + N) * (TwoK + N + 1)) / ((TwoK + 1) * (TwoK + 2)) / (X * X);
    TwoK += 2;
  }
  return (N % 2 ? 1 : -1) * Result;
}

//===--- In the module ----------------------------------------------------===//

namespace {
/// Writes psi(n, x) in one float type.
class PolygammaWriter {
public:
  PolygammaWriter(Function &F) : F(F), Ty(F.getReturnType()), B(F.getContext()), N(F.getArg(0)), X(F.getArg(1)) {}

  void write() {
    N->setName("n");
    X->setName("x");
    auto *Entry = block("entry"), *Reflect = block("reflect"), *Direct = block("direct");
    B.SetInsertPoint(Entry);
    NFloat = B.CreateSIToFP(N, Ty);
    Sign = B.CreateSelect(B.CreateTrunc(N, B.getInt1Ty()), constant("-1"), constant("1"), "sign");
    Factorial = writeFactorial();
    B.CreateCondBr(B.CreateFCmpOLE(X, constant("0")), Reflect, Direct);
    B.SetInsertPoint(Reflect);
    writeReflection();
    B.SetInsertPoint(Direct);
    writeSeries();
  }

private:
  Value *constant(StringRef Decimals) { return ConstantFP::get(Ty, Decimals); }
  Value *power(Value *Base, Value *Exponent) {
    return B.CreateIntrinsic(Intrinsic::powi, {Ty, B.getInt32Ty()}, {Base, Exponent});
  }
  Value *unary(Intrinsic::ID ID, Value *V) { return B.CreateUnaryIntrinsic(ID, V); }

  /// for (K = From; K < To; ++K) Carried = Body(K, Carried); gives the last Carried.
  Value *loop(StringRef Name, Value *From, Value *To, Value *Start, function_ref<Value *(Value *, Value *)> Body) {
    BasicBlock *Before = B.GetInsertBlock();
    auto *Header = block(Name), *Inside = block(Name + ".body"), *After = block(Name + ".end");
    B.CreateBr(Header);
    B.SetInsertPoint(Header);
    PHINode *K = B.CreatePHI(B.getInt32Ty(), 2);
    PHINode *Carried = B.CreatePHI(Ty, 2);
    B.CreateCondBr(B.CreateICmpSLT(K, To), Inside, After);
    B.SetInsertPoint(Inside);
    Value *Next = Body(K, Carried);
    K->addIncoming(From, Before);
    Carried->addIncoming(Start, Before);
    K->addIncoming(B.CreateAdd(K, B.getInt32(1)), B.GetInsertBlock());
    Carried->addIncoming(Next, B.GetInsertBlock());
    B.CreateBr(Header);
    B.SetInsertPoint(After);
    return Carried;
  }
  BasicBlock *block(const Twine &Name) { return BasicBlock::Create(F.getContext(), Name, &F); }

  Value *writeFactorial() {
    return loop("factorial", B.getInt32(1), B.CreateAdd(N, B.getInt32(1)), constant("1"),
                [&](Value *K, Value *Product) { return B.CreateFMul(Product, B.CreateSIToFP(K, Ty)); });
  }

  /// Far out, then one step after the other towards x.
  void writeSeries() {
    BasicBlock *Before = B.GetInsertBlock();
    Value *Far = B.CreateFAdd(NFloat, constant(std::to_string(Near)));
    Value *Minus = B.CreateNeg(B.CreateAdd(N, B.getInt32(1)), "exponent"); // -(n + 1)
    auto *Header = block("shift"), *Inside = block("shift.body"), *After = block("shift.end");
    B.CreateBr(Header);
    B.SetInsertPoint(Header);
    PHINode *Z = B.CreatePHI(Ty, 2, "z");
    PHINode *Sum = B.CreatePHI(Ty, 2, "sum");
    B.CreateCondBr(B.CreateFCmpOLT(Z, Far), Inside, After);
    B.SetInsertPoint(Inside);
    Z->addIncoming(X, Before);
    Sum->addIncoming(constant("0"), Before);
    Sum->addIncoming(B.CreateFAdd(Sum, power(Z, Minus)), Inside);
    Z->addIncoming(B.CreateFAdd(Z, constant("1")), Inside);
    B.CreateBr(Header);
    B.SetInsertPoint(After);
    writeAsymptote(Z, Sum, Minus);
  }

  void writeAsymptote(Value *Z, Value *Sum, Value *Minus) {
    Value *IsDigamma = B.CreateICmpEQ(N, B.getInt32(0));
    Value *Power = power(Z, Minus); // z^-(n+1)
    Value *Lead = B.CreateSelect(IsDigamma, B.CreateFNeg(unary(Intrinsic::log, Z)),
                                 B.CreateFMul(B.CreateFDiv(Factorial, NFloat), power(Z, B.CreateNeg(N))));
    // The terms of the series shrink; the smallest are added first.
    SmallVector<Value *, 16> Terms;
    Value *Square = B.CreateFMul(Z, Z);
    Value *Ratio = B.CreateFMul(B.CreateFMul(Factorial, B.CreateFAdd(NFloat, constant("1"))),
                                B.CreateFDiv(Power, B.CreateFMul(constant("2"), Z)));
    unsigned TwoK = 2;
    for (const Fraction &Number : Bernoulli) {
      Value *Factor = B.CreateFDiv(constant(Number.Numerator), constant(Number.Denominator));
      Terms.push_back(B.CreateFMul(Factor, Ratio));
      Value *Rising = B.CreateFMul(B.CreateFAdd(NFloat, constant(std::to_string(TwoK))),
                                   B.CreateFAdd(NFloat, constant(std::to_string(TwoK + 1))));
      Value *Falling = B.CreateFMul(constant(std::to_string((TwoK + 1) * (TwoK + 2))), Square);
      Ratio = B.CreateFMul(Ratio, B.CreateFDiv(Rising, Falling));
      TwoK += 2;
    }
    Value *Total = constant("0");
    for (Value *Term : reverse(Terms))
      Total = B.CreateFAdd(Total, Term);
    Value *Half = B.CreateFMul(Factorial, B.CreateFMul(constant("0.5"), Power));
    Total = B.CreateFAdd(B.CreateFAdd(Total, Half), Lead);
    Total = B.CreateFAdd(Total, B.CreateFMul(Factorial, Sum));
    B.CreateRet(B.CreateFNeg(B.CreateFMul(Sign, Total)));
  }

  void writeReflection() {
    Value *Reflected = B.CreateCall(&F, {N, B.CreateFSub(constant("1"), X)});
    Value *Cotangent = B.CreateFMul(Factorial, writeCotangentSeries());
    B.CreateRet(B.CreateFSub(B.CreateFMul(Sign, Reflected), B.CreateFMul(constant(Pi), Cotangent)));
  }

  /// The n-th Taylor coefficient of cot(pi x): (k+1) a_(k+1) = -pi (sum a_i a_(k-i) + [k = 0]).
  Value *writeCotangentSeries() {
    Value *Coefficients = B.CreateAlloca(Ty, B.CreateAdd(N, B.getInt32(1)), "a");
    auto At = [&](Value *Index) { return B.CreateGEP(Ty, Coefficients, {Index}); };
    // sin and cos have period 1 here, up to a common sign.
    Value *Angle = B.CreateFMul(constant(Pi), B.CreateFSub(X, unary(Intrinsic::rint, X)));
    Value *First = B.CreateFDiv(unary(Intrinsic::cos, Angle), unary(Intrinsic::sin, Angle));
    B.CreateStore(First, Coefficients);
    return loop("taylor", B.getInt32(0), N, First, [&](Value *K, Value *) {
      Value *Next = B.CreateAdd(K, B.getInt32(1));
      Value *One = B.CreateUIToFP(B.CreateICmpEQ(K, B.getInt32(0)), Ty);
      Value *Sum = loop("square", B.getInt32(0), Next, One, [&](Value *I, Value *Partial) {
        Value *Product = B.CreateFMul(B.CreateLoad(Ty, At(I)), B.CreateLoad(Ty, At(B.CreateSub(K, I))));
        return B.CreateFAdd(Partial, Product);
      });
      Value *Coefficient = B.CreateFDiv(B.CreateFMul(B.CreateFNeg(constant(Pi)), Sum), B.CreateSIToFP(Next, Ty));
      B.CreateStore(Coefficient, At(Next));
      return Coefficient;
    });
  }

  Function &F;
  Type *Ty;
  IRBuilder<> B;
  Argument *N, *X;
  Value *NFloat = nullptr, *Sign = nullptr, *Factorial = nullptr;
};
} // namespace

static std::string nameFor(Type *Scalar) {
  std::string Name;
  raw_string_ostream(Name) << PolygammaName << '.' << *Scalar;
  return Name;
}

static Function *definePolygamma(Module &M, Type *Scalar) {
  std::string Name = nameFor(Scalar);
  if (Function *Known = M.getFunction(Name))
    return Known;
  auto *Ty = FunctionType::get(Scalar, {Type::getInt32Ty(M.getContext()), Scalar}, false);
  // Not internal: LLVM would fold the n of today's calls into the body, and a later
  // request could not use it for another n.
  Function *F = Function::Create(Ty, GlobalValue::LinkOnceODRLinkage, Name, M);
  F->setVisibility(GlobalValue::HiddenVisibility);
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  // It has a row of its own: a second derivative must still find the call.
  F->addFnAttr(Attribute::NoInline);
  if (!Scalar->isFloatTy()) {
    PolygammaWriter(*F).write();
    return F;
  }
  IRBuilder<> B(BasicBlock::Create(M.getContext(), "entry", F));
  Function *Wide = definePolygamma(M, B.getDoubleTy());
  B.CreateRet(
      B.CreateFPTrunc(B.CreateCall(Wide, {F->getArg(0), B.CreateFPExt(F->getArg(1), B.getDoubleTy())}), Scalar));
  return F;
}

const MathFunction Polygamma = {
    "polygamma", Intrinsic::not_intrinsic, "if",
    [](ArrayRef<long double> X) { return hostPolygamma(static_cast<unsigned>(X[0]), X[1]); }, definePolygamma};

} // namespace fluxion
