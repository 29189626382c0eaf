//===- Reverse.cpp - Reverse mode: activities, widths, shapes -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjoints against central differences of the compiled primal, times a seed that is not one.
//===----------------------------------------------------------------------===//
#include "Harness.h"

using namespace items;

namespace {
struct F64x2 {
  double A, B;
};
} // namespace

/// f(x, y) = x x y + exp(x y)
static Function *scalar(Compiler &K, Type *T) {
  Function *F = K.function("f", T, {T, T});
  Value *X = F->getArg(0), *Y = F->getArg(1);
  Value *XY = K.B.CreateFMul(X, Y);
  K.B.CreateRet(K.B.CreateFAdd(K.B.CreateFMul(X, XY), K.intrinsic(Intrinsic::exp, XY)));
  return F;
}

/// f(x, n, y) = y * sum of sin x_i, and x_0 is overwritten
static Function *sines(Compiler &K, Type *T) {
  Function *F = K.function("f", T, {K.Ptr, K.I64, T});
  Value *Sum = K.B.CreateAlloca(T);
  K.B.CreateStore(ConstantFP::get(T, 0.0), Sum);
  K.loop(F->getArg(1), [&](Value *I) {
    Value *X = K.B.CreateLoad(T, K.B.CreateGEP(T, F->getArg(0), I));
    K.B.CreateStore(K.B.CreateFAdd(K.B.CreateLoad(T, Sum), K.intrinsic(Intrinsic::sin, X)), Sum);
  });
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateLoad(T, Sum), F->getArg(2)));
  return F;
}

CASE(reverseScalarActive) {
  Compiler K;
  scalar(K, K.F64);
  K.sret(K.placeholder("d", K.Void, {K.Ptr, K.F64, K.F64, K.F64}), StructType::get(K.F64, K.F64, K.F64));
  K.fill(Reverse, "f", "d", {Activity::Active, Activity::Active}, Activity::Active);
  auto *F = K.get<double(double, double)>("f");
  double R[3];
  K.get<void(double *, double, double, double)>("d")(R, 0.7, 1.3, 2.5);
  NEAR(R[0], F(0.7, 1.3));
  NEAR(R[1], 2.5 * slope([&](double X) { return F(X, 1.3); }, 0.7));
  NEAR(R[2], 2.5 * slope([&](double Y) { return F(0.7, Y); }, 1.3));
}

CASE(reverseScalarActiveFloat) {
  Compiler K;
  scalar(K, K.F32);
  K.sret(K.placeholder("d", K.Void, {K.Ptr, K.F32, K.F32, K.F32}), ArrayType::get(K.F32, 3));
  K.fill(Reverse, "f", "d", {Activity::Active, Activity::Active}, Activity::Active);
  float R[3];
  K.get<void(float *, float, float, float)>("d")(R, 0.5f, 2, 3);
  NEARF(R[0], 0.5 + std::exp(1));
  NEARF(R[1], 3 * (2 * 0.5 * 2 + 2 * std::exp(1)));
  NEARF(R[2], 3 * (0.25 + 0.5 * std::exp(1)));
}

CASE(reverseScalarActiveOnly) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::ActiveOnly, Activity::Active}, Activity::ActiveOnly);
  F64x2 R = K.get<F64x2(double, double, double)>("d")(0.5, 2, 3);
  NEAR(R.A, 3 * (2 * 0.5 * 2 + 2 * std::exp(1)));
  NEAR(R.B, 3 * (0.25 + 0.5 * std::exp(1)));
}

CASE(reverseScalarConst) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Const, Activity::Active}, Activity::Active);
  F64x2 R = K.get<F64x2(double, double, double)>("d")(0.5, 2, 3);
  NEAR(R.A, 0.5 + std::exp(1));
  NEAR(R.B, 3 * (0.25 + 0.5 * std::exp(1)));
}

CASE(reverseScalarConstResult) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64}); // primal and adjoint, no seed
  K.placeholder("e", K.F64, {K.F64, K.F64});                         // adjoint only
  K.fill(Reverse, "f", "d", {Activity::Active, Activity::Const}, Activity::Const);
  K.fill(Reverse, "f", "e", {Activity::Active, Activity::Const}, Activity::Const);
  F64x2 R = K.get<F64x2(double, double)>("d")(0.5, 2);
  NEAR(R.A, 0.5 + std::exp(1));
  NEAR(R.B, 0);
  NEAR(K.get<double(double, double)>("e")(0.5, 2), 0);
}

