//===- Shapes.cpp - Every activity, mode and width on every shape ---------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shape is one way in which some floats are an argument. The primal is the same for all,
//
//   f(x) = sum over i of (i + 1) x_i x_i x_i,
//
// and the target is built as include/fluxion/items.h says. Whatever the table calls possible
// must give the right numbers, whatever it does not must be an error about argument 0.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "markers/Convert.h"

using namespace items;
using fluxion::loadWithoutTail;

namespace {

enum class Pass { ByValue, Apart, Pointer, Slice, Byval, Hidden };

struct Shape {
  const char *Name;
  Pass How;
  bool Double;
  unsigned Floats;
  Type *(*TypeOf)(Compiler &K); ///< of a value: what the source gets
};

const Shape Shapes[] = {
    {"double", Pass::ByValue, true, 1, [](Compiler &K) { return K.F64; }},
    {"float", Pass::ByValue, false, 1, [](Compiler &K) { return K.F32; }},
    {"{double, double}", Pass::ByValue, true, 2, [](Compiler &K) -> Type * { return StructType::get(K.F64, K.F64); }},
    {"[2 x float]", Pass::ByValue, false, 2, [](Compiler &K) -> Type * { return ArrayType::get(K.F32, 2); }},
    {"<4 x float>", Pass::ByValue, false, 4, [](Compiler &K) -> Type * { return FixedVectorType::get(K.F32, 4); }},
    {"i64 of two floats", Pass::ByValue, false, 2, [](Compiler &K) { return K.I64; }},
    {"i32 of a float", Pass::ByValue, false, 1, [](Compiler &K) { return K.I32; }},
    {"{<2 x float>, float}", Pass::ByValue, false, 3,
     [](Compiler &K) -> Type * { return StructType::get(FixedVectorType::get(K.F32, 2), K.F32); }},
    {"two doubles for one argument", Pass::Apart, true, 2, [](Compiler &K) { return K.F64; }},
    {"three floats for one argument", Pass::Apart, false, 3, [](Compiler &K) { return K.F32; }},
    {"pointer to doubles", Pass::Pointer, true, 3, [](Compiler &K) { return K.Ptr; }},
    {"pointer to floats", Pass::Pointer, false, 2, [](Compiler &K) { return K.Ptr; }},
    {"slice of doubles", Pass::Slice, true, 3, [](Compiler &K) { return K.Ptr; }},
    {"slice of floats", Pass::Slice, false, 5, [](Compiler &K) { return K.Ptr; }},
    {"byval doubles", Pass::Byval, true, 3, [](Compiler &K) { return K.Ptr; }},
    {"hidden pointer to doubles", Pass::Hidden, true, 3, [](Compiler &K) { return K.Ptr; }},
};

const Activity Activities[] = {Activity::Const,      Activity::Dual,       Activity::DualOnly,
                               Activity::Dualv,      Activity::DualvOnly,  Activity::Active,
                               Activity::ActiveOnly, Activity::Duplicated, Activity::DuplicatedOnly};

bool isDual(Activity A) { return Activity::Dual <= A && A <= Activity::DualvOnly; }
bool isWide(Activity A) { return A == Activity::Dualv || A == Activity::DualvOnly; }
bool isActive(Activity A) { return A == Activity::Active || A == Activity::ActiveOnly; }
bool isDuplicated(Activity A) { return A == Activity::Duplicated || A == Activity::DuplicatedOnly; }

bool isPossible(const Shape &S, DerivativeMode Mode, Activity A) {
  if (A == Activity::Const)
    return true;
  if (S.How == Pass::Apart && isWide(A))
    return false;
  if (Mode == Forward)
    return isDual(A);
  bool InMemory = S.How == Pass::Pointer || S.How == Pass::Slice;
  return (isActive(A) && !InMemory) || (isDuplicated(A) && (InMemory || S.How == Pass::Hidden));
}

/// One cell of the table: builds it, asks, runs, compares.
class Cell {
public:
  Cell(const Shape &S, DerivativeMode Mode, Activity A, unsigned Width)
      : S(S), Mode(Mode), A(A), Width(Width), Float(S.Double ? K.F64 : K.F32), Value(S.TypeOf(K)),
        Memory(ArrayType::get(Float, S.Floats)) {}

  void test();

private:
  void buildSource();
  llvm::Value *element(Function *F, unsigned I);
  void addParams(SmallVectorImpl<Type *> &To, bool Wide);
  void buildTarget();
  void buildRunner();
  void pass(SmallVectorImpl<llvm::Value *> &To, llvm::Value *Where);
  void passWide(SmallVectorImpl<llvm::Value *> &To, llvm::Value *Where);
  void run();
  template <class T> void compare();
  bool takesShadows() const { return isDual(A) || isDuplicated(A); }
  /// All lanes of a value: in an array, or behind a pointer.
  Type *wideType() {
    bool Padded = K.M.getDataLayout().getTypeAllocSize(Value) != bytes();
    return Width % 2 || Padded ? K.Ptr : ArrayType::get(Value, Width);
  }
  uint64_t bytes() const { return S.Floats * (S.Double ? 8 : 4); }
  std::string name() const {
    return std::string(S.Name) + (Mode == Forward ? ", forward" : ", reverse") + ", activity " +
           std::to_string(int(A)) + ", width " + std::to_string(Width);
  }

