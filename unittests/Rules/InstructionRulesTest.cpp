//===- InstructionRulesTest.cpp - Instructions, block copies, allocations -===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each case is a few lines of IR that compute y from x. Three questions, without a formula:
// is the derivative valid IR, does J v agree with differences, and does
// <w, J v> equal <J^T w, v>? The names of the cases say which rule they are about.
//===----------------------------------------------------------------------===//
#include "Emit/HeldMemory.h"
#include "Rules/RuleTable.h"
#include "StraightLine.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include <array>
#include <cmath>

using namespace llvm;
using namespace fluxion;

//===--- The table --------------------------------------------------------===//

TEST(InstructionTable, EveryOpcodeIsClassified) {
#define HANDLE_INST(NUMBER, OPCODE, CLASS) EXPECT_NE(familyOf(NUMBER), "") << #OPCODE;
#include "llvm/IR/Instruction.def"
}

TEST(InstructionTable, RulesHaveNamesAndOthersReasons) {
  for (unsigned Opcode = 1; Opcode < Instruction::OtherOpsEnd; ++Opcode) {
    RuleAnswer A = findInstructionRule(Opcode);
    if (A.What == RuleAnswer::ByRule)
      EXPECT_FALSE(A.R->name().empty()) << Instruction::getOpcodeName(Opcode);
    else
      EXPECT_FALSE(A.Why.empty()) << Instruction::getOpcodeName(Opcode);
  }
}

namespace {

//===--- Cases ------------------------------------------------------------===//

struct Case {
  const char *Name;
  const char *Body;     ///< of void @f(ptr %x, ptr %y, ptr %c); x and c hold eight floats, y takes eight
  bool IsFloat = false; ///< float instead of double
  std::vector<StringRef> MayBeNull = {};
};

std::ostream &operator<<(std::ostream &OS, const Case &C) { return OS << C.Name; }

// %a %b are x[0] and x[1]; %r is stored to y[0].
const char *Prologue = R"(
  %x1 = getelementptr inbounds T, ptr %x, i64 1
  %a = load T, ptr %x
  %b = load T, ptr %x1
)";