CASE(reverseScalarWidths) {
  for (unsigned Width = 2; Width <= 4; ++Width) {
    Compiler K;
    scalar(K, K.F64);
    SmallVector<Type *, 8> Params(2 + Width, K.F64);
    Params.insert(Params.begin(), K.Ptr);
    K.sret(K.placeholder("d", K.Void, Params), ArrayType::get(K.F64, 1 + 2 * Width));
    K.sret(K.placeholder("one", K.Void, {K.Ptr, K.F64, K.F64, K.F64}), ArrayType::get(K.F64, 1 + 2 * Width));
    K.fill(Reverse, "f", "d", {Activity::Active, Activity::Active}, Activity::Active, Width);
    K.fill(Reverse, "f", "one", {Activity::Active, Activity::Active}, Activity::Active, Width);
    double R[9], DX = 2 * 0.5 * 2 + 2 * std::exp(1), DY = 0.25 + 0.5 * std::exp(1);
    if (Width == 2)
      K.get<void(double *, double, double, double, double)>("d")(R, 0.5, 2, 1, 2);
    else if (Width == 3)
      K.get<void(double *, double, double, double, double, double)>("d")(R, 0.5, 2, 1, 2, 3);
    else
      K.get<void(double *, double, double, double, double, double, double)>("d")(R, 0.5, 2, 1, 2, 3, 4);
    NEAR(R[0], 0.5 + std::exp(1));
    for (unsigned Lane = 0; Lane < Width; ++Lane) {
      NEAR(R[1 + Lane], (Lane + 1) * DX);
      NEAR(R[1 + Width + Lane], (Lane + 1) * DY);
    }
    K.get<void(double *, double, double, double)>("one")(R, 0.5, 2, 3);
    for (unsigned Lane = 0; Lane < Width; ++Lane)
      NEAR(R[1 + Lane], 3 * DX);
  }
}

CASE(reversePointer) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)), K.load(K.F64, F->getArg(0), 1)));
  K.placeholder("d", K.F64, {K.Ptr, K.Ptr, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated}, Activity::Active);
  double X[] = {2, 3}, DX[] = {100, 200};
  NEAR(K.get<double(double *, double *, double)>("d")(X, DX, 2), 6);
  NEAR(DX[0], 106); // added to what was there
  NEAR(DX[1], 204);
}

CASE(reversePointerOnlyAndWidth) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)), K.load(K.F64, F->getArg(0), 1)));
  K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.Ptr, K.F64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::DuplicatedOnly}, Activity::ActiveOnly, 3);
  double X[] = {2, 3}, A[2] = {}, B[2] = {}, C[2] = {};
  K.get<void(double *, double *, double *, double *, double, double, double)>("d")(X, A, B, C, 1, 2, 3);
  NEAR(A[0], 3);
  NEAR(B[1], 4);
  NEAR(C[0], 9);
}

CASE(reverseOutPointer) {
  Compiler K;
  Function *F = K.function("f", K.Void, {K.Ptr, K.Ptr});
  Value *X = K.load(K.F64, F->getArg(0));
  K.store(K.B.CreateFMul(X, X), F->getArg(1));
  K.B.CreateRetVoid();
  K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.Ptr});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::Duplicated}, Activity::Const);
  double X0 = 3, DX = 0, Y = 0, DY = 2;
  K.get<void(double *, double *, double *, double *)>("d")(&X0, &DX, &Y, &DY);
  NEAR(Y, 9);
  NEAR(DX, 12);
  NEAR(DY, 0);
}

CASE(reverseSlice) {
  Compiler K;
  sines(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.Ptr, K.I64, K.Ptr, K.I64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize, Activity::Active}, Activity::Active);
  double X[] = {0.1, 0.2, 0.3}, DX[3] = {}, Sum = std::sin(0.1) + std::sin(0.2) + std::sin(0.3);
  F64x2 R = K.get<F64x2(double *, uint64_t, double *, uint64_t, double, double)>("d")(X, 3, DX, 3, 2, 5);
  NEAR(R.A, 2 * Sum);
  NEAR(R.B, 5 * Sum);
  for (unsigned I = 0; I < 3; ++I)
    NEAR(DX[I], 10 * std::cos(X[I]));
}

