//===- Bodies.cpp - What a filled target looks like -----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calling conventions, attributes, locations, linkage; that items do not disturb each
// other; that a module which was not changed is the same text as before.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/InstIterator.h"
#include <thread>

using namespace items;

/// NAME(x) = x x
static Function *square(Compiler &K, StringRef Name = "f") {
  Function *F = K.function(Name, K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateFMul(F->getArg(0), F->getArg(0)));
  return F;
}

/// The target's call of the derivative.
static CallInst *derivativeCall(Function &Target) {
  for (Instruction &I : instructions(Target))
    if (auto *Call = dyn_cast<CallInst>(&I))
      return Call;
  return nullptr;
}

static AutoDiffItem tangent(StringRef Source, StringRef Target) {
  return item(Forward, Source, Target, {Activity::Dual}, Activity::DualOnly);
}

//===----------------------------------------------------------------------===//
// Conventions, attributes, locations
//===----------------------------------------------------------------------===//

CASE(bodyOfFastTarget) {
  Compiler K;
  square(K);
  Function *D = K.placeholder("d", K.F64, {K.F64, K.F64});
  D->setCallingConv(CallingConv::Fast);
  EXPECT(K.ask(tangent("f", "d")).empty());
  CallInst *Call = derivativeCall(*D);
  EXPECT(Call && Call->getCallingConv() == CallingConv::Fast);
  EXPECT(Call && Call->getCalledFunction()->getCallingConv() == CallingConv::Fast);
  K.throughMemory("d");
  double R = 0;
  K.get<void(double *, double, double)>("d.out")(&R, 3, 2);
  NEAR(R, 12);
}

CASE(bodyOfFastTargetWhoseDerivativeOthersCall) { // the derivative of f is also part of that of g
  Compiler K;
  Function *F = square(K);
  Function *G = K.function("g", K.F64, {K.F64});
  K.B.CreateRet(K.intrinsic(Intrinsic::sin, K.B.CreateCall(F, {G->getArg(0)})));
  K.placeholder("d", K.F64, {K.F64, K.F64})->setCallingConv(CallingConv::Fast);
  K.placeholder("e", K.F64, {K.F64, K.F64});
  F->addFnAttr(Attribute::NoInline);
  EXPECT(K.ask({tangent("f", "d"), tangent("g", "e")}).empty());
  K.throughMemory("d");
  double R = 0;
  K.get<void(double *, double, double)>("d.out")(&R, 3, 2);
  NEAR(R, 12);
  NEAR((K.get<double(double, double)>("e")(0.5, 1)), std::cos(0.25));
}

CASE(bodyOfFastSource) {
  Compiler K;
  square(K)->setCallingConv(CallingConv::Fast);
  K.placeholder("d", K.F64, {K.F64, K.F64});
  EXPECT(K.ask(tangent("f", "d")).empty());
  NEAR((K.get<double(double, double)>("d")(3, 2)), 12);
}

CASE(bodyHasLocation) {
  Compiler K;
  DIBuilder Debug(K.M);
  DIFile *File = Debug.createFile("field.lang", "/src");
  Debug.createCompileUnit(DISourceLanguageName(dwarf::DW_LANG_C), File, "compiler", false, "", 0);
  DISubroutineType *Type = Debug.createSubroutineType(Debug.getOrCreateTypeArray({}));
  auto Describe = [&](Function *F, unsigned Line, DISubprogram::DISPFlags Flags) {
    F->setSubprogram(
        Debug.createFunction(File, F->getName(), F->getName(), File, Line, Type, Line, DINode::FlagZero, Flags));
    for (Instruction &I : instructions(*F))
      I.setDebugLoc(DILocation::get(K.C, Line + 1, 3, F->getSubprogram()));
  };
  Describe(square(K), 10, DISubprogram::SPFlagDefinition);
  Function *D = K.placeholder("d", K.F64, {K.F64, K.F64});
  Describe(D, 20, DISubprogram::SPFlagDefinition);
  auto *Declared =
      Function::Create(FunctionType::get(K.F64, {K.F64, K.F64}, false), GlobalValue::ExternalLinkage, "declared", K.M);
  Describe(Declared, 30, DISubprogram::SPFlagZero);
  K.M.addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  Debug.finalize();
  EXPECT(K.ask({tangent("f", "d"), tangent("f", "declared")}).empty());
  CallInst *Call = derivativeCall(*D);
  EXPECT(Call && Call->getDebugLoc() && Call->getDebugLoc().getLine() == 20);
  EXPECT(Call && Call->getDebugLoc() && Call->getDebugLoc()->getScope() == D->getSubprogram());
  NEAR((K.get<double(double, double)>("declared")(3, 2)), 12); // verifies the module, too
}

