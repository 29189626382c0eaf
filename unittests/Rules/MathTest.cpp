//===- MathTest.cpp - Every row of the math table -------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Four questions to each row: does the formula agree with differences of the function;
// does it become valid IR in every type, forward and reverse; does that IR, compiled,
// compute the formula; and is the documentation up to date. And one question to LLVM:
// is there a float intrinsic that we forgot?
//===----------------------------------------------------------------------===//
#include "Rules/Math.h"
#include "FakeContexts.h"
#include "Rules/Library/MathRules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <cmath>
#include <complex>
#include <fstream>

using namespace llvm;
using namespace fluxion;

//===--- Points -----------------------------------------------------------===//

/// Seven points of the domain of \p Row, all parameters at once; integers for integer parameters.
static std::vector<std::vector<long double>> pointsOf(const MathRow &Row) {
  std::vector<std::vector<long double>> Points;
  for (unsigned Step : seq(7u)) {
    std::vector<long double> X;
    for (auto [Index, Range] : enumerate(Row.Domain)) {
      // Irregular steps, different for each parameter.
      long double Fraction = std::fmod(0.137 + 0.1428 * Step + 0.37 * Index * (Step + 1), 1.0);
      long double At = Range.first + Fraction * (Range.second - Range.first);
      X.push_back(Row.Parameters[Index] == 'f' || Row.Parameters[Index] == 'L' ? At : std::floor(At));
    }
    Points.push_back(X);
  }
  return Points;
}

static bool near(long double Got, long double Want, long double Tolerance) {
  return std::fabs(Got - Want) <= Tolerance * std::max(1.0L, std::fabs(Want));
}

/// The sixth-order central difference of the function in parameter \p Index.
static long double differenceOf(const MathRow &Row, std::vector<long double> X, unsigned Index) {
  const long double H = 1.0L / 512, Middle = X[Index];
  auto At = [&](int Steps) {
    X[Index] = Middle + Steps * H;
    return Row.Evaluate(X);
  };
  return (45 * (At(1) - At(-1)) - 9 * (At(2) - At(-2)) + (At(3) - At(-3))) / (60 * H);
}

// Truncation of the difference: h^6/140 times the seventh derivative, which reaches 1e6 near poles.
TEST(MathTable, PartialsAgreeWithDifferences) {
  for (const MathRow &Row : mathRows())
    for (std::vector<long double> X : pointsOf(Row))
      for (auto [Index, P] : enumerate(Row.Partials)) {
        if (Row.Parameters[Index] != 'f' || Row.Domain[Index].first == Row.Domain[Index].second)
          continue;
        if (StringRef(Row.Names).starts_with("nextafter") || StringRef(Row.Names).starts_with("nexttoward"))
          continue; // their steps are below the resolution of the difference
        long double Got = P.evaluate(X, Row.Evaluate(X)), Want = differenceOf(Row, X, Index);
        EXPECT_TRUE(near(Got, Want, 1e-7L))
            << Row.name() << " partial " << Index << " at " << X[0] << ": " << Got << " but differences give " << Want;
      }
}

//===--- IR ---------------------------------------------------------------===//

namespace {
/// One call in a module of its own, and its derivative beside it.
class Derivative {
public:
  Derivative(LLVMContext &Context, unsigned Width = 1) : M("test", Context), Width(Width) {
    M.setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
  }

  /// What to call, with the types of its parameters.
  struct Callee {
    FunctionCallee F;
    explicit operator bool() { return F.getCallee(); }
  };

  Callee intrinsic(Intrinsic::ID ID, ArrayRef<Type *> Overloads) {
    Function *F = Intrinsic::getOrInsertDeclaration(&M, ID, Overloads);
    return {FunctionCallee(F)};
  }
  Callee library(StringRef Name, FunctionType *Ty) { return {M.getOrInsertFunction(Name, Ty)}; }

  /// void forward(parameters, a tangent for each float in each lane, ptr out)
  void writeForward(Callee C) {
    CallInst *Call = begin("forward", C);
    const Rule *R = rule(*Call);
    ASSERT_TRUE(R) << "no rule for " << C.F.getCallee()->getName().str();
    FakeTangents Context(S, B, Width);
    for (const Value *X : Floats)
      Context.Tangents[X] = nextLanes();
    for (const Value *P : Pointers)
      Context.Shadows[P] = nextLanes();
    R->apply(*Call, Context);
    for (Value *Tangent : Context.Result.values())
      B.CreateStore(Tangent, nextOut(Tangent->getType()));
    finish();
  }

  /// void reverse(parameters, seeds, ptr out)
  void writeReverse(Callee C) {
    CallInst *Call = begin("reverse", C);
    const Rule *R = rule(*Call);
    ASSERT_TRUE(R) << "no rule for " << C.F.getCallee()->getName().str();
    FakeReads Reads(S.Activity, S.Types);
    R->reads(*Call, Reads);
    FakeAdjoints Context(S, B, Width, Reads);
    if (!Call->getType()->isVoidTy())
      Context.Seed = nextLanes();
    for (const Value *P : Pointers)
      Context.Shadows[P] = nextLanes();
    R->transpose(*Call, Context);
    for (const Value *X : Floats)
      for (Value *Adjoint : Context.Adjoints[X].materialise(Width, X->getType()))
        B.CreateStore(Adjoint, nextOut(Adjoint->getType()));
    finish();
  }