CASE(reverseSliceWidthFloat) {
  Compiler K;
  sines(K, K.F32);
  K.placeholder("d", K.F32, {K.Ptr, K.I64, K.Ptr, K.I64, K.Ptr, K.I64, K.F32, K.F32, K.F32});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize, Activity::Const}, Activity::Active, 2);
  float X[] = {0.1f, 0.2f}, A[2] = {}, B[2] = {};
  K.get<float(float *, uint64_t, float *, uint64_t, float *, uint64_t, float, float, float)>("d")(X, 2, A, 2, B, 2, 2,
                                                                                                  1, 3);
  NEARF(A[1], 2 * std::cos(0.2));
  NEARF(B[0], 6 * std::cos(0.1));
}

CASE(reverseConstSlice) {
  Compiler K;
  sines(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.Ptr, K.I64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Const, Activity::FakeActivitySize, Activity::Active}, Activity::Active);
  double X[] = {0.1};
  NEAR(K.get<F64x2(double *, uint64_t, double, double)>("d")(X, 1, 2, 5).B, 5 * std::sin(0.1));
}

CASE(reverseStructPointer) {
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
  K.placeholder("d", K.F64, {K.Ptr, K.Ptr, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated}, Activity::Active);
  S X{2, 3, 4}, DX{0, 0, 77};
  NEAR(K.get<double(S *, S *, double)>("d")(&X, &DX, 1), 24);
  NEAR(DX.A, 12);
  NEAR(DX.B, 8);
  EXPECT(DX.N == 77);
}

CASE(reverseByvalStruct) {
  Compiler K;
  auto *T = ArrayType::get(K.F64, 3);
  Function *F = K.function("f", K.F64, {K.Ptr});
  F->addParamAttr(0, Attribute::getWithByValType(K.C, T));
  Value *P = F->getArg(0);
  Value *Product = K.B.CreateFMul(K.load(K.F64, P), K.load(K.F64, P, 2));
  K.store(ConstantFP::get(K.F64, 0.0), P); // its own copy
  K.B.CreateRet(Product);
  Function *D = K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.F64});
  K.sret(D, StructType::get(K.F64, T));
  D->addParamAttr(1, Attribute::getWithByValType(K.C, T));
  K.fill(Reverse, "f", "d", {Activity::Active}, Activity::Active);
  struct V3 {
    double X[3];
  };
  struct Out {
    double Y;
    V3 DX;
  };
  Out R = K.get<Out(V3, double)>("d")(V3{{2, 3, 5}}, 2);
  NEAR(R.Y, 10);
  NEAR(R.DX.X[0], 10);
  NEAR(R.DX.X[1], 0);
  NEAR(R.DX.X[2], 4);
}

CASE(reverseHiddenPointer) { // by value behind a plain pointer, as rustc passes [f64; 3]
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr});
  Value *P = F->getArg(0);
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, P), K.load(K.F64, P, 2)));
  K.sret(K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.F64}), ArrayType::get(Type::getInt8Ty(K.C), 32));
  K.fill(Reverse, "f", "d", {{Activity::Active, 24}}, Activity::Active);
  double X[] = {2, 3, 5}, R[4];
  K.get<void(double *, double *, double)>("d")(R, X, 3);
  NEAR(R[0], 10);
  NEAR(R[1], 15);
  NEAR(R[2], 0);
  NEAR(R[3], 6);
}

CASE(reverseMergedArray) { // [f32; 2] is an i64 to the source, a vector to the target
  Compiler K;
  Function *F = K.function("f", K.F32, {K.I64});
  Value *V = K.B.CreateBitCast(F->getArg(0), FixedVectorType::get(K.F32, 2));
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateExtractElement(V, uint64_t(0)), K.B.CreateExtractElement(V, 1)));
  K.sret(K.placeholder("d", K.Void, {K.Ptr, FixedVectorType::get(K.F32, 2), K.F32}), ArrayType::get(K.F32, 3));
  K.fill(Reverse, "f", "d", {Activity::Active}, Activity::Active);
  typedef float Vec __attribute__((vector_size(8)));
  float R[3];
  K.get<void(float *, Vec, float)>("d")(R, Vec{2, 3}, 2);
  NEARF(R[0], 6);
  NEARF(R[1], 6);
  NEARF(R[2], 4);
}