CASE(bodyForgetsPlaceholder) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr});
  K.B.CreateRet(K.B.CreateFMul(K.load(K.F64, F->getArg(0)), K.load(K.F64, F->getArg(0))));
  Function *D = K.placeholder("d", K.F64, {K.Ptr, K.Ptr, K.F64});
  D->setDoesNotReturn();
  D->setDoesNotAccessMemory();
  D->setDoesNotThrow();
  D->addFnAttr(Attribute::NoRecurse);
  D->addFnAttr(Attribute::NoInline);
  D->addFnAttr("target-cpu", "x86-64");
  D->addRetAttr(Attribute::getWithNoFPClass(K.C, fcNormal));
  D->addParamAttr(1, Attribute::ReadNone);
  D->addParamAttr(1, Attribute::NoUndef);
  K.fill(Reverse, "f", "d", {Activity::Duplicated}, Activity::Active);
  EXPECT(!D->doesNotReturn() && !D->doesNotAccessMemory() && !D->doesNotThrow());
  EXPECT(!D->hasParamAttribute(1, Attribute::ReadNone) && !D->hasRetAttribute(Attribute::NoFPClass));
  // What its author said of it stays.
  EXPECT(D->hasFnAttribute(Attribute::NoInline) && D->hasParamAttribute(1, Attribute::NoUndef));
  EXPECT(D->getFnAttribute("target-cpu").getValueAsString() == "x86-64");
  double X = 3, DX = 0;
  NEAR((K.get<double(double *, double *, double)>("d")(&X, &DX, 1)), 9);
  NEAR(DX, 6);
}

CASE(bodyOfBoolAndNarrowIntegers) { // a bool is an i8 to the target
  Compiler K;
  auto *I8 = Type::getInt8Ty(K.C);
  Function *F = K.function("f", K.F64, {K.F64, Type::getInt1Ty(K.C)});
  Value *X = F->getArg(0);
  K.B.CreateRet(K.B.CreateSelect(F->getArg(1), K.B.CreateFMul(X, X), X));
  K.placeholder("d", K.F64, {K.F64, I8, K.F64});
  K.fill(Reverse, "f", "d", {Activity::Active, Activity::Const}, Activity::ActiveOnly);
  auto *D = K.get<double(double, bool, double)>("d");
  NEAR(D(3, true, 1), 6);
  NEAR(D(3, false, 1), 1);
}

//===----------------------------------------------------------------------===//
// Targets and sources
//===----------------------------------------------------------------------===//

CASE(declaredTargets) { // filled inside out like others, though the outer one comes first
  Compiler K;
  square(K);
  auto Declare = [&](StringRef Name, unsigned Params) {
    Function::Create(FunctionType::get(K.F64, SmallVector<Type *>(Params, K.F64), false), GlobalValue::ExternalLinkage,
                     Name, K.M);
  };
  Declare("d", 2);
  Declare("dd", 3);
  Declare("bad", 5);
  auto Errors = K.ask({item(Forward, "d", "dd", {Activity::Dual, Activity::Const}, Activity::DualOnly),
                       tangent("f", "d"), tangent("f", "bad")});
  EXPECT(Errors.size() == 1 && Errors[0].Item == 2);
  EXPECT(K.M.getFunction("bad")->isDeclaration());
  K.M.getFunction("bad")->eraseFromParent();
  NEAR((K.get<double(double, double)>("d")(3, 2)), 12);
  NEAR((K.get<double(double, double, double)>("dd")(3, 1, 2)), 4);
}

CASE(aliasOfSource) {
  Compiler K;
  GlobalAlias::create("alias", square(K));
  K.placeholder("d", K.F64, {K.F64, K.F64});
  EXPECT(K.ask(tangent("alias", "d")).empty());
  NEAR((K.get<double(double, double)>("d")(3, 2)), 12);
}

