//===- MemoryFactsTest.cpp - May this load be repeated? -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each test is one load, one thing that may or may not disturb it, and the answer.
//===----------------------------------------------------------------------===//
#include "Support/Facts.h"

using namespace llvm;
using namespace fluxion;

namespace {

class MemoryFactsTest : public FactsTest {
protected:
  /// %v is loaded from %p, then \p After happens (with %q at hand).
  void loadThen(const std::string &After, const std::string &Params = "ptr %p, ptr %q", bool Split = false,
                ArrayRef<unsigned> Unchanged = {}) {
    ask("define double @f(" + Params + ") {\nentry:\n  %v = load double, ptr %p\n" + After +
            "\n  ret double %v\n}\ndeclare void @free(ptr)\ndeclare void @unknown()\n"
            "declare void @reads(ptr readonly) memory(argmem: read)\n",
        {Role::Duplicated, Role::Duplicated}, Role::Active, Split, Unchanged);
  }
};

TEST_F(MemoryFactsTest, NothingWritten) {
  loadThen("");
  EXPECT_EQ(whyNotReload("%v"), "");
}

TEST_F(MemoryFactsTest, StoreThatMayAlias) {
  loadThen("store double 1.0, ptr %q");
  EXPECT_EQ(whyNotReload("%v"), "may be overwritten by the store in %entry");
}

TEST_F(MemoryFactsTest, StoreThatCannotAlias) {
  loadThen("store double 1.0, ptr %q", "ptr noalias %p, ptr %q");
  EXPECT_EQ(whyNotReload("%v"), "");
}

TEST_F(MemoryFactsTest, StoreToTheNeighbour) {
  loadThen("%n = getelementptr i8, ptr %p, i64 8\n  store double 1.0, ptr %n");
  EXPECT_EQ(whyNotReload("%v"), "");
}

TEST_F(MemoryFactsTest, UnknownCall) {
  loadThen("call void @unknown()");
  EXPECT_EQ(whyNotReload("%v"), "may be overwritten by the call of unknown");
}

TEST_F(MemoryFactsTest, CallThatOnlyReads) {
  loadThen("call void @reads(ptr %p)");
  EXPECT_EQ(whyNotReload("%v"), "");
}

TEST_F(MemoryFactsTest, FreedMemory) {
  loadThen("call void @free(ptr %p)");
  EXPECT_EQ(whyNotReload("%v"), "may be overwritten by the call of free");
}

TEST_F(MemoryFactsTest, SplitNeedsTheCallersWord) {
  loadThen("", "ptr %p, ptr %q", /*Split=*/true);
  EXPECT_EQ(whyNotReload("%v"), "its memory may be gone or changed when the adjoint runs");
  loadThen("", "ptr %p, ptr %q", /*Split=*/true, {0});
  EXPECT_EQ(whyNotReload("%v"), "");
}

const char *const Neighbours = R"(
define double @f(ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %behind = getelementptr i8, ptr %at, i64 8
  %v = load double, ptr %at
  store double 1.0, ptr %behind
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %v
}
)";

TEST_F(MemoryFactsTest, NextPassMayHitWhatThisOneMissed) {
  ask(Neighbours, {Role::Duplicated, Role::Constant});
  EXPECT_EQ(whyNotReload("%v"), "may be overwritten by the store in %loop");
}

TEST_F(MemoryFactsTest, CalleeMemoryUnchangedAfterTheCall) {
  ask(R"(
define void @f(ptr %p, ptr %q) {
entry:
  call void @g(ptr %p)
  call void @g(ptr %q)
  ret void
}
declare void @g(ptr) memory(argmem: readwrite)
)",
      {Role::Duplicated, Role::Duplicated}, Role::Constant);
  auto It = P->function().getEntryBlock().begin();
  auto *First = cast<CallBase>(&*It++), *Second = cast<CallBase>(&*It);
  EXPECT_FALSE(Memory.unchangedAfter(*First, value("%p"))) << "the second call may write to it";
  EXPECT_TRUE(Memory.unchangedAfter(*Second, value("%q")));
}

} // namespace