/// f(x) = { x x, sin x, x } through memory
static void three(Compiler &K, Type *Memory) {
  Function *F = K.function("f", K.Void, {K.Ptr, K.F64});
  K.sret(F, Memory);
  Value *X = F->getArg(1);
  K.store(K.B.CreateFMul(X, X), F->getArg(0), 0);
  K.store(K.intrinsic(Intrinsic::sin, X), F->getArg(0), 1);
  K.store(X, F->getArg(0), 2);
  K.B.CreateRetVoid();
}

CASE(reverseSretResult) { // with a seed in memory, and as three scalars; nobody says which bytes are floats
  Compiler K;
  auto *I8 = Type::getInt8Ty(K.C);
  three(K, ArrayType::get(I8, 24));
  K.sret(K.placeholder("d", K.Void, {K.Ptr, K.F64, K.Ptr}), ArrayType::get(I8, 32));
  K.placeholder("only", K.F64, {K.F64, K.Ptr});
  K.fill(Reverse, "f", "d", {Activity::Active}, Activity::Active);
  K.fill(Reverse, "f", "only", {Activity::Active}, Activity::ActiveOnly);
  double R[4], Seed[] = {1, 10, 100}, Slope = 2 * 0.5 + 10 * std::cos(0.5) + 100;
  K.get<void(double *, double, double *)>("d")(R, 0.5, Seed);
  NEAR(R[0], 0.25);
  NEAR(R[1], std::sin(0.5));
  NEAR(R[2], 0.5);
  NEAR(R[3], Slope);
  NEAR(K.get<double(double, double *)>("only")(0.5, Seed), Slope);
}

CASE(reverseSretResultSeedInPieces) {
  Compiler K;
  three(K, StructType::get(K.F64, K.F64, K.F64));
  K.placeholder("d", K.F64, {K.F64, K.F64, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Active}, Activity::ActiveOnly);
  NEAR(K.get<double(double, double, double, double)>("d")(0.5, 1, 10, 100), 2 * 0.5 + 10 * std::cos(0.5) + 100);
}

CASE(reversePairResult) {
  Compiler K;
  auto *T = StructType::get(K.F64, K.F64);
  Function *F = K.function("f", T, {K.F64});
  Value *X = F->getArg(0);
  Value *R = K.B.CreateInsertValue(PoisonValue::get(T), K.B.CreateFMul(X, X), 0);
  K.B.CreateRet(K.B.CreateInsertValue(R, K.intrinsic(Intrinsic::exp, X), 1));
  K.placeholder("d", K.F64, {K.F64, K.F64, K.F64});
  K.placeholder("m", K.F64, {K.F64, K.Ptr});
  K.fill(Reverse, "f", "d", {Activity::Active}, Activity::ActiveOnly);
  K.fill(Reverse, "f", "m", {Activity::Active}, Activity::ActiveOnly);
  double Seed[] = {2, 3};
  NEAR(K.get<double(double, double, double)>("d")(0.5, 2, 3), 2 + 3 * std::exp(0.5));
  NEAR(K.get<double(double, double *)>("m")(0.5, Seed), 2 + 3 * std::exp(0.5));
}

CASE(reversePointerResult) {
  Compiler K;
  Function *F = K.function("f", K.Ptr, {K.Ptr});
  K.B.CreateRet(K.B.CreateConstGEP1_64(K.F64, F->getArg(0), 1));
  K.placeholder("d", StructType::get(K.Ptr, K.Ptr), {K.Ptr, K.Ptr});
  K.placeholder("only", K.Ptr, {K.Ptr, K.Ptr});
  K.fill(Reverse, "f", "d", {Activity::Duplicated}, Activity::Duplicated);
  K.fill(Reverse, "f", "only", {Activity::Duplicated}, Activity::DuplicatedOnly);
  struct P2 {
    double *A, *B;
  };
  double X[2], DX[2];
  P2 R = K.get<P2(double *, double *)>("d")(X, DX);
  EXPECT(R.A == X + 1 && R.B == DX + 1);
  EXPECT(K.get<double *(double *, double *)>("only")(X, DX) == DX + 1);
}

