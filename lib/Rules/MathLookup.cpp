//===- MathLookup.cpp - From a call to its row ----------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A library function is recognised by its exact name AND type. The name of a row is
// completed by each suffix of C: sin, sinf, sinl, sinf128, and __sin_finite.
//
// A function with a body in the module is code like any other, whatever its name: C lets a user
// define gamma or y1. The one exception is what this folder itself writes into modules.
//===----------------------------------------------------------------------===//
#include "Rules/Library/MathRules.h"
#include "Rules/Math.h"
#include "Rules/Registered.h"
#include "Rules/ScalarRule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <deque>

using namespace llvm;

namespace fluxion {

namespace {
/// Functions whose rule is a class of its own. Signature: result, ':', parameters; letters as in
/// MathRow, and P pointer to float, v void, c a pair of floats, * anything.
struct NamedRule {
  const char *Names;
  Intrinsic::ID ID;
  const char *Signature;
  const Rule &(*Get)();
};

/// Functions that carry no derivative, and functions that we know and do not support.
struct Reason {
  const char *Names;
  std::vector<Intrinsic::ID> IDs;
  const char *Signature;
  RuleAnswer::Kind What;
  const char *Why;
};
} // namespace

static constexpr auto NoID = Intrinsic::not_intrinsic;

static const NamedRule NamedRules[] = {
    {"ldexp scalbn", Intrinsic::ldexp, "f:fi", ldexpRule},
    {"scalbln", NoID, "f:fl", ldexpRule},
    {"", Intrinsic::experimental_constrained_ldexp, "", ldexpRule},
    {"frexp", Intrinsic::frexp, "f:fp", frexpRule},
    {"significand", NoID, "f:f", significandRule},
    {"modf", Intrinsic::modf, "f:fP", modfRule},
    {"sincos", Intrinsic::sincos, "v:fPP", sincosRule},
    {"", Intrinsic::sincospi, "", sincospiRule},
    {"", Intrinsic::fptrunc_round, "", floatCastRule},
    {"", Intrinsic::experimental_constrained_fptrunc, "", floatCastRule},
    {"", Intrinsic::experimental_constrained_fpext, "", floatCastRule},
    {"", Intrinsic::vector_reduce_fadd, "", sumReductionRule},
    {"", Intrinsic::vector_reduce_fmul, "", productReductionRule},
    {"", Intrinsic::vector_reduce_fmax, "", choiceReductionRule},
    {"", Intrinsic::vector_reduce_fmin, "", choiceReductionRule},
    {"", Intrinsic::vector_reduce_fmaximum, "", choiceReductionRule},
    {"", Intrinsic::vector_reduce_fminimum, "", choiceReductionRule},
};

static const std::vector<Reason> &reasons() {
  static const std::vector<Reason> Reasons = {
      {"ilogb lrint llrint lround llround llogb fromfp ufromfp",
       {Intrinsic::lround, Intrinsic::llround, Intrinsic::lrint, Intrinsic::llrint, Intrinsic::fptosi_sat,
        Intrinsic::fptoui_sat, Intrinsic::experimental_constrained_lround, Intrinsic::experimental_constrained_llround,
        Intrinsic::experimental_constrained_lrint, Intrinsic::experimental_constrained_llrint,
        Intrinsic::experimental_constrained_fptosi, Intrinsic::experimental_constrained_fptoui},
       "*:f",
       RuleAnswer::Inert,
       "its result is an integer"},
      {"",
       {Intrinsic::experimental_constrained_sitofp, Intrinsic::experimental_constrained_uitofp},
       "",
       RuleAnswer::Inert,
       "its operand is an integer"},
      {"__isnan isnan __isinf isinf __finite finite __signbit __fpclassify __issignaling __iscanonical",
       {Intrinsic::is_fpclass, Intrinsic::experimental_constrained_fcmp, Intrinsic::experimental_constrained_fcmps},
       "*:f",
       RuleAnswer::Inert,
       "its result is a truth value"},
      {"nan", {}, "f:*", RuleAnswer::Inert, "its result is a constant"},
      {"",
       {Intrinsic::convert_to_fp16, Intrinsic::convert_from_fp16},
       "",
       RuleAnswer::Unknown,
       "half precision stored as an integer by this old intrinsic is not supported"},
      {"",
       {Intrinsic::vector_partial_reduce_fadd},
       "",
       RuleAnswer::Unknown,
       "LLVM leaves open which elements a partial reduction adds up"},
      {"",
       {Intrinsic::matrix_multiply, Intrinsic::matrix_transpose, Intrinsic::matrix_column_major_load,
        Intrinsic::matrix_column_major_store},
       "",
       RuleAnswer::Unknown,
       "LLVM's matrix intrinsics are not supported"},
  };
  return Reasons;
}

//===--- Names and types --------------------------------------------------===//

namespace {
struct Suffix {
  const char *Text;
  bool (*Fits)(Type *Scalar);
};
} // namespace

static bool isDouble(Type *T) { return T->isDoubleTy(); }
static bool isFloat(Type *T) { return T->isFloatTy(); }
static bool isQuad(Type *T) { return T->isFP128Ty(); }
/// long double is one of these, depending on the target.
static bool isLongDouble(Type *T) {
  return T->isX86_FP80Ty() || T->isFP128Ty() || T->isPPC_FP128Ty() || T->isDoubleTy();
}
static bool isHalf(Type *T) { return T->isHalfTy(); }
static bool isPolygammaType(Type *T) { return T->isFloatingPointTy(); }

/// _Float64x is long double where that is wider than double.
static const Suffix Suffixes[] = {{"", isDouble},     {"f", isFloat},         {"l", isLongDouble},
                                  {"f16", isHalf},    {"f32", isFloat},       {"f64", isDouble},
                                  {"f32x", isDouble}, {"f64x", isLongDouble}, {"f128", isQuad}};

static bool isPairOf(Type *T, Type *Scalar) {
  if (auto *Vector = dyn_cast<FixedVectorType>(T))
    return Vector->getNumElements() == 2 && Vector->getElementType() == Scalar;
  auto *Struct = dyn_cast<StructType>(T);
  return Struct && Struct->getNumElements() == 2 && all_of(Struct->elements(), [&](Type *E) { return E == Scalar; });
}

static bool fits(char Letter, Type *T, Type *Scalar) {
  switch (Letter) {
  case 'f':
    return T == Scalar;
  case 'L':
    return isLongDouble(T);
  case 'i':
    return T->isIntegerTy(32) || T->isIntegerTy(16);
  case 'l':
    return T->isIntegerTy(64) || T->isIntegerTy(32);
  case 'p':
  case 'P':
    return T->isPointerTy();
  case 'v':
    return T->isVoidTy();
  case 'c':
    return isPairOf(T, Scalar);
  case '*':
    return true;
  }
  llvm_unreachable("signatures are made of these letters");
}

/// Does \p Ty look like \p Signature with \p Fits for its floats?
static bool matches(FunctionType *Ty, StringRef Signature, const Suffix &S) {
  auto [Result, Parameters] = Signature.split(':');
  if (Ty->isVarArg() || Ty->getNumParams() != Parameters.size())
    return false;
  size_t FloatAt = Parameters.find_first_of("fc");
  Type *Scalar = FloatAt == StringRef::npos ? Ty->getReturnType() : Ty->getParamType(FloatAt)->getScalarType();
  if (!S.Fits(Scalar) || !fits(Result[0], Ty->getReturnType(), Scalar))
    return false;
  for (auto [Letter, Parameter] : zip(Parameters, Ty->params()))
    if (!fits(Letter, Parameter, Scalar))
      return false;
  return true;
}

//===--- The dictionary ---------------------------------------------------===//

namespace {
struct Entry {
  std::string Signature;
  const Suffix *FloatKind; // null for the functions that have names of their own
  RuleAnswer Answer;
};

class Dictionary {
public:
  Dictionary() {
    for (const MathRow &Row : mathRows())
      addRow(Row);
    for (const NamedRule &R : NamedRules)
      add(R.Names, {R.ID}, R.Signature, {RuleAnswer::ByRule, &R.Get(), ""});
    for (const Reason &R : reasons())
      add(R.Names, R.IDs, R.Signature, {R.What, nullptr, R.Why});
    addPolygamma();
    addComplex();
  }