const Case Cases[] = {
    {"fadd", "%r = fadd T %a, %b"},
    {"fsub", "%r = fsub T %a, %b"},
    {"fsub_constant", "%r = fsub T 1.0, %b"},
    {"fmul", "%r = fmul fast T %a, %b"},
    {"square", "%r = fmul T %a, %a"},
    {"fdiv", "%r = fdiv T %a, %b"},
    {"fdiv_of_constant", "%r = fdiv T 2.0, %b"},
    {"fdiv_by_constant", "%r = fdiv T %a, 3.0"},
    {"frem", "%q = fmul T %b, 7.25\n %r = frem T %q, %a"},
    {"fneg", "%r = fneg T %a"},
    {"freeze", "%r = freeze T %a"},
    {"fptrunc_and_fpext",
     "%v = fpext float %a to double\n %w = fmul double %v, %v\n %n = fptrunc double %w to float\n"
     "%r = fmul float %n, %b",
     true},
    {"select", "%c1 = fcmp olt T %a, %b\n %s = select i1 %c1, T %a, T 2.0\n %r = fmul T %s, %b"},

    // Floats as integers.
    {"bitcast", "%i = bitcast double %a to i64\n %j = freeze i64 %i\n %d = bitcast i64 %j to double\n"
                "%r = fmul double %d, %b"},
    {"fabs_by_mask", "%n = fneg double %a\n %i = bitcast double %n to i64\n %m = and i64 %i, 9223372036854775807\n"
                     "%r = bitcast i64 %m to double"},
    {"fneg_by_mask", "%i = bitcast double %a to i64\n %m = xor i64 %i, -9223372036854775808\n"
                     "%r = bitcast i64 %m to double"},
    {"minus_fabs_by_mask", "%i = bitcast double %a to i64\n %m = or i64 %i, -9223372036854775808\n"
                           "%r = bitcast i64 %m to double"},
    {"sign_of_other_by_mask", "%n = fneg double %b\n %i = bitcast double %a to i64\n %j = bitcast double %n to i64\n"
                              "%s = and i64 %j, -9223372036854775808\n %o = or i64 %s, %i\n"
                              "%r = bitcast i64 %o to double"},
    {"select_by_mask", "%c1 = fcmp olt double %a, %b\n %t = sext i1 %c1 to i64\n %i = bitcast double %a to i64\n"
                       "%p = and i64 %i, %t\n %d = bitcast i64 %p to double\n %r = fmul double %d, %b"},
    {"pack_and_unpack",
     "%i = bitcast float %a to i32\n %j = bitcast float %b to i32\n %lo = zext i32 %i to i64\n"
     "%w = zext i32 %j to i64\n %hi = shl nuw i64 %w, 32\n %p = or i64 %hi, %lo\n"
     "%u = lshr i64 %p, 32\n %v = trunc i64 %u to i32\n %g = bitcast i32 %v to float\n"
     "%k = trunc i64 %p to i32\n %h = bitcast i32 %k to float\n %r = fmul float %g, %h",
     true},
    {"pack_as_vector",
     "%i = bitcast float %a to i32\n %j = bitcast float %b to i32\n %lo = zext i32 %i to i64\n"
     "%w = zext i32 %j to i64\n %hi = shl nuw i64 %w, 32\n %p = or i64 %hi, %lo\n"
     "%v = bitcast i64 %p to <2 x float>\n %g = extractelement <2 x float> %v, i32 0\n"
     "%h = extractelement <2 x float> %v, i32 1\n %k = fmul float %g, %h\n %r = fmul float %k, %g",
     true},

    // Vectors and aggregates.
    {"vector_arithmetic", "%v = load <4 x double>, ptr %x, align 8\n %w = fmul <4 x double> %v, %v\n"
                          "%q = fdiv <4 x double> %w, <double 1.0, double 2.0, double 3.0, double 4.0>\n"
                          "store <4 x double> %q, ptr %y, align 8\n %r = fadd double %a, %b"},
    {"extract_and_insert", "%v = load <4 x double>, ptr %x, align 8\n %e = extractelement <4 x double> %v, i32 3\n"
                           "%w = insertelement <4 x double> %v, double %e, i32 1\n %u = fmul <4 x double> %w, %v\n"
                           "store <4 x double> %u, ptr %y, align 8\n %r = fmul double %a, %e"},
    {"extract_dynamic",
     "%v = load <4 x double>, ptr %x, align 8\n %g = fcmp ogt double %a, 0.0\n %k = zext i1 %g to i32\n"
     "%i = add i32 %k, 1\n %e = extractelement <4 x double> %v, i32 %i\n"
     "%w = insertelement <4 x double> %v, double %a, i32 %i\n store <4 x double> %w, ptr %y, align 8\n"
     "%r = fmul double %e, %e"},
    {"shuffle", "%v = load <4 x double>, ptr %x, align 8\n %w = fmul <4 x double> %v, %v\n"
                "%s = shufflevector <4 x double> %v, <4 x double> %w, <4 x i32> <i32 5, i32 0, i32 0, i32 2>\n"
                "store <4 x double> %s, ptr %y, align 8\n %r = fadd double %a, 0.0"},
    {"broadcast", "%v = insertelement <4 x double> poison, double %a, i32 0\n"
                  "%s = shufflevector <4 x double> %v, <4 x double> poison, <4 x i32> zeroinitializer\n"
                  "%w = load <4 x double>, ptr %x, align 8\n %p = fmul <4 x double> %s, %w\n store <4 x double> %p, "
                  "ptr %y, align 8\n"
                  "%r = fadd double %a, 0.0"},
    {"aggregate",
     "%s = insertvalue {double, i64, [2 x double]} {double 1.0, i64 3, [2 x double] [double 1.0, double 2.0]},"
     " double %a, 2, 1\n %t = insertvalue {double, i64, [2 x double]} %s, double %b, 0\n"
     "%e = extractvalue {double, i64, [2 x double]} %t, 2, 1\n"
     "%f = extractvalue {double, i64, [2 x double]} %t, 0\n %g = fmul double %e, %f\n %r = fmul double %g, %e"},
    {"aggregate_in_memory", "%p = alloca {double, ptr, i64}\n"
                            "%s = insertvalue {double, ptr, i64} undef, double %a, 0\n"
                            "%t = insertvalue {double, ptr, i64} %s, ptr %x1, 1\n"
                            "%u = insertvalue {double, ptr, i64} %t, i64 7, 2\n store {double, ptr, i64} %u, ptr %p\n"
                            "%v = load {double, ptr, i64}, ptr %p\n %q = extractvalue {double, ptr, i64} %v, 1\n"
                            "%d = extractvalue {double, ptr, i64} %v, 0\n %e = load double, ptr %q\n"
                            "%r = fmul double %d, %e"},

    // Memory.
    {"load_twice", "%e = load T, ptr %x\n %r = fmul T %a, %e"},
    {"overwritten", "store T %a, ptr %y\n %d = load T, ptr %y\n %s = fmul T %d, %b\n store T %s, ptr %y\n"
                    "%e = load T, ptr %y\n %r = fmul T %e, %a"},
    {"overwritten_by_constant", "%p = alloca T\n store T %a, ptr %p\n %d = load T, ptr %p\n store T 3.0, ptr %p\n"
                                "%e = load T, ptr %p\n %r = fmul T %d, %e"},
    {"overwritten_by_integer_zero", "%p = alloca double\n store double %a, ptr %p\n %d = load double, ptr %p\n"
                                    "store i64 0, ptr %p\n %e = load double, ptr %p\n %g = fadd double %e, %b\n"
                                    "%r = fmul double %d, %g"},
    {"copied_as_integer", "%p = alloca double\n %i = load i64, ptr %x\n store i64 %i, ptr %p\n"
                          "%d = load double, ptr %p\n %r = fmul double %d, %b"},
    {"pointer_in_memory", "%p = alloca ptr\n store ptr %x1, ptr %p\n %q = load ptr, ptr %p\n %d = load T, ptr %q\n"
                          "%r = fmul T %d, %a"},
    {"pointer_as_integer", "%i = ptrtoint ptr %x to i64\n %j = add i64 %i, 16\n %q = inttoptr i64 %j to ptr\n"
                           "%d = load double, ptr %q\n %r = fmul double %d, %a"},
    {"gep_by_data", "%g = fcmp ogt T %a, 0.0\n %k = zext i1 %g to i64\n %q = getelementptr T, ptr %x1, i64 %k\n"
                    "%d = load T, ptr %q\n %r = fmul T %d, %a"},
    {"constant_memory", "%k = load T, ptr %c\n %r = fmul T %k, %a"},
    {"maybe_constant_memory",
     "%g = fcmp ogt T %a, 1.0e3\n %q = select i1 %g, ptr %x, ptr %c\n"
     "%q1 = getelementptr T, ptr %q, i64 1\n %d = load T, ptr %q1\n %r = fmul T %d, %a",
     false,
     {"q", "q1"}},
    {"maybe_shadowed_memory",
     "%g = fcmp olt T %a, 1.0e3\n %q = select i1 %g, ptr %x, ptr %c\n"
     "%q1 = getelementptr T, ptr %q, i64 1\n %d = load T, ptr %q1\n %r = fmul T %d, %a\n"
     "store T %d, ptr %q1\n %e = load T, ptr %q1\n store T %e, ptr %y",
     false,
     {"q", "q1"}},
    {"atomic_add", "%p = alloca double\n store double %a, ptr %p\n"
                   "%o = atomicrmw fadd ptr %p, double %b monotonic\n %n = load double, ptr %p\n"
                   "%r = fmul double %o, %n"},
    {"atomic_exchange", "%p = alloca double\n store double %a, ptr %p\n"
                        "%o = atomicrmw xchg ptr %p, double %b seq_cst\n %n = load double, ptr %p\n"
                        "%m = fmul double %n, %n\n %r = fmul double %o, %m"},
    {"atomic_maximum",
     "%p = alloca double\n store double %a, ptr %p\n"
     "%o = atomicrmw fmax ptr %p, double %b seq_cst\n %n = load atomic double, ptr %p seq_cst, align 8\n"
     "%m = fmul double %n, %n\n %r = fmul double %o, %m"},
    {"atomic_minimum", "%p = alloca double\n store double %a, ptr %p\n"
                       "%o = atomicrmw fmin ptr %p, double %b seq_cst\n %n = load double, ptr %p\n"
                       "%m = fmul double %n, %n\n %r = fmul double %o, %m"},
    {"compare_and_exchange_succeeds",
     "%p = alloca double\n store atomic double %a, ptr %p release, align 8\n %i = bitcast double %a to i64\n"
     "%j = bitcast double %b to i64\n %o = cmpxchg ptr %p, i64 %i, i64 %j seq_cst seq_cst\n"
     "%k = extractvalue {i64, i1} %o, 0\n %d = bitcast i64 %k to double\n %n = load double, ptr %p\n"
     "%m = fmul double %n, %n\n %r = fmul double %d, %m"},
    {"compare_and_exchange_fails",
     "%p = alloca double\n store double %a, ptr %p\n %i = bitcast double %b to i64\n"
     "%o = cmpxchg ptr %p, i64 %i, i64 %i seq_cst seq_cst\n"
     "%k = extractvalue {i64, i1} %o, 0\n %d = bitcast i64 %k to double\n %n = load double, ptr %p\n"
     "%m = fmul double %n, %n\n %r = fmul double %d, %m"},
    {"pointer_exchanged",
     "%p = alloca ptr\n store ptr %x, ptr %p\n %o = cmpxchg ptr %p, ptr %x, ptr %x1 seq_cst seq_cst\n"
     "%q = load ptr, ptr %p\n %d = load T, ptr %q\n %k = extractvalue {ptr, i1} %o, 0\n"
     "%e = load T, ptr %k\n %r = fmul T %d, %e"},

    // Blocks.
    {"memcpy", "%p = alloca [4 x double]\n call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x1, i64 32, i1 false)\n"
               "%p2 = getelementptr double, ptr %p, i64 2\n %d = load double, ptr %p2\n"
               "call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %p, i64 32, i1 false)\n %r = fmul double %d, %a"},
    {"memmove_up", "%p = alloca [8 x double]\n call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 64, i1 false)\n"
                   "%p1 = getelementptr double, ptr %p, i64 1\n"
                   "call void @llvm.memmove.p0.p0.i64(ptr %p1, ptr %p, i64 40, i1 false)\n"
                   "call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %p, i64 64, i1 false)\n"
                   "%p5 = getelementptr double, ptr %p, i64 5\n %d = load double, ptr %p5\n %r = fmul double %d, %d"},
    {"memmove_down", "%p = alloca [8 x double]\n call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %x, i64 64, i1 false)\n"
                     "%p1 = getelementptr double, ptr %p, i64 1\n"
                     "call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %p1, i64 40, i1 false)\n"
                     "call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %p, i64 64, i1 false)\n"
                     "%d = load double, ptr %p\n %r = fmul double %d, %d"},
    {"memcpy_from_constant", "%p = alloca [2 x double]\n store double %a, ptr %p\n %d = load double, ptr %p\n"
                             "call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %c, i64 16, i1 false)\n"
                             "%e = load double, ptr %p\n %r = fmul double %d, %e"},
    {"memcpy_mixed", "%p = alloca {double, ptr}\n %p1 = getelementptr {double, ptr}, ptr %p, i64 0, i32 1\n"
                     "%q = alloca {double, ptr}\n %q1 = getelementptr {double, ptr}, ptr %q, i64 0, i32 1\n"
                     "store double %a, ptr %p\n store ptr %x1, ptr %p1\n"
                     "call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 16, i1 false)\n"
                     "%d = load double, ptr %q\n %s = load ptr, ptr %q1\n %e = load double, ptr %s\n"
                     "%r = fmul double %d, %e"},
    {"library_memcpy",
     "%p = alloca [4 x double]\n %s = call ptr @memcpy(ptr %p, ptr %x, i64 32)\n"
     "%s1 = getelementptr double, ptr %s, i64 1\n %d = load double, ptr %s1\n %r = fmul double %d, %a"},
    {"memset", "%p = alloca [2 x double]\n store double %a, ptr %p\n %d = load double, ptr %p\n"
               "call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 16, i1 false)\n %e = load double, ptr %p\n"
               "%g = fadd double %e, %b\n %r = fmul double %d, %g"},

    // Allocations.
    {"malloc_and_free", "%p = call ptr @malloc(i64 16)\n store double %a, ptr %p\n %d = load double, ptr %p\n"
                        "%r = fmul double %d, %b\n call void @free(ptr %p)"},
    {"calloc",
     "%p = call ptr @calloc(i64 2, i64 8)\n %e = load double, ptr %p\n %s = fadd double %e, %a\n"
     "store double %s, ptr %p\n %d = load double, ptr %p\n %r = fmul double %d, %b\n call void @free(ptr %p)"},
};