  const Shape &S;
  DerivativeMode Mode;
  Activity A;
  unsigned Width;
  Compiler K;
  Type *Float, *Value, *Memory;
};

} // namespace

void Cell::addParams(SmallVectorImpl<Type *> &To, bool Wide) {
  To.append(S.How == Pass::Apart ? S.Floats : 1, Wide && !Value->isPointerTy() ? wideType() : Value);
  if (S.How == Pass::Slice)
    To.push_back(K.I64);
}

Value *Cell::element(Function *F, unsigned I) {
  if (S.How == Pass::Apart)
    return F->getArg(I);
  llvm::Value *X = F->getArg(0);
  if (S.How != Pass::ByValue)
    return K.load(Float, X, I);
  // An ABI's types are read as the floats that they stand for.
  AllocaInst *Here = K.B.CreateAlloca(Value);
  K.B.CreateStore(X, Here);
  return K.load(Float, Here, I);
}

void Cell::buildSource() {
  SmallVector<Type *, 2> Params;
  addParams(Params, false);
  Function *F = K.function("f", Float, Params);
  if (S.How == Pass::Byval)
    F->addParamAttr(0, Attribute::getWithByValType(K.C, Memory));
  llvm::Value *Sum = ConstantFP::get(Float, 0.0);
  for (unsigned I = 0; I < S.Floats; ++I) {
    llvm::Value *X = element(F, I);
    llvm::Value *Cube = K.B.CreateFMul(K.B.CreateFMul(X, X), X);
    Sum = K.B.CreateFAdd(Sum, K.B.CreateFMul(ConstantFP::get(Float, I + 1.0), Cube));
  }
  if (S.How == Pass::Byval || S.How == Pass::Hidden) // its own copy, if its memory at all
    K.store(ConstantFP::get(Float, 77.0), F->getArg(0));
  K.B.CreateRet(Sum);
}

/// The result, then tangents or adjoints per lane: all floats of one type, so without padding.
void Cell::buildTarget() {
  SmallVector<Type *> Params, Fields{Float};
  addParams(Params, false);
  for (unsigned Lane = 0; takesShadows() && Lane < (isWide(A) ? 1 : Width); ++Lane)
    addParams(Params, isWide(A));
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    if (Mode == Forward)
      Fields.push_back(Float);
    else
      Params.push_back(Float);
    if (Mode == Reverse && isActive(A))
      Fields.push_back(Memory);
  }
  Function *D = K.placeholder("d", Fields.size() == 1 ? Float : StructType::get(K.C, Fields), Params);
  if (S.How == Pass::Byval)
    for (Argument &P : D->args())
      if (P.getType()->isPointerTy())
        P.addAttr(Attribute::getWithByValType(K.C, P.getArgNo() && isWide(A) ? ArrayType::get(Memory, Width) : Memory));
}

void Cell::pass(SmallVectorImpl<llvm::Value *> &To, llvm::Value *Where) {
  for (unsigned I = 0; S.How == Pass::Apart && I < S.Floats; ++I)
    To.push_back(K.load(Float, Where, I));
  if (S.How == Pass::ByValue)
    To.push_back(loadWithoutTail(K.B, Value, Where, Align(4)));
  else if (S.How != Pass::Apart)
    To.push_back(Where);
  if (S.How == Pass::Slice)
    To.push_back(K.B.getInt64(S.Floats));
}

void Cell::passWide(SmallVectorImpl<llvm::Value *> &To, llvm::Value *Where) {
  if (Value->isPointerTy() || wideType()->isPointerTy())
    To.push_back(Where);
  else
    To.push_back(K.B.CreateAlignedLoad(wideType(), Where, Align(4)));
  if (S.How == Pass::Slice)
    To.push_back(K.B.getInt64(S.Floats * Width));
}