  Module M;
  Surroundings S;

private:
  static const Rule *rule(CallInst &Call) {
    static TargetLibraryInfoImpl Impl(Triple("x86_64-unknown-linux-gnu"));
    return findMathRule(Call, TargetLibraryInfo(Impl));
  }

  /// Opens a function and calls \p C with its first parameters; the others wait in Next.
  CallInst *begin(StringRef Name, Callee C) {
    FunctionType *Ty = C.F.getFunctionType();
    std::vector<Type *> Parameters;
    for (Type *T : Ty->params())
      if (!T->isMetadataTy())
        Parameters.push_back(T);
    unsigned OwnCount = Parameters.size();
    for (unsigned I : seq(OwnCount))
      if (Parameters[I]->isFPOrFPVectorTy() && Name == "forward")
        Parameters.insert(Parameters.end(), Width, Parameters[I]);
    if (Name == "reverse" && !Ty->getReturnType()->isVoidTy())
      Parameters.insert(Parameters.end(), Width, Ty->getReturnType());
    for (unsigned I : seq(OwnCount))
      if (Parameters[I]->isPointerTy())
        Parameters.insert(Parameters.end(), Width, Parameters[I]);
    Parameters.push_back(PointerType::get(M.getContext(), 0));
    F = Function::Create(FunctionType::get(Type::getVoidTy(M.getContext()), Parameters, false),
                         GlobalValue::ExternalLinkage, Name, M);
    B.SetInsertPoint(BasicBlock::Create(M.getContext(), "entry", F));
    SmallVector<Value *, 6> Args;
    Next = Outs = 0;
    Floats.clear();
    Pointers.clear();
    for (Type *T : Ty->params())
      Args.push_back(T->isMetadataTy() ? nullptr : F->getArg(Next++));
    for (Value *&A : Args)
      A = A ? A : metadataFor(&A - Args.begin(), Args.size());
    for (Value *A : Args) {
      if (A->getType()->isFPOrFPVectorTy()) {
        ActivityForTests::activate(S.Activity, A);
        Floats.push_back(A);
      }
      if (A->getType()->isPointerTy()) {
        ActivityForTests::giveShadow(S.Activity, A);
        Pointers.push_back(A);
      }
    }
    CallInst *Call = B.CreateCall(C.F, Args);
    ActivityForTests::activate(S.Activity, Call);
    return Call;
  }

  /// Rounding mode (second from the end where there are two) and exception behaviour.
  Value *metadataFor(unsigned Index, unsigned Count) {
    StringRef Text = Index + 1 == Count ? "fpexcept.strict" : "round.tonearest";
    return MetadataAsValue::get(M.getContext(), MDString::get(M.getContext(), Text));
  }

  Lanes nextLanes() {
    SmallVector<Value *, 2> Values;
    for (unsigned I = 0; I < Width; ++I)
      Values.push_back(F->getArg(Next++));
    return Lanes(Values);
  }
  /// Results lie 32 bytes apart, whatever their type.
  Value *nextOut(Type *) { return B.CreateConstGEP1_64(B.getInt8Ty(), F->getArg(F->arg_size() - 1), 32 * Outs++); }

  void finish() {
    B.CreateRetVoid();
    std::string Message;
    raw_string_ostream OS(Message);
    EXPECT_FALSE(verifyFunction(*F, &OS)) << Message;
  }

  const unsigned Width;
  IRBuilder<> B{M.getContext()};
  Function *F = nullptr;
  unsigned Next = 0, Outs = 0;
  std::vector<const Value *> Floats, Pointers;
};
} // namespace

static std::vector<Type *> supportedTypes(LLVMContext &C) {
  std::vector<Type *> Types = {Type::getHalfTy(C),   Type::getBFloatTy(C),   Type::getFloatTy(C),
                               Type::getDoubleTy(C), Type::getX86_FP80Ty(C), Type::getFP128Ty(C)};
  for (unsigned I : seq(6u))
    Types.push_back(FixedVectorType::get(Types[I], I % 2 ? 2 : 4));
  return Types;
}

static std::string libraryName(const MathRow &Row, Type *Ty) {
  const char *Suffix = Ty->isFloatTy() ? "f" : Ty->isDoubleTy() ? "" : Ty->isX86_FP80Ty() ? "l" : "f128";
  StringRef Name = StringRef(Row.Names).split(' ').first;
  auto [Before, After] = Name.split('*');
  return (Before + Suffix + After).str();
}

/// The type of the library function \p Row in precision \p Ty; null when C has no such precision.
static FunctionType *libraryType(const MathRow &Row, Type *Ty) {
  LLVMContext &C = Ty->getContext();
  if (Ty->isVectorTy() || Ty->isHalfTy() || Ty->isBFloatTy() || !*Row.Names)
    return nullptr;
  std::vector<Type *> Parameters;
  for (char Letter : StringRef(Row.Parameters))
    Parameters.push_back(Letter == 'f'   ? Ty
                         : Letter == 'i' ? Type::getInt32Ty(C)
                         : Letter == 'l' ? Type::getInt64Ty(C)
                         : Letter == 'p' ? PointerType::get(C, 0)
                                         : Type::getX86_FP80Ty(C));
  return FunctionType::get(Ty, Parameters, false);
}

