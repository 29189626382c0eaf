//===- CInterface.cpp - The C form of the items API -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What goes in arrives, what comes out can be read and freed, and numbers and pointers
// that mean nothing are errors. That the header is C and the library has what it
// promises is example.c's to say.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "fluxion-c/fluxion.h"
#include "llvm-c/Types.h"

using namespace items;

/// f(x, p, n) = x p_0, filled in reverse with every field of an item in use.
static void sample(Compiler &K) {
  Function *F = K.function("f", K.F64, {K.F64, K.F64, K.Ptr, K.I64});
  K.B.CreateRet(K.B.CreateFMul(K.B.CreateFMul(F->getArg(0), F->getArg(1)), K.load(K.F64, F->getArg(2))));
  K.sret(K.placeholder("d", K.Void, {K.Ptr, K.F64, K.F64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64}),
         ArrayType::get(K.F64, 3));
}

static const FluxionInput Inputs[] = {
    {FluxionActive, 2, 0}, {FluxionDuplicated, 0, 8}, {FluxionFakeActivitySize, 1, 0}};
static const uint64_t Offsets[] = {16, 0, 8};

static FluxionItem sampleItem() {
  return {"f", "d", FluxionReverse, 1, Inputs, std::size(Inputs), FluxionActive, 0, Offsets, std::size(Offsets)};
}

CASE(cFills) {
  Compiler K;
  sample(K);
  FluxionItem Item = sampleItem();
  FluxionOptions Options = fluxion_default_options();
  EXPECT(Options.enabled && Options.check_lengths && !Options.check_overlap && !Options.check_null && !Options.engine);
  Options.check_overlap = 1;
  Options.engine = "strong-zero";
  EXPECT(!fluxion_differentiate(wrap(&K.M), &Item, 1, &Options));
  auto *D = K.get<void(double *, double, double, double *, uint64_t, double *, uint64_t, double)>("d");
  double P = 5, DP = 0, R[3];
  D(R, 2, 3, &P, 1, &DP, 1, 10);
  NEAR(R[2], 30); // the result is put last
  NEAR(R[0], 150);
  NEAR(R[1], 100);
  NEAR(DP, 60);
  EXPECT(StringRef(abortMessage([&] { D(R, 2, 3, &P, 1, &P, 1, 1); })).contains("overlaps its primal"));
}

CASE(cErrors) {
  Compiler K;
  sample(K);
  Function *Unknown =
      Function::Create(FunctionType::get(K.F64, {K.F64}, false), GlobalValue::ExternalLinkage, "unknown", K.M);
  Function *G = K.function("g", K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateCall(Unknown, {G->getArg(0)}));
  K.placeholder("e", K.F64, {K.F64, K.F64});
  FluxionItem Items[] = {sampleItem(), sampleItem(), sampleItem()};
  Items[1].source = "nobody";
  Items[1].target = "t";
  Items[2] = {"g", "e", FluxionReverse, 1, Inputs, 1, FluxionActiveOnly, 0, nullptr, 0};
  FluxionInput One = {FluxionActive, 0, 0};
  Items[2].inputs = &One;
  FluxionErrors *Errors = fluxion_differentiate(wrap(&K.M), Items, std::size(Items), nullptr);
  EXPECT(Errors && Errors->count == 2);
  const FluxionError &First = Errors->errors[0], &Second = Errors->errors[1];
  EXPECT(First.kind == FluxionSourceNotFound && First.item == 1 && First.argument == -1 && First.detail_count == 0);
  EXPECT(StringRef(First.message) == "the module has no function 'nobody' to differentiate");
  EXPECT(Second.kind == FluxionNotDifferentiable && Second.item == 2 && Second.detail_count == 1);
  EXPECT(StringRef(Second.details[0]).contains("'unknown'"));
  EXPECT(StringRef(fluxion_error_name(Second.kind)) == "NotDifferentiable");
  fluxion_free_errors(Errors);
  fluxion_free_errors(nullptr);
}

/// The one error that asking for \p Item gives.
static uint32_t kindOf(Compiler &K, const FluxionItem &Item, int Argument, int Line = __builtin_LINE()) {
  FluxionErrors *Errors = fluxion_differentiate(wrap(&K.M), &Item, 1, nullptr);
  if (!Errors)
    return ~0u;
  expect(Errors->count == 1 && Errors->errors[0].argument == Argument, Errors->errors[0].message, Line);
  uint32_t Kind = Errors->errors[0].kind;
  fluxion_free_errors(Errors);
  return Kind;
}

CASE(cNonsense) {
  Compiler K;
  sample(K);
  FluxionItem Good = sampleItem(), Item = Good;
  Item.source = nullptr;
  EXPECT(kindOf(K, Item, -1) == FluxionSourceNotFound);
  Item = Good;
  Item.target = nullptr;
  EXPECT(kindOf(K, Item, -1) == FluxionTargetNotFound);
  Item = Good;
  Item.mode = 17;
  EXPECT(kindOf(K, Item, -1) == FluxionBadActivity);
  Item = Good;
  Item.width = 0xffffffff;
  EXPECT(kindOf(K, Item, -1) == FluxionBadActivity);
  Item = Good;
  Item.result = 0xffffffff;
  EXPECT(kindOf(K, Item, -1) == FluxionBadActivity);
  Item = Good;
  Item.inputs = nullptr;
  EXPECT(kindOf(K, Item, -1) == FluxionBadActivity);
  FluxionInput Odd[] = {{77, 2, 0}, Inputs[1], Inputs[2]};
  Item = Good;
  Item.inputs = Odd;
  EXPECT(kindOf(K, Item, 0) == FluxionBadActivity);
  FluxionInput Many[] = {{FluxionActive, 0xffffffff, 0}, {FluxionConst, 5, 0}};
  Item.inputs = Many;
  Item.input_count = 2;
  EXPECT(kindOf(K, Item, -1) == FluxionBadActivity);
  Item = Good;
  FluxionErrors *Errors = fluxion_differentiate(nullptr, &Item, 1, nullptr);
  EXPECT(Errors && Errors->count == 1 && Errors->errors[0].kind == FluxionInvalidModule);
  fluxion_free_errors(Errors);
  EXPECT(!fluxion_differentiate(wrap(&K.M), nullptr, 0, nullptr));
  EXPECT(!fluxion_differentiate(wrap(&K.M), nullptr, 3, nullptr));
  EXPECT(StringRef(fluxion_error_name(99)) == "unknown");
  EXPECT(!fluxion_differentiate(wrap(&K.M), &Good, 1, nullptr));
}
