//===- Checks.cpp - What is checked when a target runs --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each check in a child process: what it says before it aborts, and that it says nothing
// when all is well or when nobody asked for it.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include <limits>

using namespace items;

/// f(x, n) = sum of x_i x_i
static void squares(Compiler &K) {
  Function *F = K.function("f", K.F64, {K.Ptr, K.I64});
  Value *Sum = K.B.CreateAlloca(K.F64);
  K.B.CreateStore(ConstantFP::get(K.F64, 0.0), Sum);
  K.loop(F->getArg(1), [&](Value *I) {
    Value *X = K.B.CreateLoad(K.F64, K.B.CreateGEP(K.F64, F->getArg(0), I));
    K.B.CreateStore(K.B.CreateFAdd(K.B.CreateLoad(K.F64, Sum), K.B.CreateFMul(X, X)), Sum);
  });
  K.B.CreateRet(K.B.CreateLoad(K.F64, Sum));
}

/// f(x) = x_0 x_1
static void product(Compiler &K) {
  Function *F = K.function("f", K.F64, {K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)), K.load(K.F64, F->getArg(0), 1)));
}

static ItemOptions options(bool Lengths, bool Overlap, bool Null) {
  ItemOptions Options;
  Options.CheckLengths = Lengths;
  Options.CheckOverlap = Overlap;
  Options.CheckNull = Null;
  return Options;
}

#define SAYS(TEXT, ...) items::expect(items::abortMessage([&] { __VA_ARGS__; }) == TEXT, #__VA_ARGS__, __LINE__)
#define SAYS_NOTHING(...) SAYS("", __VA_ARGS__)
#define MENTIONS(TEXT, ...)                                                                                            \
  items::expect(StringRef(items::abortMessage([&] { __VA_ARGS__; })).contains(TEXT), #__VA_ARGS__, __LINE__)

CASE(checkShadowLength) {
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active);
  auto *D = K.get<double(double *, uint64_t, double *, uint64_t, double)>("d");
  double X[4] = {1, 2, 3, 4}, DX[4] = {};
  SAYS("fluxion: in 'd': the shadow of argument 1 has 3 elements, but its primal has 4\n", D(X, 4, DX, 3, 1));
  SAYS("fluxion: in 'd': the shadow of argument 1 has 0 elements, but its primal has 1\n", D(X, 1, nullptr, 0, 1));
  SAYS_NOTHING(D(X, 3, DX, 4, 1)); // may be longer
  SAYS_NOTHING(D(X, 4, DX, 4, 1));
  SAYS_NOTHING(D(nullptr, 0, nullptr, 0, 1));
  // Lengths have no sign.
  SAYS("fluxion: in 'd': the shadow of argument 1 has 4 elements, but its primal has 18446744073709551615\n",
       D(X, -1, DX, 4, 1));
}

CASE(checkShadowLengthForward) {
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.Ptr, K.I64});
  K.sret(K.placeholder("e", K.Void, {K.Ptr, K.Ptr, K.I64, K.Ptr, K.I64}), ArrayType::get(K.F64, 2));
  K.fill(Forward, "f", "e", {{Activity::Dualv, 8}, Activity::FakeActivitySize}, Activity::DualOnly, 2);
  K.fill(Forward, "f", "d", {Activity::Dual, Activity::FakeActivitySize}, Activity::Const, 2);
  auto *D = K.get<double(double *, uint64_t, double *, uint64_t, double *, uint64_t)>("d");
  double X[4] = {1, 2, 3, 4}, DX[8] = {}, R[2];
  SAYS("fluxion: in 'd': the shadow of argument 1 in lane 1 has 3 elements, but its primal has 4\n",
       D(X, 4, DX, 4, DX, 3));
  SAYS_NOTHING(D(X, 4, DX, 4, DX, 4));
  auto *E = K.get<void(double *, double *, uint64_t, double *, uint64_t)>("e");
  SAYS("fluxion: in 'e': the shadow of argument 1 has 7 elements, but its primal has 4 in each of 2 lanes\n",
       E(R, X, 4, DX, 7));
  SAYS_NOTHING(E(R, X, 4, DX, 8));
}

CASE(checkShadowLengthNarrow) { // a length of 32 bits, and a name that printf must not read
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr, K.I32});
  K.B.CreateRet(K.load(K.F64, F->getArg(0)));
  K.placeholder("%s%n<d>", K.F64, {K.Ptr, K.I32, K.Ptr, K.I32, K.F64});
  K.fill(Reverse, "f", "%s%n<d>", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active);
  auto *D = K.get<double(double *, uint32_t, double *, uint32_t, double)>("%s%n<d>");
  double X[] = {1}, DX[] = {0};
  SAYS("fluxion: in '%s%n<d>': the shadow of argument 1 has 1 elements, but its primal has 4294967295\n",
       D(X, -1, DX, 1, 1));
}

