//===- Forward.cpp - Forward mode: activities, widths, shapes -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tangents against central differences of the compiled primal.
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace items;

namespace {
struct F64x2 {
  double A, B;
};
struct F32x2 {
  float A, B;
};
} // namespace

/// f(x, y) = x x y + sin x
static Function *scalar(Compiler &K, Type *T) {
  Function *F = K.function("f", T, {T, T});
  Value *X = F->getArg(0), *Y = F->getArg(1);
  K.B.CreateRet(K.B.CreateFAdd(K.B.CreateFMul(K.B.CreateFMul(X, X), Y), K.intrinsic(Intrinsic::sin, X)));
  return F;
}

/// f(x, n) = sum of x_i x_i x_i
static Function *cubes(Compiler &K, Type *T) {
  Function *F = K.function("f", T, {K.Ptr, K.I64});
  Value *Sum = K.B.CreateAlloca(T);
  K.B.CreateStore(ConstantFP::get(T, 0.0), Sum);
  K.loop(F->getArg(1), [&](Value *I) {
    Value *X = K.B.CreateLoad(T, K.B.CreateGEP(T, F->getArg(0), I));
    Value *Cube = K.B.CreateFMul(K.B.CreateFMul(X, X), X);
    K.B.CreateStore(K.B.CreateFAdd(K.B.CreateLoad(T, Sum), Cube), Sum);
  });
  K.B.CreateRet(K.B.CreateLoad(T, Sum));
  return F;
}

CASE(forwardScalarDual) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64, K.F64, K.F64});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Dual}, Activity::Dual);
  auto *F = K.get<double(double, double)>("f");
  auto *D = K.get<F64x2(double, double, double, double)>("d");
  F64x2 R = D(0.7, 1, 1.3, 0);
  NEAR(R.A, F(0.7, 1.3));
  NEAR(R.B, slope([&](double X) { return F(X, 1.3); }, 0.7));
  NEAR(D(0.7, 0, 1.3, 2).B, 2 * slope([&](double Y) { return F(0.7, Y); }, 1.3));
}

CASE(forwardScalarDualFloat) {
  Compiler K;
  scalar(K, K.F32);
  K.placeholder("d", StructType::get(K.F32, K.F32), {K.F32, K.F32, K.F32});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Const}, Activity::Dual);
  K.throughMemory("d");
  float R[2];
  K.get<void(float *, float, float, float)>("d.out")(R, 0.5f, 3, 2);
  NEARF(R[0], 0.5 + std::sin(0.5));
  NEARF(R[1], 3 * (2 * 0.5 * 2 + std::cos(0.5)));
}

CASE(forwardScalarDualOnly) {
  Compiler K;
  scalar(K, K.F32);
  K.placeholder("d", K.F32, {K.F32, K.F32, K.F32, K.F32});
  K.fill(Forward, "f", "d", {Activity::DualOnly, Activity::Dual}, Activity::DualOnly);
  auto *D = K.get<float(float, float, float, float)>("d");
  NEARF(D(0.5f, 1, 2, 0), 2 * 0.5 * 2 + std::cos(0.5));
  NEARF(D(0.5f, 0, 2, 1), 0.25);
}

CASE(forwardScalarConstResult) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", K.F64, {K.F64, K.F64, K.F64});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Const}, Activity::Const);
  auto *F = K.get<double(double, double)>("f");
  NEAR(K.get<double(double, double, double)>("d")(0.5, 1, 2), F(0.5, 2));
}

CASE(forwardScalarWidths) {
  for (unsigned Width = 2; Width <= 4; ++Width) {
    Compiler K;
    scalar(K, K.F64);
    SmallVector<Type *, 8> Params(2 + Width, K.F64);
    Params.insert(Params.begin(), K.Ptr);
    Function *D = K.placeholder("d", K.Void, Params); // [N + 1] doubles go where the first argument points
    K.sret(D, ArrayType::get(K.F64, Width + 1));
    K.fill(Forward, "f", "d", {Activity::Dual, Activity::Const}, Activity::Dual, Width);
    auto *F = K.get<double(double, double)>("f");
    double Slope = slope([&](double X) { return F(X, 1.1); }, 0.3), R[5] = {};
    if (Width == 2)
      K.get<void(double *, double, double, double, double)>("d")(R, 0.3, 1, 2, 1.1);
    else if (Width == 3)
      K.get<void(double *, double, double, double, double, double)>("d")(R, 0.3, 1, 2, 3, 1.1);
    else
      K.get<void(double *, double, double, double, double, double, double)>("d")(R, 0.3, 1, 2, 3, 4, 1.1);
    NEAR(R[0], F(0.3, 1.1));
    for (unsigned I = 1; I <= Width; ++I)
      NEAR(R[I], I * Slope);
  }
}

CASE(forwardScalarWidthWithoutSret) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", K.Void, {K.Ptr, K.F64, K.F64, K.F64, K.F64, K.F64, K.F64}); // no attribute says sret
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Dual}, Activity::DualOnly, 2);
  double R[2];
  K.get<void(double *, double, double, double, double, double, double)>("d")(R, 0.5, 1, 0, 2, 0, 1);
  NEAR(R[0], 2 * 0.5 * 2 + std::cos(0.5));
  NEAR(R[1], 0.25);
}