static void writeBoth(Derivative &D, Derivative::Callee C) {
  D.writeForward(C);
  D.writeReverse(C);
}

static SmallVector<Type *, 2> overloadsOf(Intrinsic::ID ID, Type *Ty) {
  SmallVector<Type *, 2> Overloads = {Ty};
  Type *Int32 = Type::getInt32Ty(Ty->getContext());
  switch (ID) {
  case Intrinsic::powi:
  case Intrinsic::experimental_constrained_powi:
    if (ID == Intrinsic::powi)
      Overloads.push_back(Int32);
    break;
  case Intrinsic::ldexp:
  case Intrinsic::frexp:
  case Intrinsic::experimental_constrained_ldexp:
    Overloads.push_back(Ty->getWithNewType(Int32));
    break;
  default:
    break;
  }
  return Overloads;
}

TEST(MathTable, EveryRowBuildsInEveryType) {
  LLVMContext Context;
  for (const MathRow &Row : mathRows())
    for (Type *Ty : supportedTypes(Context))
      for (unsigned Width : {1, 2}) {
        SCOPED_TRACE(Row.name());
        Derivative D(Context, Width);
        if (FunctionType *Library = libraryType(Row, Ty); Library && StringRef(Row.Names) != PolygammaName)
          writeBoth(D, D.library(libraryName(Row, Ty), Library));
        if (Row.ID) {
          Derivative OfIntrinsic(Context, Width);
          writeBoth(OfIntrinsic, OfIntrinsic.intrinsic(Row.ID, overloadsOf(Row.ID, Ty)));
        }
      }
}

TEST(MathTable, ConstrainedIntrinsicsFollowTheirRow) {
  LLVMContext Context;
  for (const MathRow &Row : mathRows()) {
    if (!Row.ID)
      continue;
    std::string Name = ("llvm.experimental.constrained." + Intrinsic::getBaseName(Row.ID).drop_front(5)).str();
    Intrinsic::ID ID = Intrinsic::lookupIntrinsicID(Name);
    if (!ID || Intrinsic::getBaseName(ID) != Name)
      continue;
    SCOPED_TRACE(Name);
    Derivative D(Context);
    writeBoth(D, D.intrinsic(ID, overloadsOf(ID, Type::getDoubleTy(Context))));
  }
}

TEST(MathRules, OthersBuildInEveryType) {
  LLVMContext Context;
  Type *Pointer = PointerType::get(Context, 0), *Int32 = Type::getInt32Ty(Context), *Int64 = Type::getInt64Ty(Context);
  for (Type *Ty : supportedTypes(Context))
    for (unsigned Width : {1, 2}) {
      for (Intrinsic::ID ID : {Intrinsic::ldexp, Intrinsic::frexp, Intrinsic::modf, Intrinsic::sincos,
                               Intrinsic::sincospi, Intrinsic::experimental_constrained_ldexp}) {
        SCOPED_TRACE(Intrinsic::getBaseName(ID).str());
        Derivative D(Context, Width);
        writeBoth(D, D.intrinsic(ID, overloadsOf(ID, Ty)));
      }
      if (Ty->isVectorTy())
        for (Intrinsic::ID ID :
             {Intrinsic::vector_reduce_fadd, Intrinsic::vector_reduce_fmul, Intrinsic::vector_reduce_fmax,
              Intrinsic::vector_reduce_fmin, Intrinsic::vector_reduce_fmaximum, Intrinsic::vector_reduce_fminimum}) {
          SCOPED_TRACE(Intrinsic::getBaseName(ID).str());
          Derivative D(Context, Width);
          writeBoth(D, D.intrinsic(ID, {Ty}));
        }
    }
  Type *Double = Type::getDoubleTy(Context), *Void = Type::getVoidTy(Context);
  Derivative D(Context, 2);
  auto Build = [&](StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
    SCOPED_TRACE(Name.str());
    writeBoth(D, D.library(Name, FunctionType::get(Result, Parameters, false)));
  };
  Build("ldexp", Double, {Double, Int32});
  Build("scalbn", Double, {Double, Int32});
  Build("scalbln", Double, {Double, Int64});
  Build("frexp", Double, {Double, Pointer});
  Build("significand", Double, {Double});
  Build("modf", Double, {Double, Pointer});
  Build("sincos", Void, {Double, Pointer, Pointer});
  Build("sincosf", Void, {Type::getFloatTy(Context), Pointer, Pointer});
  Build("__muldc3", StructType::get(Double, Double), {Double, Double, Double, Double});
  Build("__divdc3", StructType::get(Double, Double), {Double, Double, Double, Double});
  Type *Float = Type::getFloatTy(Context);
  Build("__mulsc3", FixedVectorType::get(Float, 2), {Float, Float, Float, Float});
}

