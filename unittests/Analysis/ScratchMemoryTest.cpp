//===- ScratchMemoryTest.cpp - Is a buffer filled before it is read? ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop of rows fills a block in one loop and reads it in another; each test is one way to do so.
//===----------------------------------------------------------------------===//
#include "Analysis/ScratchMemory.h"
#include "Support/Facts.h"

using namespace llvm;
using namespace fluxion;

namespace {

class ScratchMemoryTest : public FactsTest {
protected:
  /// Entries \p To are written and \p From read, as expressions over %j, which goes from \p Start to \p End - 1.
  void rows(const std::string &To, const std::string &From, const std::string &Start = "0",
            const std::string &End = "%m", const std::string &Between = "") {
    ask("declare ptr @malloc(i64)\ndeclare void @free(ptr)\ndeclare void @unknown(ptr)\n"
        "define double @f(double %x, i64 %n, i64 %m) {\nentry:\n"
        "  %y = call ptr @malloc(i64 800)\n  br label %row\n"
        "row:\n  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]\n"
        "  %sum0 = phi double [ 0.0, %entry ], [ %more, %row.end ]\n  br label %fill\n"
        "fill:\n  %k = phi i64 [ 0, %row ], [ %k.next, %fill ]\n  %k.next = add nuw nsw i64 %k, 1\n"
        "  %to = " +
            To +
            "\n  %q = getelementptr inbounds double, ptr %y, i64 %to\n  store double %x, ptr %q\n"
            "  %filled = icmp eq i64 %k.next, %m\n  br i1 %filled, label %between, label %fill\n"
            "between:\n" +
            Between +
            "  br label %use\n"
            "use:\n  %j = phi i64 [ " +
            Start +
            ", %between ], [ %j.next, %use ]\n"
            "  %sum = phi double [ %sum0, %between ], [ %more, %use ]\n  %j.next = add nuw nsw i64 %j, 1\n"
            "  %from = " +
            From +
            "\n  %r = getelementptr inbounds double, ptr %y, i64 %from\n  %v = load double, ptr %r\n"
            "  %more = fadd double %sum, %v\n  %used = icmp eq i64 %j.next, " +
            End +
            "\n  br i1 %used, label %row.end, label %use\n"
            "row.end:\n  %i.next = add nuw nsw i64 %i, 1\n  %done = icmp eq i64 %i.next, %n\n"
            "  br i1 %done, label %exit, label %row\n"
            "exit:\n  call void @free(ptr %y)\n  ret double %more\n}\n",
        {Role::Active, Role::Constant, Role::Constant});
  }
  bool isFilled() {
    auto *Load = cast<LoadInst>(value("%v"));
    const Loop *Row = P->loops().getLoopFor(Load->getParent())->getParentLoop();
    return ScratchMemory(*P).isFilledBefore(*Load, *Row);
  }
};

TEST_F(ScratchMemoryTest, TheSameEntries) {
  rows("add i64 %k, 0", "add i64 %j, 0");
  EXPECT_TRUE(isFilled());
}

TEST_F(ScratchMemoryTest, FromTheSecondEntry) {
  rows("add i64 %k, 0", "add i64 %j, 0", "1");
  EXPECT_TRUE(isFilled());
}

TEST_F(ScratchMemoryTest, Backwards) {
  rows("add i64 %k, 0", "sub i64 %m, %j.next");
  EXPECT_TRUE(isFilled());
}

TEST_F(ScratchMemoryTest, FirstEntryIsOld) {
  rows("add i64 %k, 1", "add i64 %j, 0");
  EXPECT_FALSE(isFilled());
}

TEST_F(ScratchMemoryTest, LastEntryIsOld) {
  rows("add i64 %k, 0", "add i64 %j, 1");
  EXPECT_FALSE(isFilled());
}

TEST_F(ScratchMemoryTest, MoreEntriesAreRead) {
  rows("add i64 %k, 0", "add i64 %j, 0", "0", "%n");
  EXPECT_FALSE(isFilled());
}

TEST_F(ScratchMemoryTest, EveryOtherEntryIsOld) {
  rows("shl i64 %k, 1", "add i64 %j, 0");
  EXPECT_FALSE(isFilled());
}

TEST_F(ScratchMemoryTest, EntriesThatNobodyKnows) {
  rows("xor i64 %k, 1", "add i64 %j, 0");
  EXPECT_FALSE(isFilled());
  rows("add i64 %k, 0", "xor i64 %j, 1");
  EXPECT_FALSE(isFilled());
}

TEST_F(ScratchMemoryTest, AddressThatEscapes) {
  rows("add i64 %k, 0", "add i64 %j, 0", "0", "%m", "  call void @unknown(ptr %y)\n");
  EXPECT_FALSE(isFilled());
}

} // namespace