CASE(internalSourceAndTarget) {
  Compiler K;
  square(K)->setLinkage(GlobalValue::InternalLinkage);
  Function *D = K.placeholder("d", K.F64, {K.F64, K.F64});
  D->setLinkage(GlobalValue::InternalLinkage);
  EXPECT(K.ask(tangent("f", "d")).empty());
  Function *Use = K.function("use", K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateCall(D, {Use->getArg(0), ConstantFP::get(K.F64, 1.0)}));
  NEAR(K.get<double(double)>("use")(3), 6);
}

CASE(targetWithParametersUsedByItsPlaceholder) { // a compiler may write a call of the source there
  Compiler K;
  Function *F = square(K);
  Function *D = K.function("d", K.F64, {K.F64, K.F64});
  K.B.CreateRet(K.B.CreateFAdd(K.B.CreateCall(F, {D->getArg(0)}), D->getArg(1)));
  EXPECT(K.ask(tangent("f", "d")).empty());
  NEAR((K.get<double(double, double)>("d")(3, 2)), 12);
}

CASE(recursiveSource) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.F64, K.I64}); // x to the n
  auto *More = BasicBlock::Create(K.C, "more", F), *End = BasicBlock::Create(K.C, "end", F);
  K.B.CreateCondBr(K.B.CreateIsNull(F->getArg(1)), End, More);
  K.B.SetInsertPoint(More);
  Value *Rest = K.B.CreateCall(F, {F->getArg(0), K.B.CreateSub(F->getArg(1), K.B.getInt64(1))});
  K.B.CreateRet(K.B.CreateFMul(F->getArg(0), Rest));
  K.B.SetInsertPoint(End);
  K.B.CreateRet(ConstantFP::get(K.F64, 1.0));
  K.placeholder("d", K.F64, {K.F64, K.I64, K.F64})->setCallingConv(CallingConv::Fast);
  K.fill(Reverse, "f", "d", {Activity::Active, Activity::Const}, Activity::ActiveOnly);
  K.throughMemory("d");
  double R = 0;
  K.get<void(double *, double, uint64_t, double)>("d.out")(&R, 2, 5, 1);
  NEAR(R, 80);
}

//===----------------------------------------------------------------------===//
// Several items, several modules
//===----------------------------------------------------------------------===//

CASE(itemsShareDerivatives) {
  Compiler K;
  square(K);
  K.placeholder("d", K.F64, {K.F64, K.F64});
  K.placeholder("e", K.F64, {K.F64, K.F64});
  EXPECT(K.ask({tangent("f", "d"), tangent("f", "e")}).empty());
  CallInst *D = derivativeCall(*K.M.getFunction("d")), *E = derivativeCall(*K.M.getFunction("e"));
  EXPECT(D && E && D->getCalledFunction() == E->getCalledFunction());
}