/// Second derivatives: whatever a partial calls must have a rule itself.
TEST(MathTable, PartialsCallOnlyWhatHasARule) {
  LLVMContext Context;
  TargetLibraryInfoImpl Impl(Triple("x86_64-unknown-linux-gnu"));
  TargetLibraryInfo TLI(Impl);
  Type *Double = Type::getDoubleTy(Context);
  for (const MathRow &Row : mathRows()) {
    FunctionType *Library = libraryType(Row, Double);
    if (!Library)
      continue;
    Derivative D(Context);
    D.writeForward(D.library(libraryName(Row, Double), Library));
    for (Instruction &I : instructions(*D.M.getFunction("forward")))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getType()->isFPOrFPVectorTy()) {
        EXPECT_TRUE(findMathRule(*Call, TLI)) << Row.name() << ": " << Call->getCalledFunction()->getName().str();
      }
  }
}

//===--- Numbers ----------------------------------------------------------===//

namespace {
/// Compiles modules into this process.
class Compiler {
public:
  Compiler() {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    Jit = cantFail(orc::LLJITBuilder().create());
    Jit->getExecutionSession().setErrorReporter([](Error E) { consumeError(std::move(E)); });
    Jit->getMainJITDylib().addGenerator(
        cantFail(orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(Jit->getDataLayout().getGlobalPrefix())));
  }
  /// The address of \p Name in \p M, or null when something is missing in this process.
  void *compile(const Module &M, StringRef Name) {
    // Each module gets its own context and its own place for names.
    std::string Text;
    raw_string_ostream(Text) << M;
    auto Context = std::make_unique<LLVMContext>();
    SMDiagnostic Error;
    std::unique_ptr<Module> Copy = parseAssemblyString(Text, Error, *Context);
    EXPECT_TRUE(Copy) << Error.getMessage().str();
    Copy->setDataLayout(Jit->getDataLayout());
    orc::JITDylib &Dylib = cantFail(Jit->createJITDylib("d" + std::to_string(Count++)));
    Dylib.addToLinkOrder(Jit->getMainJITDylib());
    cantFail(Jit->addIRModule(Dylib, orc::ThreadSafeModule(std::move(Copy), std::move(Context))));
    Expected<orc::ExecutorAddr> Address = Jit->lookup(Dylib, Name);
    if (Address)
      return Address->toPtr<void *>();
    consumeError(Address.takeError());
    return nullptr;
  }

private:
  std::unique_ptr<orc::LLJIT> Jit;
  unsigned Count = 0;
};
} // namespace

static Compiler &compiler() {
  static Compiler C;
  return C;
}

/// A function void(ptr) that loads the arguments of \p F from 8-byte places and calls it, so that
/// one C type serves all signatures. The last argument is the place for results.
static Function *wrap(Module &M, Function *F) {
  LLVMContext &C = M.getContext();
  auto *Ptr = PointerType::get(C, 0);
  Function *W = Function::Create(FunctionType::get(Type::getVoidTy(C), {Ptr, Ptr}, false), GlobalValue::ExternalLinkage,
                                 "run", M);
  IRBuilder<> B(BasicBlock::Create(C, "entry", W));
  SmallVector<Value *, 8> Args;
  for (Argument &A : F->args()) {
    Value *Place = B.CreateConstGEP1_64(B.getInt8Ty(), W->getArg(0), 8 * A.getArgNo());
    Value *Stored = nullptr;
    if (A.getType()->isFloatingPointTy())
      Stored = B.CreateFPCast(B.CreateLoad(B.getDoubleTy(), Place), A.getType());
    else if (A.getType()->isIntegerTy())
      Stored = B.CreateFPToSI(B.CreateLoad(B.getDoubleTy(), Place), A.getType());
    else // a pointer: the place itself may be written
      Stored = Place;
    Args.push_back(A.getArgNo() + 1 == F->arg_size() ? W->getArg(1) : Stored);
  }
  B.CreateCall(F, Args);
  B.CreateRetVoid();
  return W;
}

namespace {
/// "forward" or "reverse" of a module, ready to run.
class Compiled {
public:
  Compiled(Module &M, StringRef Name) {
    Function *Wrapper = wrap(M, M.getFunction(Name));
    Code = reinterpret_cast<void (*)(double *, char *)>(compiler().compile(M, Wrapper->getName()));
    Wrapper->eraseFromParent();
  }
  /// False when this process lacks a function that the code calls.
  explicit operator bool() const { return Code; }
  /// The results, as doubles.
  std::vector<double> run(std::vector<double> Args, bool InFloat = false) const {
    alignas(32) char Out[32 * 8] = {};
    Args.resize(32);
    Code(Args.data(), Out);
    std::vector<double> Results;
    for (unsigned I : seq(8u))
      Results.push_back(InFloat ? *reinterpret_cast<float *>(Out + 32 * I) : *reinterpret_cast<double *>(Out + 32 * I));
    return Results;
  }

private:
  void (*Code)(double *, char *) = nullptr;
};
} // namespace

/// As Compiled, once; empty when it cannot be linked.
static std::vector<double> run(Module &M, StringRef Name, const std::vector<double> &Args) {
  Compiled Code(M, Name);
  return Code ? Code.run(Args) : std::vector<double>();
}

