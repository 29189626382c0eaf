//===- Results.cpp - Every activity and mode on every kind of result ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   f(x) = { x x x, x x x / 2, x x x / 3 ... }      as many as the result has floats
//
// As in Shapes.cpp: right numbers where the table says so, a BadActivity elsewhere.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "markers/Convert.h"

using namespace items;

namespace {

struct Kind {
  const char *Name;
  bool Double;
  unsigned Floats;
  bool Sret;
  Type *(*TypeOf)(Compiler &K);

  /// Of an integer or of bytes nobody knows them.
  bool hasPieces() const { return !StringRef(Name).contains("i64") && !StringRef(Name).contains("bytes"); }
};

const Kind Kinds[] = {
    {"double", true, 1, false, [](Compiler &K) { return K.F64; }},
    {"float", false, 1, false, [](Compiler &K) { return K.F32; }},
    {"{double, double}", true, 2, false, [](Compiler &K) -> Type * { return StructType::get(K.F64, K.F64); }},
    {"{<2 x float>, float}", false, 3, false,
     [](Compiler &K) -> Type * { return StructType::get(FixedVectorType::get(K.F32, 2), K.F32); }},
    {"i64 of two floats", false, 2, false, [](Compiler &K) { return K.I64; }},
    {"<4 x float>", false, 4, false, [](Compiler &K) -> Type * { return FixedVectorType::get(K.F32, 4); }},
    {"sret of doubles", true, 3, true, [](Compiler &K) -> Type * { return ArrayType::get(K.F64, 3); }},
    {"sret of bytes", true, 2, true, [](Compiler &K) -> Type * { return ArrayType::get(Type::getInt8Ty(K.C), 16); }},
};

bool isOnly(Activity A) {
  return A == Activity::DualOnly || A == Activity::DualvOnly || A == Activity::ActiveOnly ||
         A == Activity::DuplicatedOnly;
}

/// How the seed comes.
enum class Seed { InMemory, InPieces };

class Cell {
public:
  Cell(const Kind &R, DerivativeMode Mode, Activity A, unsigned Width, Seed How)
      : R(R), Mode(Mode), A(A), Width(Width), How(How), Float(R.Double ? K.F64 : K.F32), Result(R.TypeOf(K)) {}

  void test();

private:
  void buildSource();
  void buildTarget();
  template <class T> void compare();
  bool isPossible() const {
    if (A == Activity::Const)
      return true;
    return Mode == Forward ? A <= Activity::DualvOnly : A == Activity::Active || A == Activity::ActiveOnly;
  }
  bool isSeeded() const { return Mode == Reverse && A != Activity::Const; }
  std::string name() const {
    return std::string(R.Name) + (Mode == Forward ? ", forward" : ", reverse") + ", activity " +
           std::to_string(int(A)) + ", width " + std::to_string(Width);
  }

  const Kind &R;
  DerivativeMode Mode;
  Activity A;
  unsigned Width;
  Seed How;
  Compiler K;
  Type *Float, *Result;
};

} // namespace

void Cell::buildSource() {
  SmallVector<Type *, 2> Params{Float};
  if (R.Sret)
    Params.insert(Params.begin(), K.Ptr);
  Function *F = K.function("f", R.Sret ? K.Void : Result, Params);
  if (R.Sret)
    K.sret(F, Result);
  Value *X = F->getArg(R.Sret ? 1 : 0), *Cube = K.B.CreateFMul(K.B.CreateFMul(X, X), X);
  Value *Memory = F->getArg(0);
  if (!R.Sret)
    Memory = K.B.CreateAlloca(Result);
  for (unsigned I = 0; I < R.Floats; ++I)
    K.store(K.B.CreateFDiv(Cube, ConstantFP::get(Float, I + 1.0)), Memory, I);
  if (R.Sret)
    K.B.CreateRetVoid();
  else
    K.B.CreateRet(K.B.CreateLoad(Result, Memory));
}

/// void d(ptr sret out, float x, then tangents, or a pointer to a seed, or its scalars).
void Cell::buildTarget() {
  SmallVector<Type *> Params{K.Ptr, Float}, Fields;
  auto *Values = ArrayType::get(Float, R.Floats);
  if (!isOnly(A))
    Fields.push_back(Values);
  if (Mode == Forward) {
    Params.append(Width, Float);
    if (A != Activity::Const)
      Fields.append(Width, Values);
  } else {
    Fields.append(Width, Float);
    if (isSeeded() && How == Seed::InMemory)
      Params.append(Width, K.Ptr);
    else if (isSeeded())
      Params.append(Width * R.Floats, Float);
  }
  K.sret(K.placeholder("d", K.Void, Params), StructType::get(K.C, Fields));
  // void run(ptr out, ptr x, ptr tangents or seeds)
  Function *Run = K.function("run", K.Void, {K.Ptr, K.Ptr, K.Ptr});
  SmallVector<Value *> Args{Run->getArg(0), K.load(Float, Run->getArg(1))};
  for (unsigned I = 2; I < Params.size(); ++I)
    Args.push_back(Params[I]->isPointerTy() ? K.B.CreateConstGEP1_64(Float, Run->getArg(2), uint64_t(I - 2) * R.Floats)
                                            : K.load(Float, Run->getArg(2), I - 2));
  K.B.CreateCall(K.M.getFunction("d"), Args)
      ->addParamAttr(0, Attribute::getWithStructRetType(K.C, StructType::get(K.C, Fields)));
  K.B.CreateRetVoid();
}