CASE(reverseReorderedResult) { // a compiler that puts the adjoint before the result
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64, K.F64});
  AutoDiffItem Item = item(Reverse, "f", "d", {Activity::Active, Activity::Const}, Activity::Active);
  Item.ResultOffsets = {8, 0};
  EXPECT(K.ask(Item).empty());
  F64x2 R = K.get<F64x2(double, double, double)>("d")(0.5, 2, 1);
  NEAR(R.A, 2 * 0.5 * 2 + 2 * std::exp(1));
  NEAR(R.B, 0.5 + std::exp(1));
}

CASE(forwardOverReverse) {
  Compiler K;
  scalar(K, K.F64);
  K.placeholder("d", K.F64, {K.F64, K.F64, K.F64});
  K.placeholder("h", K.F64, {K.F64, K.F64, K.F64, K.F64});
  EXPECT(K.ask({item(Reverse, "f", "d", {Activity::Active, Activity::Const}, Activity::ActiveOnly),
                item(Forward, "d", "h", {Activity::Dual, Activity::Const, Activity::Const}, Activity::DualOnly)})
             .empty());
  // d/dx (2 x y + y exp(x y)) = 2 y + y y exp(x y)
  NEAR(K.get<double(double, double, double, double)>("h")(0.5, 1, 2, 1), 4 + 4 * std::exp(1));
}

CASE(forwardOverReverseOfSlice) { // through the checks of the inner target; a Hessian times a vector
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr, K.I64}); // sum of x_0 x_i x_i
  Value *Sum = K.B.CreateAlloca(K.F64);
  K.B.CreateStore(ConstantFP::get(K.F64, 0.0), Sum);
  Value *First = K.load(K.F64, F->getArg(0));
  K.loop(F->getArg(1), [&](Value *I) {
    Value *X = K.B.CreateLoad(K.F64, K.B.CreateGEP(K.F64, F->getArg(0), I));
    K.B.CreateStore(K.B.CreateFAdd(K.B.CreateLoad(K.F64, Sum), K.B.CreateFMul(First, K.B.CreateFMul(X, X))), Sum);
  });
  K.B.CreateRet(K.B.CreateLoad(K.F64, Sum));
  K.placeholder("d", K.Void, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  K.placeholder("h", K.Void, {K.Ptr, K.I64, K.Ptr, K.I64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  auto Slice = Activity::FakeActivitySize;
  ItemOptions All;
  All.CheckNull = All.CheckOverlap = true;
  auto Errors =
      K.ask({item(Reverse, "f", "d", {{Activity::Duplicated, 8}, Slice}, Activity::ActiveOnly),
             item(Forward, "d", "h", {{Activity::Dual, 8}, Slice, {Activity::Dual, 8}, Slice, Activity::Const},
                  Activity::Const)},
            All);
  for (const ItemError &E : Errors)
    expect(false, E.Message + (E.Details.empty() ? "" : ": " + E.Details[0]), __LINE__);
  if (!Errors.empty())
    return;
  double X[] = {2, 3, 5}, V[] = {1, 10, 100}, DX[3] = {}, HV[3] = {};
  auto *H = K.get<void(double *, uint64_t, double *, uint64_t, double *, uint64_t, double *, uint64_t, double)>("h");
  H(X, 3, V, 3, DX, 3, HV, 3, 1);
  NEAR(DX[0], 3 * 4 + 9 + 25);
  NEAR(DX[1], 2 * 2 * 3);
  NEAR(HV[0], 6 * 2 * 1 + 2 * 3 * 10 + 2 * 5 * 100);
  NEAR(HV[1], 2 * 3 * 1 + 2 * 2 * 10);
  NEAR(HV[2], 2 * 5 * 1 + 2 * 2 * 100);
  double Short[3] = {};
  EXPECT(
      StringRef(abortMessage([&] { H(X, 3, V, 3, DX, 3, Short, 2, 1); })).contains("in 'h': the shadow of argument 3"));
  EXPECT(
      StringRef(abortMessage([&] { H(X, 3, V, 3, DX, 2, Short, 2, 1); })).contains("in 'd': the shadow of argument 1"));
}