/// Compares the compiled rule of \p C with the formulas of \p Row.
static void checkNumbers(const MathRow &Row, Derivative &D, Derivative::Callee C, Type *Ty) {
  SCOPED_TRACE(C.F.getCallee()->getName().str());
  writeBoth(D, C);
  const Compiled ForwardCode(D.M, "forward"), ReverseCode(D.M, "reverse");
  if (!ForwardCode || !ReverseCode)
    return; // this libm does not have the function
  double Tolerance = Ty->isFloatTy() ? 2e-5 : 1e-13;
  for (const std::vector<long double> &X : pointsOf(Row)) {
    std::vector<double> Args, Tangents;
    std::vector<long double> Rounded;
    long double Want = 0, Sum = 0;
    std::vector<long double> Partials;
    for (long double V : X)
      Rounded.push_back(Ty->isFloatTy() ? static_cast<float>(V) : static_cast<double>(V));
    for (auto [Index, Letter] : enumerate(StringRef(Row.Parameters))) {
      Args.push_back(Index < Rounded.size() ? Rounded[Index] : 0);
      if (Letter != 'f')
        continue;
      Tangents.push_back(0.5 + Index);
      Partials.push_back(Row.Partials[Index].evaluate(Rounded, Row.Evaluate(Rounded)));
      Want += Partials.back() * Tangents.back();
      Sum += std::fabs(Partials.back());
    }
    std::vector<double> Forward = Args, Reverse = Args;
    Forward.insert(Forward.end(), Tangents.begin(), Tangents.end());
    Reverse.push_back(1.5);
    std::vector<double> Got = ForwardCode.run(Forward, Ty->isFloatTy());
    EXPECT_TRUE(near(Got[0], Want, Tolerance * (1 + Sum)))
        << "forward at " << X[0] << ": " << Got[0] << " but the formula gives " << Want;
    std::vector<double> Adjoints = ReverseCode.run(Reverse, Ty->isFloatTy());
    for (auto [Index, P] : enumerate(Partials))
      EXPECT_TRUE(near(Adjoints[Index], 1.5 * P, Tolerance * (1 + Sum)))
          << "adjoint " << Index << " at " << X[0] << ": " << Adjoints[Index] << " but the formula gives " << 1.5 * P;
  }
}

TEST(MathTable, CompiledRulesComputeTheFormulas) {
  for (const MathRow &Row : mathRows()) {
    if (Row.isZero() || StringRef(Row.Parameters).contains('L') || StringRef(Row.Names) == PolygammaName)
      continue;
    LLVMContext Context;
    for (Type *Ty : {Type::getFloatTy(Context), Type::getDoubleTy(Context)}) {
      if (Row.ID && Row.ID < Intrinsic::num_intrinsics && !Intrinsic::getBaseName(Row.ID).contains("constrained")) {
        Derivative D(Context);
        checkNumbers(Row, D, D.intrinsic(Row.ID, overloadsOf(Row.ID, Ty)), Ty);
      } else if (FunctionType *Library = libraryType(Row, Ty)) {
        Derivative D(Context);
        checkNumbers(Row, D, D.library(libraryName(Row, Ty), Library), Ty);
      }
    }
  }
}

/// forward and reverse of a library function with double parameters, by name.
static std::vector<double> runLibrary(StringRef Mode, StringRef Name, const char *Parameters, std::vector<double> Args,
                                      bool ReturnsVoid = false) {
  LLVMContext Context;
  Derivative D(Context);
  std::vector<Type *> Types;
  Type *Double = Type::getDoubleTy(Context);
  for (char Letter : StringRef(Parameters))
    Types.push_back(Letter == 'f'   ? Double
                    : Letter == 'i' ? static_cast<Type *>(Type::getInt32Ty(Context))
                                    : PointerType::get(Context, 0));
  auto C = D.library(Name, FunctionType::get(ReturnsVoid ? Type::getVoidTy(Context) : Double, Types, false));
  if (Mode == "forward")
    D.writeForward(C);
  else
    D.writeReverse(C);
  return run(D.M, Mode, Args);
}

TEST(MathRules, PowAtZeroIsFinite) {
  for (auto [N, Want] : {std::pair(1.0, 1.0), {1.875, 0.0}, {3.0, 0.0}, {0.0, 0.0}}) {
    std::vector<double> Got = runLibrary("reverse", "pow", "ff", {0, N, 1});
    EXPECT_EQ(Got[0], Want) << "base, exponent " << N;
    if (N > 0) {
      EXPECT_EQ(Got[1], 0) << "exponent " << N;
    }
  }
  EXPECT_EQ(runLibrary("reverse", "pow", "ff", {0, 0, 1})[1], -INFINITY);
}

TEST(MathRules, KinksGiveASubgradient) {
  for (const char *Name : {"fmin", "fmax", "fdim", "fminimum", "fmaximum_num", "fmaxmag"}) {
    std::vector<double> Got = runLibrary("reverse", Name, "ff", {2, 2, 1});
    if (Got.empty())
      continue;
    EXPECT_TRUE(std::fabs(Got[0]) <= 1 && std::fabs(Got[1]) <= 1) << Name << ": " << Got[0] << ", " << Got[1];
  }
  std::vector<double> Got = runLibrary("reverse", "fmin", "ff", {NAN, 2, 1});
  EXPECT_EQ(Got[0], 0);
  EXPECT_EQ(Got[1], 1);
  EXPECT_EQ(std::fabs(runLibrary("reverse", "fabs", "f", {0, 1})[0]), 1);
}

