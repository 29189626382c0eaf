//===- SignatureTest.cpp - Order of a derivative's parameters -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each test states a request and the type of its derivative.
//===----------------------------------------------------------------------===//
#include "Request/Signature.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace fluxion;

namespace {

class SignatureTest : public testing::Test {
protected:
  /// A request of a function with the parameters (double, ptr, i64).
  Request request(StringRef Result = "double") {
    std::string Text = ("define " + Result + " @f(double %x, ptr %p, i64 %n) { unreachable }\n").str();
    SMDiagnostic Error;
    M = parseAssemblyString(Text, Error, C);
    EXPECT_TRUE(M) << Error.getMessage().str();
    Request R;
    R.Primal = M->getFunction("f");
    R.Params = {Role::Active, Role::Duplicated, Role::Constant};
    R.Result = Role::Active;
    return R;
  }
  static std::string text(const Type *T) {
    std::string Text;
    raw_string_ostream(Text) << *T;
    return Text;
  }
  std::string typeOf(const Request &R) { return text(Signature::of(R).type(C)); }

  LLVMContext C;
  std::unique_ptr<Module> M;
};

} // namespace

TEST_F(SignatureTest, ForwardPutsEachTangentBehindItsValue) {
  EXPECT_EQ(typeOf(request()), "{ double, double } (double, double, ptr, ptr, i64)");
}

TEST_F(SignatureTest, ForwardWithTwoLanes) {
  Request R = request();
  R.Lanes = 2;
  EXPECT_EQ(typeOf(R), "{ double, double, double } (double, double, double, ptr, ptr, ptr, i64)");
}

TEST_F(SignatureTest, OneResultIsReturnedAsItself) {
  Request R = request();
  R.PrimalResult = false;
  EXPECT_EQ(typeOf(R), "double (double, double, ptr, ptr, i64)");
}

TEST_F(SignatureTest, ReverseTakesSeedsLastAndReturnsAdjoints) {
  Request R = request();
  R.Mode = ReverseMode{};
  EXPECT_EQ(typeOf(R), "{ double, double } (double, ptr, ptr, i64, double)");
  R.Lanes = 2;
  EXPECT_EQ(typeOf(R), "{ double, double, double } (double, ptr, ptr, ptr, i64, double, double)");
}

TEST_F(SignatureTest, ReverseOfPointerResultReturnsItsShadow) {
  Request R = request("ptr");
  R.Mode = ReverseMode{};
  R.Result = Role::Duplicated;
  EXPECT_EQ(typeOf(R), "{ ptr, ptr, double } (double, ptr, ptr, i64)");
}

TEST_F(SignatureTest, NothingToReturnIsVoid) {
  Request R = request("void");
  R.Mode = ReverseMode{};
  R.Result = Role::Constant;
  R.Params[0] = Role::Constant;
  EXPECT_EQ(typeOf(R), "void (double, ptr, ptr, i64)");
}

TEST_F(SignatureTest, SplitHandsTheTapeFromOneHalfToTheOther) {
  Request R = request();
  R.Mode = ReverseMode{/*Split=*/true};
  // The last two: the tape, and the list of shadows to release.
  EXPECT_EQ(typeOf(R), "double (double, ptr, ptr, i64, ptr, ptr)");
  EXPECT_EQ(text(Signature::ofAdjoint(R).type(C)), "double (double, ptr, ptr, i64, double, ptr)");
}

TEST_F(SignatureTest, EntriesAreFoundByWhatTheyAre) {
  Request R = request();
  R.Mode = ReverseMode{};
  R.Lanes = 2;
  Signature S = Signature::of(R);
  EXPECT_EQ(S.param(SignatureEntry::Primal, 0), 0);
  EXPECT_EQ(S.param(SignatureEntry::Shadow, 1, 1), 3);
  EXPECT_EQ(S.param(SignatureEntry::Shadow, 0), -1);
  EXPECT_EQ(S.param(SignatureEntry::Seed, -1, 1), 6);
  EXPECT_EQ(S.result(SignatureEntry::Primal, -1), 0);
  EXPECT_EQ(S.result(SignatureEntry::Adjoint, 0, 1), 2);
  EXPECT_EQ(S.result(SignatureEntry::Adjoint, 1), -1);
}

TEST_F(SignatureTest, ResultsAreBuiltAndExtractedAtTheirPositions) {
  Request R = request();
  Signature S = Signature::of(R);
  auto *Derivative = Function::Create(S.type(C), GlobalValue::InternalLinkage, "df", *M);
  IRBuilder<> B(BasicBlock::Create(C, "", Derivative));
  buildReturn(B, S, {Derivative->getArg(0), Derivative->getArg(1)});
  EXPECT_FALSE(verifyFunction(*Derivative, &errs()));

  auto *Caller = Function::Create(FunctionType::get(B.getDoubleTy(), {}, false), GlobalValue::InternalLinkage, "g", *M);
  B.SetInsertPoint(BasicBlock::Create(C, "", Caller));
  Value *Null = ConstantPointerNull::get(B.getPtrTy()), *One = ConstantFP::get(B.getDoubleTy(), 1.0);
  Value *Call = B.CreateCall(Derivative, {One, One, Null, Null, B.getInt64(0)});
  auto *Tangent = dyn_cast<ExtractValueInst>(extractResult(B, Call, S, S.result(SignatureEntry::Tangent, -1)));
  ASSERT_TRUE(Tangent);
  EXPECT_EQ(Tangent->getIndices()[0], 1u);
  B.CreateRet(Tangent);
}

TEST_F(SignatureTest, EqualTextMeansEqualRequest) {
  Request R = request();
  R.Mode = ReverseMode{};
  R.Unchanged.resize(3, true);
  EXPECT_EQ(R.text(), "reverse @f(active, duplicated, constant) -> active, 1 lane, with result, unchanged 0 1 2");
  Request Other = R;
  EXPECT_EQ(R.text(), Other.text());
  Other.Unchanged.reset(1);
  EXPECT_NE(R.text(), Other.text());
  Other = R;
  Other.Lanes = 2;
  EXPECT_NE(R.text(), Other.text());
  Other = R;
  Other.Known.resize(3);
  EXPECT_EQ(R.text(), Other.text()) << "knowing nothing is what an empty list says";
  Other.Known[1] = TypeTree(ConcreteType::Pointer);
  EXPECT_NE(R.text(), Other.text());
}

TEST_F(SignatureTest, CheckSaysWhatDoesNotFit) {
  auto Message = [](const Request &R) { return toString(checkRequest(R)); };
  EXPECT_EQ(Message(request()), "");

  Request R = request();
  R.Params.pop_back();
  EXPECT_EQ(Message(R), "'f' has 3 parameters, but 2 are described");
  R = request();
  R.Params[1] = Role::Active;
  EXPECT_EQ(Message(R), "parameter 2 of 'f' cannot be active: its type ptr holds a pointer, which needs a shadow");
  R = request();
  R.Params[0] = Role::Duplicated;
  EXPECT_EQ(Message(R), "parameter 1 of 'f' cannot be duplicated: its type double holds no pointer");
  R = request();
  R.Lanes = 0;
  EXPECT_EQ(Message(R), "a derivative of width zero was asked for");
  R = request("void");
  EXPECT_EQ(Message(R), "'f' returns nothing to differentiate");
  R = request("ptr");
  EXPECT_EQ(Message(R), "the result of 'f' cannot be active: its type ptr holds a pointer, which needs a shadow");
}
