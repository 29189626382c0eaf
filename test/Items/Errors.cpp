//===- Errors.cpp - Each error as a value ---------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kind, number of the argument and the whole sentence; and after each of them the module
// is the text that it was.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "llvm/IR/DIBuilder.h"

using namespace items;

/// Asks for one item, which must fail in exactly this way.
static void fails(Compiler &K, const AutoDiffItem &Item, ItemError::Kind What, int Argument, StringRef Message,
                  const ItemOptions &Options = {}, int Line = __builtin_LINE()) {
  std::string Before = K.text();
  auto Errors = K.ask(Item, Options);
  expect(K.text() == Before, "the module was changed", Line);
  if (Errors.size() != 1) {
    expect(false, std::to_string(Errors.size()) + " errors", Line);
    return;
  }
  const ItemError &E = Errors[0];
  expect(E.What == What, Twine("it is ") + fluxion::nameOf(E.What), Line);
  expect(E.Item == 0, "number of the item", Line);
  expect(E.Argument == Argument, "number of the argument is " + std::to_string(E.Argument), Line);
  expect(E.Message == Message, E.Message, Line);
}

/// double f(double x, ptr p, i64 n), and a target for reverse {Active, Duplicated, FakeActivitySize}.
static void sample(Compiler &K) {
  Function *F = K.function("f", K.F64, {K.F64, K.Ptr, K.I64});
  F->getArg(0)->setName("x");
  F->getArg(1)->setName("p");
  K.B.CreateRet(K.B.CreateFMul(F->getArg(0), K.load(K.F64, F->getArg(1))));
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
}

static AutoDiffItem sampleItem() {
  return item(Reverse, "f", "d", {Activity::Active, Activity::Duplicated, Activity::FakeActivitySize},
              Activity::Active);
}

CASE(errorNone) {
  Compiler K;
  sample(K);
  EXPECT(K.ask(sampleItem()).empty());
}

CASE(errorNotEnabled) {
  Compiler K;
  sample(K);
  ItemOptions Off;
  Off.Enabled = false;
  fails(K, sampleItem(), ItemError::NotEnabled, -1, "differentiation is not enabled", Off);
  auto Errors = K.ask({sampleItem(), sampleItem()}, Off); // one for each
  EXPECT(Errors.size() == 2 && Errors[1].Item == 1);
}

CASE(errorBadOptions) {
  Compiler K;
  sample(K);
  ItemOptions Odd;
  Odd.Engine = "strong-zero;be-quick";
  auto Errors = K.ask(sampleItem(), Odd);
  EXPECT(Errors.size() == 1 && Errors[0].What == ItemError::BadOptions);
  EXPECT(StringRef(Errors[0].Message).contains("be-quick"));
  Odd.Engine = "strong-zero";
  EXPECT(K.ask(sampleItem(), Odd).empty());
}

CASE(errorInvalidModule) {
  Compiler K;
  sample(K);
  BasicBlock::Create(K.C, "unfinished", K.M.getFunction("f"));
  auto Errors = K.ask(sampleItem());
  EXPECT(Errors.size() == 1 && Errors[0].What == ItemError::InvalidModule);
  EXPECT(StringRef(Errors[0].Message).starts_with("the module is not valid IR: "));
}

CASE(errorSource) {
  Compiler K;
  sample(K);
  AutoDiffItem Item = sampleItem();
  Item.Source = "g";
  fails(K, Item, ItemError::SourceNotFound, -1, "the module has no function 'g' to differentiate");
  K.M.getOrInsertGlobal("g", K.F64);
  fails(K, Item, ItemError::SourceNotFound, -1, "the module has no function 'g' to differentiate");
  Item.Source = "";
  fails(K, Item, ItemError::SourceNotFound, -1, "the module has no function '' to differentiate");
  Item.Source = "h";
  Function::Create(FunctionType::get(K.F64, {K.F64, K.Ptr, K.I64}, false), GlobalValue::ExternalLinkage, "h", K.M);
  fails(K, Item, ItemError::SourceWithoutBody, -1,
        "the source function 'h' is only declared here; its body is needed to differentiate it");
}