TEST(MathRules, Atan2NeitherOverflowsNorUnderflows) {
  for (double Scale : {1e-200, 1.0, 1e200}) {
    std::vector<double> Got = runLibrary("reverse", "atan2", "ff", {3 * Scale, 4 * Scale, 1});
    EXPECT_NEAR(Got[0] * Scale, 4. / 25, 1e-15);
    EXPECT_NEAR(Got[1] * Scale, -3. / 25, 1e-15);
  }
}

TEST(MathRules, OutPointersAreWrites) {
  // forward: x, p, dx, dp(place 3): the shadow of the whole part becomes 0.
  EXPECT_EQ(runLibrary("forward", "modf", "fp", {2.75, 0, 1.5, 99})[0], 1.5);
  EXPECT_EQ(runLibrary("reverse", "modf", "fp", {2.75, 0, 1.5, 99})[0], 1.5);
  EXPECT_EQ(runLibrary("forward", "frexp", "fp", {12, 0, 1})[0], 1. / 16);
  EXPECT_EQ(runLibrary("reverse", "frexp", "fp", {12, 0, 1})[0], 1. / 16);
  EXPECT_EQ(runLibrary("reverse", "frexp", "fp", {0, 0, 1})[0], 1);
  EXPECT_EQ(runLibrary("reverse", "significand", "f", {12, 1})[0], 1. / 8);
  EXPECT_EQ(runLibrary("reverse", "ldexp", "fi", {3, 4, 1})[0], 16);
  // sincos: x, p, q, dp, dq: reads and clears both.
  std::vector<double> Got = runLibrary("reverse", "sincos", "fpp", {0.7, 0, 0, 2, 3}, true);
  EXPECT_NEAR(Got[0], 2 * cos(0.7) - 3 * sin(0.7), 1e-15);
}

TEST(MathRules, ReductionsCompute) {
  LLVMContext Context;
  // The vector is made of four doubles by a wrapper in IR; partial products pass a zero.
  Derivative D(Context);
  auto *Vector = FixedVectorType::get(Type::getDoubleTy(Context), 4);
  D.writeReverse(D.intrinsic(Intrinsic::vector_reduce_fmul, {Vector}));
  D.M.getFunction("reverse")->setName("product");
  D.writeReverse(D.intrinsic(Intrinsic::vector_reduce_fmax, {Vector}));
  D.M.getFunction("reverse")->setName("maximum");
  auto *Product = reinterpret_cast<void (*)(const double *, double *)>(compiler().compile(
      *[&] {
        auto *Ptr = PointerType::get(Context, 0);
        Function *W = Function::Create(FunctionType::get(Type::getVoidTy(Context), {Ptr, Ptr}, false),
                                       GlobalValue::ExternalLinkage, "both", D.M);
        IRBuilder<> B(BasicBlock::Create(Context, "entry", W));
        Value *V = B.CreateAlignedLoad(Vector, W->getArg(0), Align(8));
        Value *One = ConstantFP::get(B.getDoubleTy(), 1), *Two = ConstantFP::get(B.getDoubleTy(), 2);
        B.CreateCall(D.M.getFunction("product"), {Two, V, One, W->getArg(1)});
        B.CreateCall(D.M.getFunction("maximum"), {V, One, B.CreateConstGEP1_64(B.getInt8Ty(), W->getArg(1), 64)});
        B.CreateRetVoid();
        return &D.M;
      }(),
      "both"));
  ASSERT_TRUE(Product);
  alignas(32) const double X[4] = {3, 0, 5, 5};
  alignas(32) double Out[16] = {};
  Product(X, Out);
  EXPECT_EQ(Out[0], 0); // start: 3 * 0 * 5 * 5
  EXPECT_EQ(std::vector<double>(Out + 4, Out + 8), (std::vector<double>{0, 150, 0, 0}));
  EXPECT_EQ(std::vector<double>(Out + 8, Out + 12), (std::vector<double>{0, 0, 1, 0}));
}

TEST(MathRules, ComplexQuotientAgreesWithDifferences) {
  LLVMContext Context;
  Type *Double = Type::getDoubleTy(Context);
  for (StringRef Name : {"__muldc3", "__divdc3"}) {
    Derivative D(Context);
    D.writeForward(
        D.library(Name, FunctionType::get(StructType::get(Double, Double), {Double, Double, Double, Double}, false)));
    double X[4] = {1.25, -0.5, 0.75, 2}, DX[4] = {0.5, 1, -1.5, 0.25};
    std::vector<double> Args(X, X + 4);
    Args.insert(Args.end(), DX, DX + 4);
    std::vector<double> Got = run(D.M, "forward", Args);
    ASSERT_FALSE(Got.empty());
    // The structure lies at the first place: its second field is 8 bytes further.
    auto At = [&](double T) {
      std::complex<double> Z(X[0] + T * DX[0], X[1] + T * DX[1]), W(X[2] + T * DX[2], X[3] + T * DX[3]);
      return Name == "__muldc3" ? Z * W : Z / W;
    };
    std::complex<double> Want = (At(1e-5) - At(-1e-5)) / 2e-5;
    EXPECT_NEAR(Got[0], Want.real(), 1e-8);
  }
}