CASE(checkNotAskedFor) {
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active, 1,
         options(false, false, false));
  EXPECT(!K.M.getFunction("abort") && !K.M.getFunction("fluxion.item.fail"));
  double X[4] = {1, 2, 3, 4}, DX[4] = {};
  K.get<double(double *, uint64_t, double *, uint64_t, double)>("d")(X, 4, DX, 1, 1);
  NEAR(DX[3], 8);
}

CASE(checkNull) {
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active, 1,
         options(true, false, true));
  auto *D = K.get<double(double *, uint64_t, double *, uint64_t, double)>("d");
  double X[] = {1, 2};
  SAYS("fluxion: in 'd': the shadow of argument 1 is null\n", D(X, 2, nullptr, 2, 1));
  SAYS_NOTHING(D(X, 0, nullptr, 0, 1)); // no element, no memory
  SAYS_NOTHING(D(nullptr, 0, nullptr, 0, 1));
}

CASE(checkOfTheEngine) { // switches on all, and asks for NaN
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  ItemOptions Options = options(false, false, false);
  Options.Engine = "check";
  K.fill(Reverse, "f", "d", {{Activity::Duplicated, 8}, Activity::FakeActivitySize}, Activity::Active, 1, Options);
  auto *D = K.get<double(double *, uint64_t, double *, uint64_t, double)>("d");
  double Both[4] = {1, 2, 0, 0}, NaN = std::numeric_limits<double>::quiet_NaN(), Uncleared[2] = {0, NaN};
  SAYS("fluxion: in 'd': the shadow of argument 1 has 1 elements, but its primal has 2\n", D(Both, 2, Both + 2, 1, 1));
  SAYS("fluxion: in 'd': the shadow of argument 1 is null\n", D(Both, 2, nullptr, 2, 1));
  MENTIONS(", overlaps its primal, at 0x", D(Both, 2, Both + 1, 2, 1));
  MENTIONS("the seed of the result is NaN when the derivative begins", D(Both, 2, Both + 2, 2, NaN));
  MENTIONS("the adjoint becomes NaN here, where 'load' adds a number to a shadow", D(Both, 2, Uncleared, 2, 1));
  SAYS_NOTHING(D(Both, 2, Both + 2, 2, 1));
  SAYS_NOTHING(D(Both, 0, nullptr, 0, 1)); // no element, no memory
}

CASE(checkNullInLanes) {
  Compiler K;
  product(K);
  K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dual}, Activity::DualOnly, 2, options(true, false, true));
  auto *D = K.get<void(double *, double *, double *, double *)>("d");
  double X[] = {1, 2}, DX[] = {1, 1}, R[2];
  SAYS("fluxion: in 'd': the shadow of argument 1 in lane 1 is null\n", D(R, X, DX, nullptr));
  SAYS_NOTHING(D(R, X, DX, DX));
}

CASE(checkNullOfValue) { // before its tangents are read
  Compiler K;
  Function *F = K.function("f", K.F64, {K.F64, K.Ptr});
  F->addParamAttr(1, Attribute::getWithByValType(K.C, K.F64));
  K.B.CreateRet(K.B.CreateFMul(F->getArg(0), K.load(K.F64, F->getArg(1))));
  K.placeholder("d", K.F64, {K.F64, K.Ptr, K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {Activity::Dualv, Activity::Dual}, Activity::DualOnly, 1, options(true, false, true));
  auto *D = K.get<double(double, double *, double *, double *)>("d");
  double One = 1, Y = 5;
  SAYS("fluxion: in 'd': the shadow of argument 1 is null\n", D(3, nullptr, &Y, &One));
  SAYS("fluxion: in 'd': the shadow of argument 2 is null\n", D(3, &One, &Y, nullptr));
  NEAR(D(3, &One, &Y, &One), 8);
}

CASE(checkOverlapOfSlices) {
  Compiler K;
  squares(K);
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  K.fill(Reverse, "f", "d", {{Activity::Duplicated, 8}, Activity::FakeActivitySize}, Activity::Active, 1,
         options(true, true, true));
  auto *D = K.get<double(double *, uint64_t, double *, uint64_t, double)>("d");
  double Both[8] = {};
  MENTIONS("the shadow of argument 1, at 0x", D(Both, 4, Both, 4, 1));
  MENTIONS(", overlaps its primal, at 0x", D(Both, 4, Both + 3, 4, 1));
  MENTIONS(", overlaps its primal, at 0x", D(Both + 3, 4, Both, 4, 1));
  SAYS_NOTHING(D(Both, 4, Both + 4, 4, 1));
  SAYS_NOTHING(D(Both + 4, 4, Both, 4, 1));
  SAYS_NOTHING(D(Both, 0, Both, 0, 1));
}

CASE(checkOverlapOfLanes) {
  Compiler K;
  product(K);
  K.placeholder("d", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.F64, K.F64});
  K.fill(Reverse, "f", "d", {{Activity::Duplicated, 16}}, Activity::ActiveOnly, 2, options(true, true, false));
  auto *D = K.get<void(double *, double *, double *, double, double)>("d");
  double X[2] = {}, DX[4] = {};
  MENTIONS("the shadow of argument 1 in lane 1, at 0x", D(X, DX, DX, 1, 1));
  MENTIONS(", overlaps the one in lane 0, at 0x", D(X, DX, DX + 1, 1, 1));
  SAYS_NOTHING(D(X, DX, DX + 2, 1, 1));
}