CASE(forwardPointer) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)), K.load(K.F64, F->getArg(0), 1)));
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::Dual);
  double X[] = {2, 3}, DX[] = {1, 10};
  F64x2 R = K.get<F64x2(double *, double *)>("d")(X, DX);
  NEAR(R.A, 6);
  NEAR(R.B, 23);
}

CASE(forwardOutPointer) {
  Compiler K;
  Function *F = K.function("f", K.Void, {K.Ptr, K.Ptr});
  Value *X = K.load(K.F64, F->getArg(0));
  K.store(K.B.CreateFMul(X, X), F->getArg(1));
  K.B.CreateRetVoid();
  K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.Ptr, K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::DualOnly}, Activity::Const, 2);
  double X0 = 3, T0 = 1, T1 = 5, Y = 0, DY0 = 7, DY1 = 7;
  K.get<void(double *, double *, double *, double *, double *, double *)>("d")(&X0, &T0, &T1, &Y, &DY0, &DY1);
  NEAR(DY0, 6);
  NEAR(DY1, 30);
}

CASE(forwardSlice) {
  Compiler K;
  cubes(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.Ptr, K.I64, K.Ptr, K.I64});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::FakeActivitySize}, Activity::Dual);
  double X[] = {1, 2, 3}, DX[] = {1, 0, 2, 9};
  F64x2 R = K.get<F64x2(double *, uint64_t, double *, uint64_t)>("d")(X, 3, DX, 4);
  NEAR(R.A, 36);
  NEAR(R.B, 3 + 54);
}

CASE(forwardSliceWidth) {
  Compiler K;
  cubes(K, K.F32);
  K.placeholder("d", ArrayType::get(K.F32, 2), {K.Ptr, K.I64, K.Ptr, K.I64, K.Ptr, K.I64});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::FakeActivitySize}, Activity::DualOnly, 2);
  K.throughMemory("d");
  float X[] = {1, 2}, A[] = {1, 0}, B[] = {0, 1}, R[2];
  K.get<void(float *, float *, uint64_t, float *, uint64_t, float *, uint64_t)>("d.out")(R, X, 2, A, 2, B, 2);
  NEARF(R[0], 3);
  NEARF(R[1], 12);
}

CASE(forwardSliceDualv) {
  for (unsigned Width = 1; Width <= 4; ++Width) {
    Compiler K;
    cubes(K, K.F64);
    Function *D = K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.I64, K.Ptr, K.I64});
    K.sret(D, ArrayType::get(K.I32, 2 * (Width + 1)));
    K.fill(Forward, "f", "d", {{Activity::Dualv, 8}, Activity::FakeActivitySize}, Activity::Dual, Width);
    auto *Call = K.get<void(double *, double *, uint64_t, double *, uint64_t)>("d");
    double X[] = {1, 2}, DX[] = {1, 0, 0, 1, 1, 1, 2, 5}, R[5] = {};
    double Wanted[] = {9, 3, 12, 15, 66};
    Call(R, X, 2, DX, 2 * Width);
    for (unsigned I = 0; I <= Width; ++I)
      NEAR(R[I], Wanted[I]);
  }
}

CASE(forwardDualvOfFloatsAndPointees) {
  Compiler K;
  Function *F = K.function("f", K.F32, {K.Ptr, K.F32}); // three floats behind a pointer
  Value *P = F->getArg(0);
  Value *Sum = K.B.CreateFAdd(K.B.CreateFMul(K.load(K.F32, P), K.load(K.F32, P, 2)), K.load(K.F32, P, 1));
  K.B.CreateRet(K.B.CreateFMul(Sum, F->getArg(1)));
  Function *D = K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.F32, FixedVectorType::get(K.F32, 2)});
  K.sret(D, ArrayType::get(K.F32, 2));
  K.fill(Forward, "f", "d", {{Activity::DualvOnly, 12}, Activity::Dualv}, Activity::DualvOnly, 2);
  typedef float V2 __attribute__((vector_size(8)));
  float X[] = {2, 3, 5}, DX[] = {1, 0, 0, 0, 1, 0}, R[2] = {};
  K.get<void(float *, float *, float *, float, V2)>("d")(R, X, DX, 2, V2{0, 1});
  NEARF(R[0], 10);
  NEARF(R[1], 2 + 13);
}

CASE(forwardDualvArrayByValue) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", K.F64, {K.F64, ArrayType::get(K.F64, 1), K.F64, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dualv, Activity::Dualv}, Activity::DualOnly);
  double T = 1;
  NEAR(K.get<double(double, double, double, double *)>("d")(0.5, 0, 2, &T), 0.25);
}

