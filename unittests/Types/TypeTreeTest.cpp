//===- TypeTreeTest.cpp - The lattice and its trees -------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Laws of the lattice on all small cases and on random trees, then the text format
// and each operation by example.
//===----------------------------------------------------------------------===//
#include "Types/TypeTree.h"
#include "llvm/IR/LLVMContext.h"
#include "gtest/gtest.h"
#include <array>
#include <chrono>
#include <random>

using namespace llvm;
using namespace fluxion;

namespace {

class TypeTreeTest : public ::testing::Test {
protected:
  LLVMContext C;
  const ConcreteType Unknown, Anything = ConcreteType::Anything, Int = ConcreteType::Integer,
                              Ptr = ConcreteType::Pointer, Conflict = ConcreteType::Conflict,
                              Double = ConcreteType::ofFloat(Type::getDoubleTy(C)),
                              Float = ConcreteType::ofFloat(Type::getFloatTy(C));
  const std::vector<ConcreteType> All = {Unknown, Anything, Int, Ptr, Double, Float, Conflict};

  static ConcreteType join(ConcreteType A, ConcreteType B) {
    A.merge(B);
    return A;
  }
  static TypeTree join(TypeTree A, const TypeTree &B) {
    A.merge(B);
    return A;
  }
  using Entries = std::vector<std::pair<TypeTree::Path, ConcreteType>>;
  static TypeTree tree(const Entries &E) {
    TypeTree T;
    for (const auto &[P, K] : E)
      T.insert(P, K);
    return T;
  }
};

TEST_F(TypeTreeTest, KindsFormALattice) {
  for (ConcreteType A : All) {
    EXPECT_EQ(join(A, A), A);
    EXPECT_EQ(join(A, Unknown), A);
    EXPECT_EQ(join(A, Conflict), Conflict);
    for (ConcreteType B : All) {
      EXPECT_EQ(join(A, B), join(B, A));
      EXPECT_EQ(join(join(A, B), A), join(A, B)) << "a join is above both sides";
      for (ConcreteType D : All)
        EXPECT_EQ(join(join(A, B), D), join(A, join(B, D)));
    }
  }
}

TEST_F(TypeTreeTest, MergeTellsWhetherItChanged) {
  for (ConcreteType A : All)
    for (ConcreteType B : All) {
      ConcreteType Before = A, After = A;
      bool Changed = After.merge(B);
      EXPECT_EQ(Changed, !(After == Before));
    }
}

TEST_F(TypeTreeTest, DifferentKindsConflict) {
  EXPECT_EQ(join(Int, Ptr), Conflict);
  EXPECT_EQ(join(Int, Double), Conflict);
  EXPECT_EQ(join(Float, Double), Conflict);
  EXPECT_EQ(join(Anything, Double), Double);
}

TEST_F(TypeTreeTest, AConflictRemembersItsOnlyFloat) {
  EXPECT_EQ(join(Int, Double).onlyFloatSeen(), Double.floatType());
  EXPECT_EQ(join(join(Ptr, Double), Int).onlyFloatSeen(), Double.floatType());
  EXPECT_EQ(join(join(Ptr, Double), Float).onlyFloatSeen(), nullptr);
  EXPECT_EQ(join(join(Ptr, Int), Float).onlyFloatSeen(), Float.floatType());
  EXPECT_EQ(join(Int, Double).floatType(), nullptr) << "a conflict is no float";
}

TEST_F(TypeTreeTest, MixedIsAboveAllThatItMayBe) {
  const ConcreteType Mixed = ConcreteType::mixedWith(Double.floatType());
  for (ConcreteType K : {Unknown, Anything, Int, Ptr, Double, join(Int, Ptr), join(Ptr, Double), Mixed}) {
    EXPECT_EQ(join(K, Mixed), Mixed) << K.text();
    EXPECT_EQ(join(Mixed, K), Mixed) << K.text();
  }
  EXPECT_EQ(join(Mixed, Float).text(), "Mixed");
  EXPECT_EQ(join(Float, Mixed).text(), "Mixed");
  EXPECT_TRUE(Mixed.mayBeFloat());
  EXPECT_EQ(tree({{{0}, Mixed}}).at({4}), Unknown) << "told at its first byte";
}

TEST_F(TypeTreeTest, MergingTreesFormsALattice) {
  std::mt19937 Random(7);
  auto RandomTree = [&] {
    TypeTree T;
    for (unsigned I = 0, E = Random() % 5; I != E; ++I) {
      TypeTree::Path P;
      for (unsigned D = 0, Depth = 1 + Random() % 3; D != Depth; ++D)
        P.push_back(std::array<int64_t, 3>{-1, 0, 16}[Random() % 3]);
      T.insert(P, All[Random() % All.size()]);
    }
    return T;
  };
  for (unsigned Round = 0; Round != 3000; ++Round) {
    TypeTree A = RandomTree(), B = RandomTree(), D = RandomTree();
    EXPECT_EQ(join(A, B), join(B, A)) << A.text() << " " << B.text();
    EXPECT_EQ(join(join(A, B), D), join(A, join(B, D))) << A.text() << B.text() << D.text();
    EXPECT_EQ(join(A, A), A);
    TypeTree Joined = join(A, B);
    EXPECT_EQ(join(Joined, B), Joined) << "a join is above both sides";
    for (const auto &[P, K] : A.entries()) // monotone: nothing is ever forgotten
      EXPECT_EQ(join(Joined.at(P), A.at(P)), Joined.at(P)) << A.text() << B.text();
  }
}

TEST_F(TypeTreeTest, Text) {
  EXPECT_EQ(TypeTree().text(), "{}");
  EXPECT_EQ(TypeTree(Int).text(), "{[-1]:Integer}");
  EXPECT_EQ(tree({{{-1}, Ptr}, {{-1, 0}, Double}}).text(), "{[-1]:Pointer, [-1,0]:Float@double}");
  EXPECT_EQ(tree({{{-1, 8}, Int}, {{-1}, Ptr}, {{-1, -1}, Anything}, {{-1, 0}, Float}}).text(),
            "{[-1]:Pointer, [-1,-1]:Anything, [-1,0]:Float@float, [-1,8]:Integer}");
  EXPECT_EQ(tree({{{0}, ConcreteType::ofFloat(Type::getX86_FP80Ty(C))}}).text(), "{[0]:Float@x86_fp80}");
}

TEST_F(TypeTreeTest, AtLooksThroughEveryOffset) {
  TypeTree T = tree({{{-1}, Ptr}, {{-1, -1}, Double}});
  EXPECT_EQ(T.at({-1}), Ptr);
  EXPECT_EQ(T.at({0}), Ptr);
  EXPECT_EQ(T.at({-1, 16}), Double);
  EXPECT_EQ(T.at({0, 16}), Double);
  EXPECT_EQ(T.at({0, 16, 0}), Unknown);
}

TEST_F(TypeTreeTest, OverlappingFloatsConflict) {
  TypeTree T = tree({{{0}, Double}, {{4}, Int}, {{8}, Double}, {{16}, Float}, {{18}, Float}});
  EXPECT_EQ(T.at({0}), Conflict);
  EXPECT_EQ(T.at({4}), Conflict);
  EXPECT_EQ(T.at({8}), Double);
  EXPECT_EQ(T.at({16}), Conflict);
  EXPECT_EQ(T.at({12}), Unknown) << "the inside of a double";
}

TEST_F(TypeTreeTest, WiderEntriesSubsumeNarrowerOnes) {
  TypeTree T = tree({{{0}, Double}, {{8}, Double}});
  EXPECT_TRUE(T.insert({-1}, Double));
  EXPECT_EQ(T.text(), "{[-1]:Float@double}");
  EXPECT_FALSE(T.insert({16}, Double));
  EXPECT_TRUE(T.insert({16}, Int));
  EXPECT_EQ(T.text(), "{[-1]:Float@double, [16]:Numbers}");
}

TEST_F(TypeTreeTest, DeepAndFarPathsAreDropped) {
  TypeTree T;
  EXPECT_FALSE(T.insert(TypeTree::Path(TypeTree::MaxDepth + 1, 0), Int));
  EXPECT_FALSE(T.insert({TypeTree::MaxOffset + 1}, Int));
  EXPECT_FALSE(T.insert({0}, Unknown));
  EXPECT_TRUE(T.empty());
}

TEST_F(TypeTreeTest, OnlyAndData0AreInverse) {
  TypeTree T = tree({{{-1}, Ptr}, {{-1, 0}, Double}});
  EXPECT_EQ(T.only(-1).text(), "{[-1,-1]:Pointer, [-1,-1,0]:Float@double}");
  EXPECT_EQ(T.only(8).text(), "{[8,-1]:Pointer, [8,-1,0]:Float@double}");
  EXPECT_EQ(T.only(-1).data0(), T);
  EXPECT_EQ(T.only(0).data0(), T);
  EXPECT_TRUE(T.only(8).data0().empty());
  EXPECT_EQ(T.data0().text(), "{[0]:Float@double}");
}

TEST_F(TypeTreeTest, ShiftMovesAWindow) {
  TypeTree T = tree({{{0}, Double}, {{8}, Ptr}, {{8, 0}, Float}, {{16}, Int}});
  EXPECT_EQ(T.shift(0, -1, 0), T);
  EXPECT_EQ(T.shift(8, 8, 0).text(), "{[0]:Pointer, [0,0]:Float@float}");
  EXPECT_EQ(T.shift(0, 16, 32).text(), "{[32]:Float@double, [40]:Pointer, [40,0]:Float@float}");
  EXPECT_EQ(T.shift(0, 12, 0).text(), "{[0]:Float@double}") << "half a pointer is none";
  EXPECT_EQ(T.shift(8, -1, 0).text(), "{[0]:Pointer, [0,0]:Float@float, [8]:Integer}");
}

TEST_F(TypeTreeTest, ShiftWritesPatternsOut) {
  TypeTree T(Double);
  EXPECT_EQ(T.shift(0, -1, 0).text(), "{[-1]:Float@double}");
  EXPECT_EQ(T.shift(0, 24, 8).text(), "{[8]:Float@double, [16]:Float@double, [24]:Float@double}");
  EXPECT_EQ(T.shift(4, 16, 0).text(), "{[4]:Float@double}");
  EXPECT_EQ(TypeTree(Int).shift(0, 2, 4).text(), "{[4]:Integer, [5]:Integer}");
}

TEST_F(TypeTreeTest, LargeTreesAreBuiltInNoTime) {
  auto Start = std::chrono::steady_clock::now();
  TypeTree T;
  for (int64_t Record = 0; Record != 500; ++Record)
    for (int64_t Field = 0; Field != 200; ++Field)
      T.insert({Record, Field}, Int);
  std::chrono::duration<double> Seconds = std::chrono::steady_clock::now() - Start;
  EXPECT_EQ(T.entries().size(), 100000u);
  EXPECT_LT(Seconds.count(), 10);
  T.insert({7, -1}, Int);
  EXPECT_EQ(T.entries().size(), 100000u - 200 + 1) << "the same is said of all fields of one record";
  EXPECT_EQ(T.at({6, 3}), Int);
}

} // namespace