/// void run(ptr out, ptr x, ptr shadows, ptr seeds), all of them arrays of floats.
void Cell::buildRunner() {
  Function *Run = K.function("run", K.Void, {K.Ptr, K.Ptr, K.Ptr, K.Ptr});
  SmallVector<llvm::Value *> Args;
  pass(Args, Run->getArg(1));
  if (takesShadows() && isWide(A))
    passWide(Args, Run->getArg(2));
  for (unsigned Lane = 0; takesShadows() && !isWide(A) && Lane < Width; ++Lane)
    pass(Args, K.B.CreateConstGEP1_64(Float, Run->getArg(2), Lane * S.Floats));
  for (unsigned Lane = 0; Mode == Reverse && Lane < Width; ++Lane)
    Args.push_back(K.load(Float, Run->getArg(3), Lane));
  Function *D = K.M.getFunction("d");
  CallInst *Call = K.B.CreateCall(D, Args);
  for (Argument &P : D->args())
    if (Type *Behind = P.getParamByValType())
      Call->addParamAttr(P.getArgNo(), Attribute::getWithByValType(K.C, Behind));
  K.B.CreateAlignedStore(Call, Run->getArg(0), Align(4));
  K.B.CreateRetVoid();
}

template <class T> void Cell::compare() {
  std::vector<T> X, Shadows, Seeds;
  for (unsigned I = 0; I < S.Floats; ++I)
    X.push_back(0.5 + I);
  for (unsigned I = 0; I < S.Floats * Width; ++I)
    Shadows.push_back(1 + I % 7);
  for (unsigned Lane = 0; Lane < Width; ++Lane)
    Seeds.push_back(2 + Lane);
  std::vector<T> Out(1 + Width + S.Floats * Width), Before = Shadows, Given = X;
  K.get<void(T *, T *, T *, T *)>("run")(Out.data(), Given.data(), Shadows.data(), Seeds.data());
  auto Near = [&](double Got, double Wanted, const char *What) {
    bool Fine = std::abs(Got - Wanted) <= (S.Double ? 1e-12 : 1e-5) * (1 + std::abs(Wanted));
    expect(Fine, name() + ": " + What + " " + std::to_string(Got) + ", wanted " + std::to_string(Wanted), __LINE__);
  };
  auto Slope = [&](unsigned I) { return (I + 1) * 3.0 * X[I] * X[I]; };
  double Sum = 0;
  for (unsigned I = 0; I < S.Floats; ++I)
    Sum += (I + 1) * double(X[I]) * X[I] * X[I];
  Near(Out[0], Sum, "result");
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    double Tangent = 0;
    for (unsigned I = 0; I < S.Floats; ++I) {
      unsigned At = Lane * S.Floats + I;
      Tangent += takesShadows() ? Slope(I) * Before[At] : 0;
      if (Mode == Reverse && takesShadows() && !(S.How == Pass::Hidden && I == 0))
        Near(Shadows[At], Before[At] + Seeds[Lane] * Slope(I), "shadow");
      if (Mode == Reverse && isActive(A))
        Near(Out[1 + At], Seeds[Lane] * Slope(I), "adjoint");
    }
    if (Mode == Forward)
      Near(Out[1 + Lane], Tangent, "tangent");
  }
  if (S.How == Pass::Byval)
    Near(Given[0], X[0], "what the caller passed by value");
}

void Cell::test() {
  buildSource();
  buildTarget();
  bool SaysBytes = isWide(A) || (S.How == Pass::Hidden && isActive(A));
  std::vector<ItemInput> Inputs{{A, SaysBytes ? bytes() : 0, S.How == Pass::Apart ? S.Floats : 1}};
  if (S.How == Pass::Slice) {
    Inputs[0].Bytes /= S.Floats;
    Inputs.push_back(Activity::FakeActivitySize);
  }
  auto Errors = K.ask(item(Mode, "f", "d", Inputs, Mode == Forward ? Activity::Dual : Activity::Active, Width));
  if (!isPossible(S, Mode, A)) {
    auto Kind =
        S.How == Pass::Apart && Mode == Forward && isDual(A) ? ItemError::UnsupportedAbi : ItemError::BadActivity;
    bool Refused = Errors.size() == 1 && Errors[0].What == Kind && Errors[0].Argument == 0;
    expect(Refused, name() + ": not refused as expected" + (Errors.empty() ? "" : ": " + Errors[0].Message), __LINE__);
    return;
  }
  for (const ItemError &E : Errors)
    expect(false, name() + ": " + E.Message + (E.Details.empty() ? "" : ": " + E.Details[0]), __LINE__);
  if (!Errors.empty())
    return;
  buildRunner();
  S.Double ? compare<double>() : compare<float>();
}

static void testAll(DerivativeMode Mode, unsigned Width) {
  for (const Shape &S : Shapes)
    for (Activity A : Activities)
      Cell(S, Mode, A, Width).test();
}

CASE(shapesForward) { testAll(Forward, 1); }
CASE(shapesForwardTwoLanes) { testAll(Forward, 2); }
CASE(shapesForwardThreeLanes) { testAll(Forward, 3); }
CASE(shapesReverse) { testAll(Reverse, 1); }
CASE(shapesReverseTwoLanes) { testAll(Reverse, 2); }
CASE(shapesReverseThreeLanes) { testAll(Reverse, 3); }