//===--- Polygamma --------------------------------------------------------===//

TEST(Polygamma, KnownValues) {
  // A&S 6.3.2, 6.3.3, 6.4.2 and 6.4.10, and mpmath for the negative arguments.
  const long double EulerGamma = 0.57721566490153286060651209L, Zeta3 = 1.2020569031595942853997L;
  const struct {
    int N;
    long double X, Want;
  } Values[] = {
      {0, 1, -EulerGamma},
      {0, 0.5L, -EulerGamma - 2 * logl(2)},
      {0, 2, 1 - EulerGamma},
      {1, 1, M_PIl * M_PIl / 6},
      {1, 0.5L, M_PIl * M_PIl / 2},
      {2, 1, -2 * Zeta3},
      {0, -0.5L, 2 - EulerGamma - 2 * logl(2)},
      {1, -0.5L, M_PIl * M_PIl / 2 + 4},
      {2, -0.5L, -14 * Zeta3 + 16},
  };
  LLVMContext Context;
  Type *Double = Type::getDoubleTy(Context);
  for (auto [N, X, Want] : Values) {
    EXPECT_TRUE(near(Polygamma.Evaluate({static_cast<long double>(N), X}), Want, 1e-17L)) << N << ", " << X;
    Module M("polygamma", Context);
    Function *F = Polygamma.Define(M, Double);
    EXPECT_FALSE(verifyFunction(*F, &errs()));
    F->setName("psi");
    F->setVisibility(GlobalValue::DefaultVisibility);
    F->setLinkage(GlobalValue::ExternalLinkage);
    auto *Psi = reinterpret_cast<double (*)(int, double)>(compiler().compile(M, "psi"));
    ASSERT_TRUE(Psi);
    EXPECT_TRUE(near(Psi(N, X), Want, 4e-15L)) << N << ", " << X << ": " << Psi(N, X);
  }
}

TEST(Polygamma, HigherOnesAreDifferencesOfLowerOnes) {
  const MathRow *Row = find_if(mathRows(), [](const MathRow &R) { return StringRef(R.Names) == PolygammaName; }).base();
  for (int N : {0, 1, 2, 3})
    for (long double X : {-1.3L, -0.4L, 0.7L, 4.5L, 30.0L}) {
      long double Got = Polygamma.Evaluate({N + 1.0L, X}),
                  Want = differenceOf(*Row, {static_cast<long double>(N), X}, 1);
      EXPECT_TRUE(near(Got, Want, 1e-7L)) << N << ", " << X << ": " << Got << " but " << Want;
    }
}

//===--- Recognition ------------------------------------------------------===//

namespace {
/// The answer for the first call in @caller.
class Recognition : public testing::Test {
protected:
  const Rule *ruleIn(const std::string &Text) {
    SMDiagnostic Error;
    M = parseAssemblyString("target triple = \"x86_64-unknown-linux-gnu\"\n" + Text, Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str();
    for (Instruction &I : instructions(*M->getFunction("caller")))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        TargetLibraryInfoImpl Impl(M->getTargetTriple());
        return findMathRule(*Call, TargetLibraryInfo(Impl));
      }
    return nullptr;
  }
  LLVMContext Context;
  std::unique_ptr<Module> M;
};
} // namespace

static std::string callOf(StringRef Name, StringRef Ty, StringRef Attributes = "") {
  return ("define " + Ty + " @caller(" + Ty + " %x) {\n %y = call " + Ty + " @" + Name + "(" + Ty + " %x)" +
          Attributes + "\n ret " + Ty + " %y\n}\n")
      .str();
}

TEST_F(Recognition, ByNameAndType) {
  EXPECT_TRUE(ruleIn("declare double @sin(double)\n" + callOf("sin", "double")));
  EXPECT_TRUE(ruleIn("declare float @sinf(float)\n" + callOf("sinf", "float")));
  EXPECT_TRUE(ruleIn("declare x86_fp80 @sinl(x86_fp80)\n" + callOf("sinl", "x86_fp80")));
  EXPECT_TRUE(ruleIn("declare fp128 @sinf128(fp128)\n" + callOf("sinf128", "fp128")));
  EXPECT_TRUE(ruleIn("declare double @__exp_finite(double)\n" + callOf("__exp_finite", "double")));
  EXPECT_TRUE(ruleIn("declare double @sin(double)\n" + callOf("sin", "double", " nobuiltin")));
  EXPECT_FALSE(ruleIn("declare float @sin(float)\n" + callOf("sin", "float")));
  EXPECT_FALSE(ruleIn("declare double @sine(double)\n" + callOf("sine", "double")));
}