  const Entry *byName(StringRef Name) const {
    auto It = Names.find(Name);
    return It == Names.end() ? nullptr : &It->second;
  }
  RuleAnswer byID(Intrinsic::ID ID) const { return IDs.lookup(ID); }

private:
  void addRow(const MathRow &Row) {
    Rules.emplace_back(Row);
    RuleAnswer Answer{RuleAnswer::ByRule, &Rules.back(), ""};
    if (Row.isZero())
      Answer = {RuleAnswer::Inert, &Rules.back(), "its derivative is zero almost everywhere"};
    if (StringRef(Row.Names) == PolygammaName)
      return;
    add(Row.Names, {Row.ID}, std::string("f:") + Row.Parameters, Answer);
  }

  void add(StringRef NameList, ArrayRef<Intrinsic::ID> IDList, const std::string &Signature, RuleAnswer Answer) {
    for (Intrinsic::ID ID : IDList)
      addIntrinsic(ID, Answer);
    SmallVector<StringRef, 4> Split;
    NameList.split(Split, ' ', -1, /*KeepEmpty=*/false);
    for (StringRef Name : Split)
      for (const Suffix &S : Suffixes)
        addName(Name, Signature, S, Answer);
  }

  /// The intrinsic and its constrained counterpart, which has the same name and operands.
  void addIntrinsic(Intrinsic::ID ID, RuleAnswer Answer) {
    if (ID == Intrinsic::not_intrinsic)
      return;
    IDs[ID] = Answer;
    std::string Name = ("llvm.experimental.constrained." + Intrinsic::getBaseName(ID).drop_front(5)).str();
    Intrinsic::ID Constrained = Intrinsic::lookupIntrinsicID(Name);
    if (Constrained != Intrinsic::not_intrinsic && Intrinsic::getBaseName(Constrained) == Name)
      IDs[Constrained] = Answer;
  }