template <class T> void Cell::compare() {
  T X = 1.5;
  // One float beyond what the target may write.
  std::vector<T> In, Out((Width + 1) * R.Floats + Width + 1, T(-77));
  for (unsigned I = 0; I < Width * R.Floats; ++I)
    In.push_back(2 + I);
  K.get<void(T *, T *, T *)>("run")(Out.data(), &X, In.data());
  auto Near = [&](double Got, double Wanted, const char *What) {
    bool Fine = std::abs(Got - Wanted) <= (R.Double ? 1e-12 : 1e-5) * (1 + std::abs(Wanted));
    expect(Fine, name() + ": " + What + " " + std::to_string(Got) + ", wanted " + std::to_string(Wanted), __LINE__);
  };
  unsigned At = 0;
  for (unsigned I = 0; !isOnly(A) && I < R.Floats; ++I)
    Near(Out[At++], X * X * X / (I + 1), "result");
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    double Adjoint = 0;
    for (unsigned I = 0; I < R.Floats; ++I) {
      double Slope = 3 * X * X / (I + 1);
      Adjoint += isSeeded() ? In[Lane * R.Floats + I] * Slope : 0;
      if (Mode == Forward && A != Activity::Const)
        Near(Out[At++], In[Lane] * Slope, "tangent");
    }
    if (Mode == Reverse)
      Near(Out[At++], Adjoint, "adjoint");
  }
  Near(Out[At], -77, "behind the result");
}

void Cell::test() {
  buildSource();
  buildTarget();
  auto Errors = K.ask(item(Mode, "f", "d", {Mode == Forward ? Activity::Dual : Activity::Active}, A, Width));
  if (!isPossible()) {
    bool Refused = Errors.size() == 1 && Errors[0].What == ItemError::BadActivity && Errors[0].Argument == -1;
    expect(Refused, name() + ": not refused as expected" + (Errors.empty() ? "" : ": " + Errors[0].Message), __LINE__);
    return;
  }
  for (const ItemError &E : Errors)
    expect(false, name() + ": " + E.Message + (E.Details.empty() ? "" : ": " + E.Details[0]), __LINE__);
  if (Errors.empty())
    R.Double ? compare<double>() : compare<float>();
}

static void testAll(DerivativeMode Mode, Seed How) {
  for (unsigned Width = 1; Width <= 3; ++Width)
    for (const Kind &R : Kinds)
      for (unsigned A = 0; A <= unsigned(Activity::FakeActivitySize); ++A)
        if (How == Seed::InMemory || R.hasPieces())
          Cell(R, Mode, Activity(A), Width, How).test();
}

CASE(resultsForward) { testAll(Forward, Seed::InMemory); }
CASE(resultsReverse) { testAll(Reverse, Seed::InMemory); }
CASE(resultsReverseSeedInPieces) { testAll(Reverse, Seed::InPieces); }

CASE(resultsPointer) { // nothing but a shadow belongs to it
  for (DerivativeMode Mode : {Forward, Reverse})
    for (unsigned Width = 1; Width <= 2; ++Width)
      for (unsigned A = 0; A <= unsigned(Activity::FakeActivitySize); ++A) {
        Compiler K;
        Function *F = K.function("f", K.Ptr, {K.Ptr});
        K.B.CreateRet(K.B.CreateConstGEP1_64(K.F64, F->getArg(0), 1));
        auto What = Activity(A);
        bool Shadows = What != Activity::Const, Result = !isOnly(What);
        SmallVector<Type *, 3> Params(1 + Width, K.Ptr);
        Params.insert(Params.begin(), K.Ptr);
        K.sret(K.placeholder("d", K.Void, Params), ArrayType::get(K.Ptr, Result + (Shadows ? Width : 0)));
        auto Errors =
            K.ask(item(Mode, "f", "d", {Mode == Forward ? Activity::Dual : Activity::Duplicated}, What, Width));
        bool Possible = What == Activity::Const ||
                        (Mode == Forward ? What <= Activity::DualvOnly
                                         : Activity::Duplicated <= What && What <= Activity::DuplicatedOnly);
        std::string Name = "activity " + std::to_string(A) + ", width " + std::to_string(Width);
        if (!Possible || !Errors.empty()) {
          bool Refused = Errors.size() == 1 && Errors[0].What == ItemError::BadActivity && Errors[0].Argument == -1;
          expect(!Possible && Refused, Name + (Errors.empty() ? "" : ": " + Errors[0].Message), __LINE__);
          continue;
        }
        double X[2], D[2][2], *R[4] = {};
        if (Width == 1)
          K.get<void(double **, double *, double *)>("d")(R, X, D[0]);
        else
          K.get<void(double **, double *, double *, double *)>("d")(R, X, D[0], D[1]);
        expect(!Result || R[0] == X + 1, Name + ": result", __LINE__);
        for (unsigned Lane = 0; Shadows && Lane < Width; ++Lane)
          expect(R[Result + Lane] == D[Lane] + 1, Name + ": shadow", __LINE__);
        expect(R[Result + (Shadows ? Width : 0)] == nullptr, Name + ": behind the result", __LINE__);
      }
}