CASE(forwardStructPointer) {
  Compiler K;
  struct S {
    double A;
    float B;
    int N;
  };
  auto *T = StructType::get(K.F64, K.F32, K.I32);
  Function *F = K.function("f", K.F64, {K.Ptr});
  Value *A = K.B.CreateLoad(K.F64, K.B.CreateStructGEP(T, F->getArg(0), 0));
  Value *B = K.B.CreateFPExt(K.B.CreateLoad(K.F32, K.B.CreateStructGEP(T, F->getArg(0), 1)), K.F64);
  Value *N = K.B.CreateSIToFP(K.B.CreateLoad(K.I32, K.B.CreateStructGEP(T, F->getArg(0), 2)), K.F64);
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateFMul(A, B), N));
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::Dual);
  S X{2, 3, 4}, DX{1, 1, 0};
  F64x2 R = K.get<F64x2(S *, S *)>("d")(&X, &DX);
  NEAR(R.A, 24);
  NEAR(R.B, 4 * (3 + 2));
}

CASE(forwardSretResult) {
  Compiler K;
  auto *T = StructType::get(K.F64, K.F64, K.F64);
  Function *F = K.function("f", K.Void, {K.Ptr, K.F64});
  K.sret(F, T);
  Value *X = F->getArg(1);
  K.store(K.B.CreateFMul(X, X), F->getArg(0), 0);
  K.store(K.intrinsic(Intrinsic::sin, X), F->getArg(0), 1);
  K.store(X, F->getArg(0), 2);
  K.B.CreateRetVoid();
  Function *D = K.placeholder("d", K.Void, {K.Ptr, K.F64, K.F64, K.F64});
  K.sret(D, ArrayType::get(Type::getInt8Ty(K.C), 72));
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::Dual, 2);
  double R[9];
  K.get<void(double *, double, double, double)>("d")(R, 0.5, 1, 2);
  double Wanted[] = {0.25, std::sin(0.5), 0.5, 1, std::cos(0.5), 1, 2, 2 * std::cos(0.5), 2};
  for (unsigned I = 0; I < 9; ++I)
    NEAR(R[I], Wanted[I]);
}

CASE(forwardPairResult) {
  Compiler K;
  auto *T = StructType::get(K.F64, K.F64);
  Function *F = K.function("f", T, {K.F64, K.F64});
  Value *R = K.B.CreateInsertValue(PoisonValue::get(T), K.B.CreateFMul(F->getArg(0), F->getArg(1)), 0);
  K.B.CreateRet(K.B.CreateInsertValue(R, K.B.CreateFDiv(F->getArg(0), F->getArg(1)), 1));
  K.placeholder("d", T, {K.F64, K.F64, K.F64, K.F64});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Dual}, Activity::DualOnly);
  F64x2 D = K.get<F64x2(double, double, double, double)>("d")(3, 1, 2, 1);
  NEAR(D.A, 2 + 3);
  NEAR(D.B, 1 / 2.0 - 3 / 4.0);
}

CASE(forwardPointerResult) {
  Compiler K;
  Function *F = K.function("f", K.Ptr, {K.Ptr});
  K.B.CreateRet(K.B.CreateConstGEP1_64(K.F64, F->getArg(0), 1));
  K.placeholder("d", StructType::get(K.Ptr, K.Ptr), {K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::Dual);
  struct P2 {
    double *A, *B;
  };
  double X[2], DX[2];
  P2 R = K.get<P2(double *, double *)>("d")(X, DX);
  EXPECT(R.A == X + 1 && R.B == DX + 1);
}

CASE(forwardMergedArray) {
  Compiler K;
  Function *F = K.function("f", K.F32, {K.I64}); // [f32; 2], as rustc passes it
  Value *V = K.B.CreateBitCast(F->getArg(0), FixedVectorType::get(K.F32, 2));
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateExtractElement(V, uint64_t(0)), K.B.CreateExtractElement(V, 1)));
  auto *V2 = FixedVectorType::get(K.F32, 2);
  K.placeholder("d", K.F32, {V2, V2});
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::DualOnly);
  typedef float Vec __attribute__((vector_size(8)));
  NEARF(K.get<float(Vec, Vec)>("d")(Vec{2, 3}, Vec{1, 10}), 23);
}

CASE(forwardInteger) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.F64, K.I32});
  K.B.CreateRet(K.B.CreateFMul(F->getArg(0), K.B.CreateSIToFP(F->getArg(1), K.F64)));
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64, K.I32, K.I32});
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::Dual}, Activity::Dual);
  F64x2 R = K.get<F64x2(double, double, int, int)>("d")(2, 1, 3, 7);
  NEAR(R.A, 6);
  NEAR(R.B, 3);
}

CASE(forwardSecondOrder) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.F64});
  Value *X = F->getArg(0);
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateFMul(X, X), X));
  K.placeholder("d", K.F64, {K.F64, K.F64});
  K.placeholder("dd", K.F64, {K.F64, K.F64, K.F64});
  // The outer one comes first in the list and waits for the inner one.
  EXPECT(K.ask({item(Forward, "d", "dd", {Activity::Dual, Activity::Const}, Activity::DualOnly),
                item(Forward, "f", "d", {Activity::Dual}, Activity::DualOnly)})
             .empty());
  NEAR(K.get<double(double, double)>("d")(2, 1), 12);
  NEAR(K.get<double(double, double, double)>("dd")(2, 1, 1), 12);
}