CASE(errorTarget) {
  Compiler K;
  sample(K);
  AutoDiffItem Item = sampleItem();
  Item.Target = "e";
  fails(K, Item, ItemError::TargetNotFound, -1, "the module has no function 'e' to be filled");
  Function *E = Function::Create(K.M.getFunction("d")->getFunctionType(), GlobalValue::ExternalWeakLinkage, "e", K.M);
  fails(K, Item, ItemError::UnsupportedAbi, -1, "the target function 'e' lives in another module, by its linkage");
  E->setLinkage(GlobalValue::ExternalLinkage);
  EXPECT(K.ask(Item).empty());
  Item.Target = "f";
  fails(K, Item, ItemError::Cycle, -1, "'f' cannot be its own derivative");
}

CASE(errorTargetTaken) {
  Compiler K;
  sample(K);
  auto Errors = K.ask({sampleItem(), sampleItem()});
  EXPECT(Errors.size() == 1 && Errors[0].What == ItemError::TargetTaken && Errors[0].Item == 1);
  EXPECT(Errors[0].Message == "'d' is the target of an earlier item already");
}

CASE(errorActivityOfArgument) {
  Compiler K;
  sample(K);
  auto With = [](Activity X, Activity P, Activity N) {
    AutoDiffItem Item = sampleItem();
    Item.Inputs = {X, P, N};
    return Item;
  };
  fails(K, With(Activity::Dual, Activity::Const, Activity::Const), ItemError::BadActivity, 0,
        "argument 1 ('x') of 'f' cannot be Dual: expected Const, Active, ActiveOnly, Duplicated or DuplicatedOnly in "
        "reverse mode");
  fails(K, With(Activity::Duplicated, Activity::Const, Activity::Const), ItemError::BadActivity, 0,
        "argument 1 ('x') of 'f' cannot be Duplicated: expected a pointer, its type is double");
  fails(K, With(Activity::Const, Activity::Active, Activity::Const), ItemError::BadActivity, 1,
        "argument 2 ('p') of 'f' cannot be Active: expected Duplicated or Const for a pointer (for a value that is "
        "passed "
        "by a pointer: `byval`, or its size in ItemInput::Bytes)");
  fails(K, With(Activity::Const, Activity::Active, Activity::FakeActivitySize), ItemError::BadActivity, 1,
        "argument 2 ('p') of 'f' cannot be Active: expected Const, Dual or Duplicated for the pointer of a slice");
  fails(K, With(Activity::FakeActivitySize, Activity::Const, Activity::Const), ItemError::BadActivity, 0,
        "argument 1 ('x') of 'f' cannot be FakeActivitySize: expected the pointer of a slice before it");
  fails(K, With(Activity::Const, Activity::FakeActivitySize, Activity::Const), ItemError::BadActivity, 1,
        "argument 2 ('p') of 'f' cannot be FakeActivitySize: expected the pointer of a slice before it");
  fails(K, With(Activity(99), Activity::Const, Activity::Const), ItemError::BadActivity, 0,
        "argument 1 ('x') of 'f' cannot be a number that is no activity: expected Const, Active, ActiveOnly, "
        "Duplicated or "
        "DuplicatedOnly in reverse mode");
  AutoDiffItem Item = With(Activity::Const, Activity::Active, Activity::Const);
  Item.Mode = Forward;
  Item.Result = Activity::Dual;
  fails(K, Item, ItemError::BadActivity, 1,
        "argument 2 ('p') of 'f' cannot be Active: expected Const, Dual, DualOnly, Dualv or DualvOnly in forward mode");
}

CASE(errorSliceWithoutPointerOrLength) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr, K.F64});
  K.B.CreateRet(F->getArg(1));
  K.placeholder("d", K.F64, {K.Ptr, K.F64, K.Ptr, K.F64});
  fails(K, item(Forward, "f", "d", {Activity::Dual, Activity::FakeActivitySize}, Activity::DualOnly),
        ItemError::BadActivity, 1,
        "argument 2 of 'f' cannot be FakeActivitySize: expected an integer of at most 64 bits, its type is double");
  F = K.function("g", K.F64, {K.F64, K.I64});
  K.B.CreateRet(F->getArg(0));
  K.placeholder("e", K.F64, {K.F64, K.I64, K.F64, K.I64});
  fails(K, item(Forward, "g", "e", {Activity::Dual, Activity::FakeActivitySize}, Activity::DualOnly),
        ItemError::BadActivity, 1,
        "argument 2 of 'g' cannot be FakeActivitySize: expected the pointer of a slice before it");
}