CASE(checkOverlapOfWideShadow) {
  Compiler K;
  product(K);
  K.placeholder("d", ArrayType::get(K.F64, 2), {K.Ptr, K.Ptr});
  K.fill(Forward, "f", "d", {{Activity::Dualv, 16}}, Activity::DualOnly, 2, options(true, true, false));
  K.throughMemory("d");
  auto *D = K.get<void(double *, double *, double *)>("d.out");
  double Both[6] = {}, R[2];
  MENTIONS(", overlaps its primal, at 0x", D(R, Both + 3, Both)); // in lane 1 only
  SAYS_NOTHING(D(R, Both + 4, Both));
}

CASE(checkOverlapOfUnknownSize) { // one byte each, or what the source says may be read
  Compiler K;
  product(K);
  Function *F = K.M.getFunction("f");
  K.placeholder("d", K.F64, {K.Ptr, K.Ptr, K.F64});
  K.placeholder("e", K.F64, {K.Ptr, K.Ptr, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Duplicated}, Activity::Active, 1, options(true, true, false));
  F->addParamAttr(0, Attribute::getWithDereferenceableBytes(K.C, 16));
  K.fill(Reverse, "f", "e", {Activity::Duplicated}, Activity::Active, 1, options(true, true, false));
  double Both[4] = {};
  auto *D = K.get<double(double *, double *, double)>("d"), *E = K.get<double(double *, double *, double)>("e");
  MENTIONS(", overlaps its primal, at 0x", D(Both, Both, 1));
  SAYS_NOTHING(D(Both, Both + 1, 1));
  MENTIONS(", overlaps its primal, at 0x", E(Both, Both + 1, 1));
  SAYS_NOTHING(E(Both, Both + 2, 1));
}

CASE(checkOverlapAcrossArguments) { // a shadow in another argument's memory; two arguments may be one
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr, K.Ptr, K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)),
                               K.B.CreateFMul(K.load(K.F64, F->getArg(1)), K.load(K.F64, F->getArg(2)))));
  K.placeholder("d", K.F64, {K.Ptr, K.Ptr, K.Ptr, K.Ptr, K.Ptr, K.F64});
  K.fill(Reverse, "f", "d", {{Activity::Duplicated, 8}, {Activity::Duplicated, 8}, {Activity::Const, 8}},
         Activity::Active, 1, options(true, true, false));
  auto *D = K.get<double(double *, double *, double *, double *, double *, double)>("d");
  double X = 3, DX = 0, Y = 4, DY = 0, Z = 5;
  MENTIONS("the shadow of argument 1, at 0x", D(&X, &Y, &Y, &DY, &Z, 1));
  MENTIONS(", overlaps argument 2, at 0x", D(&X, &Y, &Y, &DY, &Z, 1));
  MENTIONS("the shadow of argument 2, at 0x", D(&X, &DX, &Y, &Z, &Z, 1));
  MENTIONS(", overlaps argument 3, at 0x", D(&X, &DX, &Y, &Z, &Z, 1));
  NEAR(D(&X, &DX, &X, &DX, &Z, 1), 45);
  NEAR(DX, 30);
}

CASE(checkBesideOwnFunctions) { // the module's own abort and dprintf are others
  Compiler K;
  for (const char *Name : {"abort", "dprintf"}) {
    Function *Own = K.function(Name, K.Void, {});
    Own->setLinkage(GlobalValue::InternalLinkage);
    K.B.CreateRetVoid();
    K.function((Twine("use.") + Name).str(), K.Void, {});
    K.B.CreateCall(Own);
    K.B.CreateRetVoid();
  }
  squares(K);
  Function *D = K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  Function *G = K.function("g", K.F64, {K.Ptr, K.I64}); // has no derivative
  K.B.CreateRet(K.B.CreateCall(D->getFunctionType(), K.load(K.Ptr, G->getArg(0)),
                               {G->getArg(0), G->getArg(1), G->getArg(0), G->getArg(1), ConstantFP::get(K.F64, 1.0)}));
  AutoDiffItem Item = item(Reverse, "g", "d", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active);
  std::string Before = K.text();
  EXPECT(K.ask(Item).size() == 1 && K.text() == Before);
  Item.Source = "f";
  EXPECT(K.ask(Item).empty());
  double X[1] = {}, DX[1] = {};
  auto *Filled = K.get<double(double *, uint64_t, double *, uint64_t, double)>("d");
  SAYS("fluxion: in 'd': the shadow of argument 1 has 0 elements, but its primal has 1\n", Filled(X, 1, DX, 0, 1));
  SAYS_NOTHING(K.get<void()>("use.abort")());
}