//===--- Running a case ---------------------------------------------------===//

template <typename Real> using Vector = std::array<Real, 8>;

template <typename Real> Real dot(const Vector<Real> &A, const Vector<Real> &B) {
  Real Sum = 0;
  for (unsigned I = 0; I < A.size(); ++I)
    Sum += A[I] * B[I];
  return Sum;
}

std::string sourceOf(const Case &C) {
  std::string Body = std::string(Prologue) + C.Body + "\n store T %r, ptr %y5\n ret void\n";
  std::string Text = R"(
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @memcpy(ptr, ptr, i64)
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
define void @f(ptr %x, ptr %y, ptr %c) {
  %y5 = getelementptr inbounds T, ptr %y, i64 5
)" + Body + "}\n";
  // "T " and "T," stand for the float type.
  std::string Result;
  for (size_t I = 0; I < Text.size(); ++I) {
    bool IsType = Text[I] == 'T' && !isAlnum(Text[I + 1]) && (I == 0 || !isAlnum(Text[I - 1]));
    Result += IsType ? std::string(C.IsFloat ? "float" : "double") : std::string(1, Text[I]);
  }
  return Result;
}

class InstructionRules : public testing::TestWithParam<Case> {
protected:
  using Primal = void (*)(void *, void *, const void *);
  using Derivative = void (*)(void *, void *, const void *, void **);