CASE(errorNumbers) {
  Compiler K;
  sample(K);
  AutoDiffItem Item = sampleItem();
  Item.Width = 0;
  fails(K, Item, ItemError::BadActivity, -1, "the width is 0, expected 1 to 1024");
  Item.Width = 1025;
  fails(K, Item, ItemError::BadActivity, -1, "the width is 1025, expected 1 to 1024");
  Item = sampleItem();
  Item.Mode = DerivativeMode(2);
  fails(K, Item, ItemError::BadActivity, -1, "the mode is neither forward nor reverse");
  Item = sampleItem();
  Item.Inputs.pop_back();
  fails(K, Item, ItemError::BadActivity, -1,
        "'f' has 3 parameters for arguments, but the activities of the item are for 2; expected one activity per "
        "argument");
  Item.Inputs = {{Activity::Active, 0, 0}, {Activity::Const, 0, 3}};
  fails(K, Item, ItemError::BadActivity, -1,
        "'f' has 3 parameters for arguments, but the activities of the item are for 3; expected one activity per "
        "argument");
}

CASE(errorSizeIsNotKnown) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.Ptr, K.I64});
  K.B.CreateRet(K.load(K.F64, F->getArg(0)));
  K.placeholder("d", ArrayType::get(K.F64, 2), {K.Ptr, K.I64, K.Ptr, K.I64});
  fails(K, item(Forward, "f", "d", {Activity::Dualv, Activity::FakeActivitySize}, Activity::DualOnly, 2),
        ItemError::BadActivity, 0,
        "argument 1 of 'f' cannot be Dualv: expected the size of one element in ItemInput::Bytes");
  fails(K, item(Forward, "f", "d", {Activity::DualvOnly, Activity::Const}, Activity::DualOnly, 2),
        ItemError::BadActivity, 0,
        "argument 1 of 'f' cannot be DualvOnly: expected the size of what it points to in ItemInput::Bytes");
}

CASE(errorActivityOfResult) {
  Compiler K;
  sample(K);
  AutoDiffItem Item = sampleItem();
  Item.Result = Activity::Dual;
  fails(K, Item, ItemError::BadActivity, -1,
        "the result of 'f', of type double, cannot be Dual: expected Const, Active, ActiveOnly, Duplicated or "
        "DuplicatedOnly in reverse mode");
  Item.Result = Activity::Duplicated;
  fails(K, Item, ItemError::BadActivity, -1,
        "the result of 'f', of type double, cannot be Duplicated: expected Active, ActiveOnly or Const, since it is no "
        "pointer");
  Function *G = K.function("g", K.Void, {K.Ptr});
  K.store(ConstantFP::get(K.F64, 0.0), G->getArg(0));
  K.B.CreateRetVoid();
  K.placeholder("e", K.Void, {K.Ptr, K.Ptr});
  fails(K, item(Reverse, "g", "e", {Activity::Duplicated}, Activity::Active), ItemError::BadActivity, -1,
        "the result of 'g', of type void, cannot be Active: expected Const, since it returns nothing");
  K.function("h", Type::getInt1Ty(K.C), {K.Ptr});
  K.B.CreateRet(K.B.getTrue());
  fails(K, item(Reverse, "h", "e", {Activity::Duplicated}, Activity::Active), ItemError::BadActivity, -1,
        "the result of 'h', of type i1, cannot be Active: expected Const, since it holds no floating-point value");
}