  void addName(StringRef Name, const std::string &Signature, const Suffix &S, RuleAnswer Answer) {
    auto [Before, After] = Name.split('*');
    std::string Full = (Before + S.Text + After).str();
    Names.insert({Full, Entry{Signature, &S, Answer}});
    Names.insert({"__" + Full + "_finite", Entry{Signature, &S, Answer}});
  }

  /// Our own function: one name per type, and any float type.
  void addPolygamma() {
    static const Suffix Any = {"", isPolygammaType};
    const ScalarRule *Found = nullptr;
    for (const ScalarRule &R : Rules)
      if (R.name() == PolygammaName)
        Found = &R;
    Names.insert({PolygammaName, Entry{"f:if", &Any, {RuleAnswer::ByRule, Found, ""}}});
  }

  /// Functions of complex numbers, and what the operators of complex numbers call: the third letter
  /// of those is GCC's name of the type. A float's number may come as a vector.
  void addComplex() {
    static const Suffix Precisions[] = {{"s", isFloat}, {"d", isDouble}, {"x", isLongDouble}, {"t", isQuad}};
    for (const ComplexFunction &F : complexFunctions()) {
      RuleAnswer Answer{RuleAnswer::ByRule, F.R, ""};
      StringRef Name = F.Name;
      if (Name.consume_front("complex ")) {
        for (const Suffix &S : Precisions)
          Names.insert(
              {((Name == "product" ? "__mul" : "__div") + Twine(S.Text) + "c3").str(), Entry{"c:ffff", &S, Answer}});
        continue;
      }
      Names.insert({Name, Entry{F.IsBinary ? "c:ffff" : "c:ff", &Suffixes[0], Answer}});
      Names.insert({(Name + "f").str(), Entry{F.IsBinary ? "c:cc" : "c:c", &Suffixes[1], Answer}});
    }
  }

  std::deque<ScalarRule> Rules;
  StringMap<Entry> Names;
  DenseMap<unsigned, RuleAnswer> IDs;
};
} // namespace

static const Dictionary &dictionary() {
  static const Dictionary D;
  return D;
}

//===--- Looking up -------------------------------------------------------===//

static const Entry *findEntry(StringRef Name, FunctionType *Ty) {
  const Entry *Found = dictionary().byName(Name);
  return Found && matches(Ty, Found->Signature, *Found->FloatKind) ? Found : nullptr;
}

static const Entry *findEntry(const CallBase &Call) {
  const Function *F = Call.getCalledFunction();
  if (!F || F->isIntrinsic())
    return nullptr;
  StringRef Name = F->getName();
  bool IsOurs = Name.starts_with(PolygammaName);
  if (IsOurs)
    Name = PolygammaName;
  else if (StringRef Like = markOf(*F, "function_like"); !Like.empty())
    Name = Like;
  else if (!F->isDeclaration())
    return nullptr;
  return findEntry(Name, F->getFunctionType());
}

bool isMathFunction(StringRef Name, FunctionType *Ty) { return findEntry(Name, Ty) != nullptr; }

RuleAnswer findIntrinsicAnswer(Intrinsic::ID ID) {
  if (Intrinsic::getBaseName(ID).starts_with("llvm.vp."))
    return {RuleAnswer::Unknown, nullptr, "vector-predicated intrinsics are not supported"};
  return dictionary().byID(ID);
}

static bool isScalable(const Value *V) { return isa<ScalableVectorType>(V->getType()); }

RuleAnswer findMathAnswer(const CallBase &Call, const TargetLibraryInfo &) {
  if (Intrinsic::ID ID = Call.getIntrinsicID()) {
    RuleAnswer Answer = findIntrinsicAnswer(ID);
    if (Answer.What == RuleAnswer::ByRule && any_of(Call.args(), [](const Use &U) { return isScalable(U.get()); }))
      return {RuleAnswer::Unknown, nullptr, "vectors of scalable size are not supported"};
    return Answer;
  }
  const Entry *Found = findEntry(Call);
  return Found ? Found->Answer : RuleAnswer();
}

const Rule *findMathRule(const CallBase &Call, const TargetLibraryInfo &TLI) { return findMathAnswer(Call, TLI).R; }

Type *mathPointee(const CallBase &Call, unsigned Arg) {
  const Entry *Found = findEntry(Call);
  if (!Found)
    return nullptr;
  StringRef Parameters = StringRef(Found->Signature).split(':').second;
  if (Parameters[Arg] == 'p')
    return Type::getInt32Ty(Call.getContext());
  if (Parameters[Arg] == 'P')
    return Call.getArgOperand(Parameters.find('f'))->getType();
  return nullptr;
}

} // namespace fluxion