  /// The module of the case with its two derivatives.
  std::unique_ptr<Module> build(LLVMContext &Context, unsigned Width) {
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseAssemblyString(sourceOf(GetParam()), Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str() << ": " << Error.getLineContents().str();
    if (!M)
      return nullptr;
    M->setTargetTriple(Triple("x86_64-unknown-linux-gnu"));
    M->setDataLayout("e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
    StraightLine L(*M->getFunction("f"), Width, GetParam().MayBeNull);
    L.forward();
    L.reverse();
    EXPECT_EQ(L.S.Diags.errorCount(), 0u);
    std::string Broken;
    raw_string_ostream OS(Broken);
    if (verifyModule(*M, &OS)) {
      ADD_FAILURE() << Broken;
      return nullptr;
    }
    return M;
  }

  template <typename Real> void compare(unsigned Width);
};

template <typename Real> void InstructionRules::compare(unsigned Width) {
  auto Context = std::make_unique<LLVMContext>();
  std::unique_ptr<Module> M = build(*Context, Width);
  if (!M)
    return;
  std::string Text;
  raw_string_ostream(Text) << *M;
  lowerHeldMemory(*M, {}, {});
  auto JIT = cantFail(orc::LLJITBuilder().create());
  cantFail(JIT->addIRModule(orc::ThreadSafeModule(std::move(M), std::move(Context))));
  auto F = cantFail(JIT->lookup("f")).toPtr<Primal>();
  auto Forward = cantFail(JIT->lookup("forward")).toPtr<Derivative>();
  auto Reverse = cantFail(JIT->lookup("reverse")).toPtr<Derivative>();

  const Vector<Real> X = {0.75, 1.3125, 2.5, -0.6875, 1.125, 0.4375, -1.5, 3.0}, C = {2, 3, 5, 7, 11, 13, 17, 19};
  for (unsigned Lane = 0; Lane < Width; ++Lane) {
    std::vector<Vector<Real>> V(Width), JV(Width), W(Width), JTW(Width);
    std::vector<void *> Tangents, Adjoints;
    for (unsigned L = 0; L < Width; ++L) {
      for (unsigned I = 0; I < 8; ++I) {
        V[L][I] = std::sin(Real(1 + I + 3 * L));
        W[L][I] = std::cos(Real(2 + 2 * I + 5 * L));
      }
      JV[L] = JTW[L] = {};
      Tangents.insert(Tangents.end(), {&V[L], &JV[L]});
      Adjoints.insert(Adjoints.end(), {&JTW[L], &W[L]});
    }
    const std::vector<Vector<Real>> Directions = V, Seeds = W;
    Vector<Real> Input = X, Output = {};
    Forward(&Input, &Output, &C, Tangents.data());
    Vector<Real> Constant = C;
    Input = X, Output = {};
    Reverse(&Input, &Output, &Constant, Adjoints.data());

    // The input's tangents and the output's seeds are used up where the primal overwrites them; in
    // that case the input is an output too.
    const Real H = sizeof(Real) == 8 ? 1e-6 : 1e-2, Tolerance = sizeof(Real) == 8 ? 1e-8 : 1e-3;
    Vector<Real> Plus = X, Minus = X, AtPlus = {}, AtMinus = {};
    for (unsigned I = 0; I < 8; ++I) {
      Plus[I] += H * Directions[Lane][I];
      Minus[I] -= H * Directions[Lane][I];
    }
    F(&Plus, &AtPlus, &C);
    F(&Minus, &AtMinus, &C);
    for (unsigned I = 0; I < 8; ++I)
      EXPECT_NEAR(JV[Lane][I], (AtPlus[I] - AtMinus[I]) / (2 * H), Tolerance) << "y[" << I << "]\n" << Text;
    EXPECT_NEAR(dot(Seeds[Lane], JV[Lane]), dot(JTW[Lane], Directions[Lane]), sizeof(Real) == 8 ? 1e-12 : 1e-5) << Text;
  }
}

TEST_P(InstructionRules, ForwardReverseAndDifferencesAgree) {
  GetParam().IsFloat ? compare<float>(1) : compare<double>(1);
}
TEST_P(InstructionRules, SeveralLanesAgree) { GetParam().IsFloat ? compare<float>(3) : compare<double>(3); }

INSTANTIATE_TEST_SUITE_P(Cases, InstructionRules, testing::ValuesIn(Cases),
                         [](const testing::TestParamInfo<Case> &I) { return I.param.Name; });

//===--- What is not known ------------------------------------------------===//

/// Counts errors instead of printing them.
class Unsupported : public testing::Test {
protected:
  /// How many errors the derivative of \p Body reports.
  unsigned errors(const char *Body) {
    LLVMContext Context;
    Context.setDiagnosticHandlerCallBack([](const DiagnosticInfo *, void *) {});
    SMDiagnostic Error;
    std::unique_ptr<Module> M = parseAssemblyString(sourceOf({"", Body}), Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str() << ": " << Error.getLineContents().str();
    if (!M)
      return 0;
    StraightLine L(*M->getFunction("f"), 1);
    L.forward();
    L.reverse();
    return L.S.Diags.errorCount();
  }
};

TEST_F(Unsupported, FloatBitsShiftedByAFewPlaces) {
  EXPECT_GT(errors("%i = bitcast double %a to i64\n %s = shl i64 %i, 3\n %r = bitcast i64 %s to double"), 0u);
}
TEST_F(Unsupported, MantissaMaskedAway) {
  EXPECT_GT(errors("%i = bitcast double %a to i64\n %m = and i64 %i, -134217728\n %r = bitcast i64 %m to double"), 0u);
}

//===--- Calls ------------------------------------------------------------===//

class CallTable : public testing::Test {
protected:
  RuleAnswer answer(const std::string &Declarations, const std::string &Call) {
    SMDiagnostic Error;
    std::string Text = Declarations + "\ndefine void @caller(ptr %p, i64 %n, double %d) {\n" + Call + "\n ret void\n}";
    M = parseAssemblyString(Text, Error, Context);
    EXPECT_TRUE(M) << Error.getMessage().str() << ": " << Error.getLineContents().str();
    if (!M)
      return {};
    TargetLibraryInfoImpl Impl(Triple("x86_64-unknown-linux-gnu"));
    return findRule(M->getFunction("caller")->getEntryBlock().front(), TargetLibraryInfo(Impl));
  }
  LLVMContext Context;
  std::unique_ptr<Module> M;
};

TEST_F(CallTable, FunctionWithBodyIsACallee) {
  EXPECT_EQ(answer("define double @sin(double %x) { ret double %x }", "%r = call double @sin(double %d)").What,
            RuleAnswer::Callee);
}
TEST_F(CallTable, PrintingIsInert) {
  EXPECT_EQ(answer("declare i32 @printf(ptr, ...)", "%r = call i32 (ptr, ...) @printf(ptr %p)").What,
            RuleAnswer::Inert);
}
TEST_F(CallTable, OstreamIsInert) {
  EXPECT_EQ(answer("declare ptr @_ZNSolsEd(ptr, double)", "%r = call ptr @_ZNSolsEd(ptr %p, double %d)").What,
            RuleAnswer::Inert);
}
TEST_F(CallTable, RustPrintIsInertInBothManglings) {
  for (std::string Name :
       {"_RNvNtNtCsi3Xb7dmK2Zq_3std2io5stdio6__print", "_ZN3std2io5stdio6_print17h0123456789abcdefE"})
    EXPECT_EQ(answer("define void @" + Name + "(ptr %p) { ret void }", "call void @" + Name + "(ptr %p)").What,
              RuleAnswer::Inert);
}
TEST_F(CallTable, NoReturnIsInert) {
  EXPECT_EQ(answer("declare void @panic(ptr) noreturn", "call void @panic(ptr %p)").What, RuleAnswer::Inert);
}
TEST_F(CallTable, UnknownFunctionHasAReason) {
  RuleAnswer A = answer("declare double @mystery(double)", "%r = call double @mystery(double %d)");
  EXPECT_EQ(A.What, RuleAnswer::Unknown);
  EXPECT_FALSE(A.Why.empty());
}
TEST_F(CallTable, RustAllocatorIsKnownByItsAttributes) {
  RuleAnswer A = answer("declare noalias ptr @mangled(i64, i64 allocalign) allockind(\"alloc,uninitialized,aligned\") "
                        "allocsize(0) \"alloc-family\"=\"__rust_alloc\"",
                        "%r = call ptr @mangled(i64 %n, i64 8)");
  ASSERT_EQ(A.What, RuleAnswer::ByRule);
  EXPECT_EQ(A.R->name(), "allocation");
}
TEST_F(CallTable, RustDeallocatorIsKnownByItsAttributes) {
  RuleAnswer A = answer("declare void @mangled(ptr allocptr, i64, i64) allockind(\"free\") "
                        "\"alloc-family\"=\"__rust_alloc\"",
                        "call void @mangled(ptr %p, i64 %n, i64 8)");
  ASSERT_EQ(A.What, RuleAnswer::ByRule);
  EXPECT_EQ(A.R->name(), "deallocation");
}
TEST_F(CallTable, ReallocfSaysWhyNot) {
  RuleAnswer A = answer("declare ptr @reallocf(ptr, i64)", "%r = call ptr @reallocf(ptr %p, i64 %n)");
  EXPECT_EQ(A.What, RuleAnswer::Unknown);
  EXPECT_FALSE(A.Why.empty());
}
TEST_F(CallTable, RunTimeCalleeSaysSo) { EXPECT_TRUE(answer("", "call void %p()").Why.contains("run time")); }
TEST_F(CallTable, EmptyAssemblyIsInert) {
  EXPECT_EQ(answer("", "call void asm sideeffect \"\", \"r,~{memory}\"(ptr %p)").What, RuleAnswer::Inert);
  EXPECT_EQ(answer("", "call void asm sideeffect \"nop\", \"r,~{memory}\"(ptr %p)").What, RuleAnswer::Unknown);
}

/// LLJIT needs the target once.
const bool TargetReady = [] {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  return true;
}();

} // namespace