CASE(errorParametersOfTarget) {
  Compiler K;
  sample(K);
  auto *Pair = StructType::get(K.F64, K.F64);
  auto Target = [&](StringRef Name, ArrayRef<Type *> Params) {
    K.placeholder(Name, Pair, Params);
    AutoDiffItem Item = sampleItem();
    Item.Target = Name.str();
    return Item;
  };
  fails(
      K, Target("short", {K.F64, K.Ptr, K.I64}), ItemError::BadTarget, 1,
      "argument 2 ('p') of 'f' is Duplicated, but the target 'short' has no parameter left; expected its shadow, ptr");
  fails(K, Target("length", {K.F64, K.Ptr, K.I64, K.Ptr, K.F64}), ItemError::BadTarget, 1,
        "argument 2 ('p') of 'f' is Duplicated, but parameter 5 of the target 'length' is of type double; expected its "
        "length of the shadow, i64");
  fails(
      K, Target("narrow", {K.F32, K.Ptr, K.I64, K.Ptr, K.I64, K.F64}), ItemError::BadTarget, 0,
      "argument 1 ('x') of 'f' is Active, but parameter 1 of the target 'narrow' is of type float; expected its value, "
      "double");
  fails(
      K, Target("integer", {K.I64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64}), ItemError::BadTarget, 0,
      "argument 1 ('x') of 'f' is Active, but parameter 1 of the target 'integer' is of type i64; expected its value, "
      "double");
  fails(
      K, Target("floats", {FixedVectorType::get(K.F32, 2), K.Ptr, K.I64, K.Ptr, K.I64, K.F64}), ItemError::BadTarget, 0,
      "argument 1 ('x') of 'f' is Active, but parameter 1 of the target 'floats' is of type <2 x float>; expected its "
      "value, double");
  fails(K, Target("widened", {K.F64, K.Ptr, K.I32, K.Ptr, K.I32, K.F64}), ItemError::BadTarget, 2,
        "argument 3 of 'f' is FakeActivitySize, but parameter 3 of the target 'widened' is of type i32; expected its "
        "value, "
        "i64");
  fails(K, Target("unseeded", {K.F64, K.Ptr, K.I64, K.Ptr, K.I64}), ItemError::BadTarget, -1,
        "the target 'unseeded' must take the seed for the result of 'f' last; expected double or a pointer to it");
  fails(K, Target("seeds", {K.F64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64, K.F64}), ItemError::BadTarget, -1,
        "the target 'seeds' must take the seed for the result of 'f' last; expected double or a pointer to it");
  AutoDiffItem Const = Target("more", {K.F64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
  Const.Result = Activity::Const;
  fails(K, Const, ItemError::BadTarget, -1, "the target 'more' has 6 parameters; expected 5");
}

CASE(errorResultOfTarget) {
  Compiler K;
  sample(K);
  auto Target = [&](StringRef Name, Type *Result) {
    K.placeholder(Name, Result, {K.F64, K.Ptr, K.I64, K.Ptr, K.I64, K.F64});
    AutoDiffItem Item = sampleItem();
    Item.Target = Name.str();
    return Item;
  };
  const char *Calls = ", but the activities call for the primal's result (double), the adjoint of parameter 1 (double)";
  fails(K, Target("one", K.F64), ItemError::BadTarget, -1, std::string("the target 'one' returns double") + Calls);
  fails(K, Target("more", ArrayType::get(K.F64, 3)), ItemError::BadTarget, -1,
        std::string("the target 'more' returns [3 x double]") + Calls);
  fails(K, Target("pointers", StructType::get(K.F64, K.Ptr)), ItemError::BadTarget, -1,
        std::string("the target 'pointers' returns { double, ptr }") + Calls);
  AutoDiffItem Odd = sampleItem();
  for (const std::vector<uint64_t> &Offsets : {std::vector<uint64_t>{0, 16}, {0, 4}, {0}, {0, UINT64_MAX}, {0, 0}}) {
    Odd.ResultOffsets = Offsets;
    fails(K, Odd, ItemError::BadTarget, -1, std::string("the target 'd' returns { double, double }") + Calls);
  }
  // Nothing says whether there is a place for a Const result.
  K.placeholder("maybe", K.Void, {K.Ptr, K.F64, K.Ptr, K.I64, K.Ptr, K.I64});
  AutoDiffItem Const = sampleItem();
  Const.Target = "maybe";
  Const.Result = Activity::Const;
  fails(
      K, Const, ItemError::BadTarget, -1,
      "the target 'maybe' returns through parameter 1; expected `sret` there, which says whether there is a place for "
      "the Const result");
}

CASE(errorAbi) {
  Compiler K;
  sample(K);
  Function *F = K.M.getFunction("f"), *D = K.M.getFunction("d");
  auto Source = [](StringRef Why) { return ("the source function 'f' cannot be used: " + Why).str(); };
  auto Target = [](StringRef Why) { return ("the target function 'd' cannot be used: " + Why).str(); };
  D->setCallingConv(CallingConv::GHC);
  fails(K, sampleItem(), ItemError::UnsupportedAbi, -1,
        Target("its calling convention (number 10) is not one of an ordinary function"));
  D->setCallingConv(CallingConv::C);
  F->addParamAttr(1, Attribute::Nest);
  fails(K, sampleItem(), ItemError::UnsupportedAbi, -1, Source("its parameter 2 is passed as 'nest'"));
  F->removeParamAttr(1, Attribute::Nest);
  D->addFnAttr(Attribute::Naked);
  fails(K, sampleItem(), ItemError::UnsupportedAbi, -1, Target("it is naked"));
  D->removeFnAttr(Attribute::Naked);
  K.function("v", K.F64, {})->eraseFromParent();
  Function *V = Function::Create(FunctionType::get(K.F64, {}, true), GlobalValue::ExternalLinkage, "v", K.M);
  K.B.SetInsertPoint(BasicBlock::Create(K.C, "entry", V));
  K.B.CreateRet(ConstantFP::get(K.F64, 0.0));
  AutoDiffItem Item = item(Reverse, "v", "d", {}, Activity::Active);
  fails(K, Item, ItemError::UnsupportedAbi, -1,
        "the source function 'v' cannot be used: it takes a variable number of arguments");
  EXPECT(K.ask(sampleItem()).empty());
}

CASE(errorAbiOfStack) { // memory of the stack that is no plain pointer
  Compiler K;
  sample(K);
  K.M.setDataLayout("e-p5:32:32-A5");
  fails(K, sampleItem(), ItemError::UnsupportedAbi, -1,
        "the source function 'f' cannot be used: the stack of its machine has an address space of its own");
}

CASE(errorAbiOfVectors) { // how a vector is passed depends on what a function is compiled for
  Compiler K;
  auto *V = FixedVectorType::get(K.F64, 4);
  Function *F = K.function("f", K.F64, {V});
  K.B.CreateRet(K.B.CreateExtractElement(F->getArg(0), uint64_t(1)));
  F->addFnAttr("target-features", "+avx2");
  Function *D = K.placeholder("d", V, {V, K.F64});
  AutoDiffItem Item = item(Reverse, "f", "d", {Activity::Active}, Activity::ActiveOnly);
  fails(
      K, Item, ItemError::UnsupportedAbi, -1,
      "the source function 'f' cannot be used: it passes vectors, and the attribute 'target-features' of the target is "
      "another one");
  D->addFnAttr("target-features", "+avx2");
  EXPECT(K.ask(Item).empty());
}

CASE(errorAbiOfArguments) {
  Compiler K;
  auto *Mixed = StructType::get(K.F64, K.Ptr);
  Function *F = K.function("f", K.F64, {Mixed, K.Ptr});
  F->addParamAttr(1, Attribute::getWithByValType(K.C, Mixed));
  K.B.CreateRet(K.B.CreateExtractValue(F->getArg(0), 0));
  K.placeholder("d", K.F64, {Mixed, Mixed, K.Ptr, K.F64});
  auto Ask = [&](DerivativeMode Mode, Activity A, Activity B) { return item(Mode, "f", "d", {A, B}, Activity::Const); };
  fails(K, Ask(Reverse, Activity::Active, Activity::Const), ItemError::UnsupportedAbi, 0,
        "argument 1 of 'f' is a value of type { double, ptr } with a pointer in it");
  fails(K, Ask(Reverse, Activity::Duplicated, Activity::Const), ItemError::UnsupportedAbi, 0,
        "argument 1 of 'f' is a value of type { double, ptr } with a pointer in it");
  fails(K, Ask(Forward, Activity::Dualv, Activity::Const), ItemError::UnsupportedAbi, 0,
        "argument 1 of 'f' is a value of type { double, ptr } with a pointer in it; its lanes have no stride");
  fails(K, Ask(Reverse, Activity::Const, Activity::Active), ItemError::UnsupportedAbi, 1,
        "argument 2 of 'f' is a value with a pointer in it, passed in memory");
  fails(K, Ask(Reverse, Activity::Const, Activity::Duplicated), ItemError::BadActivity, 1,
        "argument 2 of 'f' cannot be Duplicated: expected Active or Const, since it is passed by value");
}

CASE(errorCycle) { // f calls what is to become its own derivative
  Compiler K;
  Function *D = K.placeholder("d", K.F64, {K.F64, K.F64});
  Function *F = K.function("f", K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateCall(D, {F->getArg(0), F->getArg(0)}));
  fails(K, item(Forward, "f", "d", {Activity::Dual}, Activity::DualOnly), ItemError::Cycle, -1,
        "'f' reaches 'd', which is to be made of it");
}

CASE(errorInInnerItem) {
  Compiler K;
  Function *F = K.function("f", K.F64, {K.F64});
  K.B.CreateRet(F->getArg(0));
  K.placeholder("d", K.F64, {K.F64, K.F64});
  K.placeholder("dd", K.F64, {K.F64, K.F64, K.F64});
  auto Errors = K.ask({item(Forward, "d", "dd", {Activity::Dual, Activity::Const}, Activity::DualOnly),
                       item(Forward, "f", "d", {Activity::Active}, Activity::DualOnly)});
  EXPECT(Errors.size() == 2 && Errors[0].Item == 0 && Errors[1].Item == 1);
  EXPECT(Errors[0].What == ItemError::NotDifferentiable && Errors[1].What == ItemError::BadActivity);
  EXPECT(Errors[0].Message == "'d' needs 'd', which could not be filled");
}

CASE(errorNotDifferentiable) {
  Compiler K;
  Function *Unknown =
      Function::Create(FunctionType::get(K.F64, {K.F64}, false), GlobalValue::ExternalLinkage, "unknown", K.M);
  Function *F = K.function("f", K.F64, {K.F64});
  K.B.CreateRet(K.B.CreateCall(Unknown, {F->getArg(0)}));
  K.placeholder("d", StructType::get(K.F64, K.F64), {K.F64, K.F64});
  AutoDiffItem Item = item(Reverse, "f", "d", {Activity::Active}, Activity::Active);
  fails(K, Item, ItemError::NotDifferentiable, -1, "'f' could not be differentiated for 'd'");
  auto Errors = K.ask(Item);
  EXPECT(Errors.size() == 1 && Errors[0].Details.size() == 1);
  StringRef Detail = Errors[0].Details[0];
  EXPECT(Detail.contains("'unknown'") && Detail.contains("asked for by 'd'") && Detail.contains("[UnknownCallee]"));
}

CASE(errorPlaceholderIsNeeded) {
  Compiler K;
  sample(K);
  Function *D = K.M.getFunction("d");
  BasicBlock *Second = D->getEntryBlock().splitBasicBlock(D->getEntryBlock().begin());
  cast<GlobalVariable>(K.M.getOrInsertGlobal("label", K.Ptr))->setInitializer(BlockAddress::get(D, Second));
  fails(K, sampleItem(), ItemError::BadTarget, -1,
        "the address of a block of the target 'd' is taken, so its body cannot be replaced");
}

CASE(errorVerifier) { // a definition that is described as a declaration: LLVM strips that from a module, we do not
  Compiler K;
  sample(K);
  DIBuilder Debug(K.M);
  DIFile *File = Debug.createFile("field.lang", "/src");
  DISubroutineType *Type = Debug.createSubroutineType(Debug.getOrCreateTypeArray({}));
  K.M.getFunction("d")->setSubprogram(Debug.createFunction(File, "d", "d", File, 3, Type, 3));
  fails(K, sampleItem(), ItemError::VerifierRejected, -1, "the new body of 'd' is not valid IR");
  auto Errors = K.ask(sampleItem());
  EXPECT(Errors.size() == 1 && Errors[0].Details.size() == 1);
  EXPECT(StringRef(Errors[0].Details[0]).contains("distinct !dbg attachment"));
}

CASE(errorNames) {
  const char *Names[] = {"NotEnabled",        "BadOptions",     "InvalidModule", "SourceNotFound",
                         "SourceWithoutBody", "TargetNotFound", "TargetTaken",   "BadActivity",
                         "BadTarget",         "UnsupportedAbi", "Cycle",         "NotDifferentiable",
                         "VerifierRejected",  "unknown"};
  for (unsigned I = 0; I < std::size(Names); ++I)
    EXPECT(StringRef(fluxion::nameOf(ItemError::Kind(I))) == Names[I]);
}