CASE(failedItemLeavesNoTrace) {
  Compiler K;
  Function *Unknown =
      Function::Create(FunctionType::get(K.F64, {K.F64}, false), GlobalValue::ExternalLinkage, "unknown", K.M);
  Function *F = K.function("f", K.F64, {K.Ptr, K.I64});
  K.B.CreateRet(K.B.CreateCall(Unknown, {K.load(K.F64, F->getArg(0))}));
  K.placeholder("d", K.F64, {K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  std::string Before = K.text();
  auto Errors = K.ask(item(Reverse, "f", "d", {Activity::Duplicated, Activity::FakeActivitySize}, Activity::Active));
  EXPECT(Errors.size() == 1 && Errors[0].What == ItemError::NotDifferentiable);
  EXPECT(K.text() == Before);
}

CASE(failedItemLeavesNoTraceWhereverItFails) { // in the types, in the plan, while code is written
  auto Indirect = [](Compiler &K, Function *F) {
    Value *Callee = K.load(K.Ptr, F->getArg(1));
    return K.B.CreateCall(FunctionType::get(K.F64, {K.F64}, false), Callee, {F->getArg(0)});
  };
  auto Constant = [](Compiler &K, Function *F) {
    K.store(F->getArg(0), F->getArg(1));
    return K.B.CreateLoad(K.F64, F->getArg(1), /*isVolatile=*/true);
  };
  auto Exchange = [](Compiler &K, Function *F) -> Value * {
    auto Order = AtomicOrdering::SequentiallyConsistent;
    Value *Bits = K.B.CreateBitCast(F->getArg(0), K.I64);
    Value *Old = K.B.CreateAtomicCmpXchg(F->getArg(1), K.B.getInt64(0), Bits, MaybeAlign(8), Order, Order);
    return K.B.CreateBitCast(K.B.CreateExtractValue(Old, 0), K.F64);
  };
  auto InALoop = [&](Compiler &K, Function *F) -> Value * {
    Value *Sum = K.B.CreateAlloca(K.F64);
    K.store(F->getArg(0), Sum);
    K.loop(K.B.getInt64(9), [&](Value *) {
      K.store(K.intrinsic(Intrinsic::sin, K.load(K.F64, Sum)), Sum);
      K.store(Exchange(K, F), Sum);
    });
    return K.load(K.F64, Sum);
  };
  const std::function<Value *(Compiler &, Function *)> Bodies[] = {Indirect, Constant, Exchange, InALoop};
  for (auto [I, Body] : enumerate(Bodies))
    for (DerivativeMode Mode : {Forward, Reverse}) {
      Compiler K;
      Function *F = K.function("f", K.F64, {K.F64, K.Ptr});
      K.B.CreateRet(Body(K, F));
      SmallVector<Type *> Params{K.F64, K.Ptr};
      Params.insert(Params.begin() + (Mode == Forward ? 1 : 2), K.F64);
      K.placeholder("d", K.F64, Params);
      std::string Before = K.text();
      auto Errors = K.ask(item(Mode, "f", "d", {Mode == Forward ? Activity::Dual : Activity::Active, Activity::Const},
                               Mode == Forward ? Activity::DualOnly : Activity::ActiveOnly));
      std::string Name = "body " + std::to_string(I);
      expect(Errors.size() == 1 && Errors[0].What == ItemError::NotDifferentiable && !Errors[0].Details.empty(),
             Name + (Errors.empty() ? " is no error" : ": " + Errors[0].Message), __LINE__);
      expect(K.text() == Before, Name + " left a trace", __LINE__);
    }
}

CASE(failedItemDoesNotDisturbOthers) {
  Compiler K;
  Function *Unknown =
      Function::Create(FunctionType::get(K.F64, {K.F64}, false), GlobalValue::ExternalLinkage, "unknown", K.M);
  square(K);
  Function *G = K.function("g", K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateCall(Unknown, {K.B.CreateCall(K.M.getFunction("f"), {G->getArg(0)})}));
  for (const char *Name : {"d1", "bad1", "d2", "bad2", "d3"})
    K.placeholder(Name, K.F64, {K.F64, K.F64});
  auto Errors =
      K.ask({tangent("f", "d1"), tangent("g", "bad1"), tangent("f", "d2"), tangent("g", "bad2"), tangent("f", "d3")});
  EXPECT(Errors.size() == 2 && Errors[0].Item == 1 && Errors[1].Item == 3);
  for (const ItemError &E : Errors)
    EXPECT(E.What == ItemError::NotDifferentiable && !E.Details.empty());
  K.M.getFunction("g")->deleteBody();
  for (const char *Name : {"d1", "d2", "d3"})
    NEAR((K.get<double(double, double)>(Name)(3, 2)), 12);
}

CASE(askedTwice) { // a second list of items for a module that has derivatives already
  Compiler K;
  square(K);
  K.placeholder("d", K.F64, {K.F64, K.F64});
  K.placeholder("dd", K.F64, {K.F64, K.F64, K.F64});
  EXPECT(K.ask(tangent("f", "d")).empty());
  EXPECT(K.ask(item(Forward, "d", "dd", {Activity::Dual, Activity::Const}, Activity::DualOnly)).empty());
  NEAR((K.get<double(double, double, double)>("dd")(3, 1, 2)), 4);
}

CASE(noItems) {
  Compiler K;
  square(K);
  std::string Before = K.text();
  EXPECT(K.ask({}).empty());
  EXPECT(K.text() == Before);
}

CASE(modulesInThreads) {
  std::vector<std::thread> Threads;
  std::vector<double> Slopes(4);
  Threads.reserve(Slopes.size());
  for (unsigned I = 0; I < Slopes.size(); ++I)
    Threads.emplace_back([&Slopes, I] {
      Compiler K;
      square(K);
      K.placeholder("d", K.F64, {K.F64, K.F64});
      if (K.ask(tangent("f", "d")).empty())
        Slopes[I] = K.get<double(double, double)>("d")(I + 1, 1);
    });
  for (std::thread &T : Threads)
    T.join();
  for (unsigned I = 0; I < Slopes.size(); ++I)
    NEAR(Slopes[I], 2 * (I + 1));
}
