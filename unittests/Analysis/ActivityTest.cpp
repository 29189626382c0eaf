//===- ActivityTest.cpp - Who carries a derivative ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions about values, objects and instructions of small functions.
//===----------------------------------------------------------------------===//
#include "Support/Facts.h"

using namespace llvm;
using namespace fluxion;

namespace {

class ActivityTest : public FactsTest {};

TEST_F(ActivityTest, VariedAndUsefulIsActive) {
  ask(R"(
define double @f(double %x, double %k) {
  %a = fmul double %x, %k
  %b = fmul double %k, %k
  %useless = fadd double %x, 1.0
  %n = fptosi double %useless to i64
  %c = icmp eq i64 %n, 3
  call void @note(i1 %c)
  %r = fmul double %a, %b
  ret double %r
}
declare void @note(i1)
)",
      {Role::Active, Role::Constant});
  EXPECT_TRUE(active("%x"));
  EXPECT_TRUE(active("%a"));
  EXPECT_TRUE(active("%r"));
  EXPECT_FALSE(active("%k"));
  EXPECT_FALSE(active("%b"));
  EXPECT_FALSE(active("%useless"));
  EXPECT_EQ(Activity.why(value("%x")), "an active argument");
}

TEST_F(ActivityTest, ConstantResultMakesNothingUseful) {
  ask("define double @f(double %x) {\n  %r = fmul double %x, %x\n  ret double %r\n}", {Role::Active}, Role::Constant);
  EXPECT_FALSE(active("%r"));
}

TEST_F(ActivityTest, StoreDemandsShadowsOfAllObjects) {
  ask(R"(
define double @f(double %x, i1 %c, i64 %k) {
entry:
  %a = alloca [4 x double]
  %b = alloca [4 x double]
  br i1 %c, label %other, label %join
other:
  call void @note()
  br label %join
join:
  %p = phi ptr [ %a, %entry ], [ %b, %other ]
  %q = getelementptr double, ptr %p, i64 %k
  store double %x, ptr %q
  %v = load double, ptr %b
  ret double %v
}
declare void @note() memory(none)
)",
      {Role::Active, Role::Constant, Role::Constant});
  EXPECT_TRUE(shadowed("%a"));
  EXPECT_TRUE(shadowed("%b"));
  EXPECT_TRUE(shadowed("%p"));
  EXPECT_TRUE(active("%v"));
  EXPECT_FALSE(Activity.shadowMayBeNull(value("%p")));
}

TEST_F(ActivityTest, PointerToConstantMemoryMayHaveNoShadow) {
  ask(R"(
define double @f(ptr %p, ptr %k, i1 %c) {
  %q = select i1 %c, ptr %p, ptr %k
  call void @pause() ; without it each way would load for itself
  %v = load double, ptr %q
  ret double %v
}
declare void @pause() memory(none)
)",
      {Role::Duplicated, Role::Constant, Role::Constant});
  EXPECT_TRUE(shadowed("%q"));
  EXPECT_FALSE(shadowed("%k"));
  EXPECT_TRUE(Activity.shadowMayBeNull(value("%q")));
  EXPECT_TRUE(active("%v"));
}

TEST_F(ActivityTest, NullIsNoPointerWithoutShadow) {
  ask(R"(
define double @f(ptr %p, i1 %c) {
  %q = select i1 %c, ptr %p, ptr null
  %v = load double, ptr %q
  ret double %v
}
)",
      {Role::Duplicated, Role::Constant});
  EXPECT_FALSE(Activity.shadowMayBeNull(value("%p")));
}

TEST_F(ActivityTest, SwappedPointersKeepTheirShadows) {
  ask(R"(
define double @f(double %x, i64 %n) {
entry:
  %a = alloca double
  %b = alloca double
  store double 0.0, ptr %a
  store double 0.0, ptr %b
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = phi ptr [ %a, %entry ], [ %to, %loop ]
  %to = phi ptr [ %b, %entry ], [ %from, %loop ]
  %v = load double, ptr %from
  %w = fadd double %v, %x
  store double %w, ptr %to
  %next = add i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %r = load double, ptr %a
  ret double %r
}
)",
      {Role::Active, Role::Constant});
  for (StringRef Name : {"%a", "%b", "%from", "%to"})
    EXPECT_TRUE(shadowed(Name)) << Name.str();
  EXPECT_TRUE(active("%a.0.r"));
}

TEST_F(ActivityTest, StoreToConstantArgumentIsNoted) {
  ask("define void @f(double %x, ptr %p) {\n  store double %x, ptr %p\n  ret void\n}", {Role::Active, Role::Constant},
      Role::Constant);
  EXPECT_FALSE(shadowed("%p"));
  EXPECT_TRUE(Activity.lostStores().contains(value("%p")));
}

TEST_F(ActivityTest, LostStoreIsReportedOnlyWhenReadBack) {
  ask("define void @f(double %x, ptr %p) {\n  store double %x, ptr %p\n  ret void\n}", {Role::Active, Role::Constant},
      Role::Constant);
  auto NoCallee = [](const CallBase &) { return nullptr; };
  reportLostStores(*P, Activity, Types, Diags, NoCallee);
  EXPECT_EQ(Diags.errorCount(), 0u);
  ask(R"(
define double @f(double %x, ptr %p, i64 %k) {
  store double %x, ptr %p
  %q = getelementptr double, ptr %p, i64 %k
  %v = load double, ptr %q
  ret double %v
}
)",
      {Role::Active, Role::Constant, Role::Constant});
  reportLostStores(*P, Activity, Types, Diags, NoCallee);
  EXPECT_NE(Messages.find("[ActiveStoreToConstant]"), std::string::npos);
}

TEST_F(ActivityTest, OnlyWhatTouchesDerivativesMatters) {
  ask(R"(
define double @f(double %x, ptr %p, ptr %k) {
  store double 1.0, ptr %p
  store double 1.0, ptr %k
  %r = fmul double %x, %x
  ret double %r
}
)",
      {Role::Active, Role::Duplicated, Role::Constant});
  auto It = P->function().getEntryBlock().begin();
  EXPECT_TRUE(Activity.matters(*It++)) << "overwrites memory with a shadow";
  EXPECT_FALSE(Activity.matters(*It));
}

TEST_F(ActivityTest, CompareAndExchangeOnMemoryWithAShadowMatters) {
  ask(R"(
define void @f(ptr %p, i64 %k) {
  %pair = cmpxchg ptr %p, i64 0, i64 %k seq_cst seq_cst
  ret void
}
)",
      {Role::Duplicated, Role::Constant}, Role::Constant);
  EXPECT_TRUE(Activity.matters(*cast<Instruction>(value("%pair"))));
}

TEST_F(ActivityTest, LoadedPointersHaveShadowsInMemory) {
  ask(R"(
define double @f(ptr %rows) {
  %row = load ptr, ptr %rows
  %v = load double, ptr %row
  ret double %v
}
)",
      {Role::Duplicated});
  EXPECT_TRUE(shadowed("%row"));
  EXPECT_TRUE(active("%v"));
}

} // namespace