TEST_F(Recognition, UsersFunctionsAreCode) {
  auto Body = [](StringRef Name, StringRef Linkage) {
    return ("define " + Linkage + " double @" + Name + "(double %x) {\n ret double %x\n}\n").str();
  };
  EXPECT_FALSE(ruleIn(Body("gamma", "internal") + callOf("gamma", "double")));
  EXPECT_FALSE(ruleIn(Body("y1", "") + callOf("y1", "double")));
  EXPECT_FALSE(ruleIn(Body("sin", "internal") + callOf("sin", "double")));
  EXPECT_FALSE(ruleIn(Body("sin", "") + callOf("sin", "double")));
}

TEST_F(Recognition, PolygammaHasARowAlthoughItHasABody) {
  EXPECT_TRUE(ruleIn("define linkonce_odr double @__fluxion_polygamma.double(i32 %n, double %x) {\n ret double %x\n}\n"
                     "define double @caller(double %x) {\n"
                     " %y = call double @__fluxion_polygamma.double(i32 0, double %x)\n ret double %y\n}\n"));
}

TEST_F(Recognition, LocalFunctionsGiveWayToTheLibrarys) {
  LLVMContext C;
  Derivative D(C);
  Type *Double = Type::getDoubleTy(C);
  auto *Ty = FunctionType::get(Double, {Double}, false);
  Function *Local = Function::Create(Ty, GlobalValue::InternalLinkage, "j1", D.M);
  IRBuilder<>(BasicBlock::Create(C, "entry", Local)).CreateRet(Local->getArg(0));
  D.writeForward(D.library("j0", Ty));
  EXPECT_EQ(Local->getName(), "j1.local");
  EXPECT_TRUE(D.M.getFunction("j1")->isDeclaration());
}

//===--- Nothing forgotten ------------------------------------------------===//

/// Float intrinsics that move data or touch memory; other rules of the engine handle or refuse them.
static bool movesData(StringRef Name) {
  static const char *const Prefixes[] = {"llvm.masked.",
                                         "llvm.vector.insert",
                                         "llvm.vector.extract",
                                         "llvm.vector.reverse",
                                         "llvm.vector.splice",
                                         "llvm.vector.interleave",
                                         "llvm.vector.deinterleave",
                                         "llvm.experimental.vp.",
                                         "llvm.vector.compress",
                                         "llvm.expect.with.probability",
                                         "llvm.ssa.copy",
                                         "llvm.speculative.load"};
  return any_of(Prefixes, [&](const char *P) { return Name.starts_with(P); });
}

/// Does a result or parameter have to be a float?
static bool hasFloat(Intrinsic::ID ID) {
  SmallVector<Intrinsic::IITDescriptor, 8> Table;
  Intrinsic::getIntrinsicInfoTableEntries(ID, Table);
  return any_of(Table, [](const Intrinsic::IITDescriptor &D) {
    using IIT = Intrinsic::IITDescriptor;
    switch (D.Kind) {
    case IIT::Half:
    case IIT::BFloat:
    case IIT::Float:
    case IIT::Double:
    case IIT::Quad:
      return true;
    case IIT::Argument:
      return D.getArgumentKind() == IIT::AK_AnyFloat;
    default:
      return false;
    }
  });
}

/// Intrinsics on vectors of anything count when their name says float.
static bool namesFloat(StringRef Name) {
  return Name.starts_with("llvm.vector.reduce.f") || Name.starts_with("llvm.vector.partial.reduce.f") ||
         Name.starts_with("llvm.matrix.") || Name.starts_with("llvm.vp.f");
}

TEST(Intrinsics, EveryFloatIntrinsicHasARuleOrAReason) {
  unsigned Seen = 0;
  for (unsigned ID = 1; ID < Intrinsic::num_intrinsics; ++ID) {
    StringRef Name = Intrinsic::getBaseName(ID);
    if (Intrinsic::isTargetIntrinsic(ID) || movesData(Name) || (!hasFloat(ID) && !namesFloat(Name)))
      continue;
    ++Seen;
    RuleAnswer Answer = findIntrinsicAnswer(ID);
    EXPECT_TRUE(Answer.R || !Answer.Why.empty()) << Name.str() << " has neither a rule nor a reason";
  }
  EXPECT_GT(Seen, 100u);
}

//===--- Documentation ----------------------------------------------------===//

/// docs/rules.md holds the table between two comments. FLUXION_UPDATE=1 writes it anew.
TEST(Documentation, TableOfFunctionsIsUpToDate) {
  std::string Path = StringRef(__FILE__).rsplit("/unittests/").first.str() + "/docs/rules.md";
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    GTEST_SKIP() << "no source tree at " << Path;
  std::string Text = (*Buffer)->getBuffer().str();
  const std::string Begin = "<!-- table of functions: begin -->\n", End = "<!-- table of functions: end -->\n";
  size_t From = Text.find(Begin), To = Text.find(End);
  ASSERT_TRUE(From != std::string::npos && To != std::string::npos);
  From += Begin.size();
  if (getenv("FLUXION_UPDATE"))
    std::ofstream(Path) << Text.substr(0, From) << mathTableText() << Text.substr(To);
  else
    EXPECT_EQ(Text.substr(From, To - From), mathTableText()) << "run this test with FLUXION_UPDATE=1";
}
