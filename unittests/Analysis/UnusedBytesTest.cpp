//===- UnusedBytesTest.cpp - Padding is known when all code was read ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each test copies a local record, of which some bytes are never accessed, and asks what
// the copy moves. "unknown" is right wherever somebody else might access them.
//===----------------------------------------------------------------------===//
#include "Support/InferredTypes.h"

using namespace llvm;
using namespace fluxion;

namespace {

class UnusedBytesTest : public InferredTypes {
protected:
  /// A double, an i8 and seven bytes that nobody touches, copied from %a to %b; then \p More.
  void inferCopy(const std::string &More, const std::string &Elsewhere = "") {
    infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" + Elsewhere +
          "define double @f(double %x, ptr %out, i64 %n) {\n"
          "  %a = alloca [16 x i8], align 8\n"
          "  %b = alloca [16 x i8], align 8\n"
          "  store double %x, ptr %a\n"
          "  %flag = getelementptr i8, ptr %a, i64 8\n"
          "  store i8 1, ptr %flag\n"
          "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)\n" +
          More +
          "  %y = load double, ptr %b\n"
          "  ret double %y\n"
          "}\n");
  }
  const char *Padded = "16: 0 Float@double 8 Integer";
};

TEST_F(UnusedBytesTest, OfALocalRecord) {
  inferCopy("");
  EXPECT_EQ(contents("a", 16), Padded);
  EXPECT_EQ(contents("b", 16), Padded);
}

TEST_F(UnusedBytesTest, NotWhereAFloatIsReadFromTheCopy) {
  inferCopy("%p = getelementptr i8, ptr %b, i64 12\n"
            "%z = load float, ptr %p\n");
  EXPECT_EQ(contents("a", 16), "16: 0 Float@double 8 Integer 12 Float@float");
}

TEST_F(UnusedBytesTest, NotWhereAVariableIndexMayMeetThem) {
  inferCopy("%p = getelementptr double, ptr %b, i64 %n\n"
            "%z = load double, ptr %p\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereAnUnalignedAccessMayBeAnywhere) {
  inferCopy("%p = getelementptr i8, ptr %b, i64 %n\n"
            "%z = load double, ptr %p, align 1\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotOfMemoryThatTheCallerSees) {
  inferCopy("call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %a, i64 16, i1 false)\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereThePointerIsReturnedThroughMemory) {
  inferCopy("store ptr %a, ptr %out\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereUnknownCodeGetsThePointer) {
  inferCopy("call void @use(ptr %a)\n", "declare void @use(ptr)\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereUnknownCodeGetsAPointerToThePointer) {
  inferCopy("%box = alloca ptr\n"
            "store ptr %b, ptr %box\n"
            "call void @use(ptr %box)\n",
            "declare void @use(ptr)\n");
  EXPECT_EQ(contents("b", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotBehindAGlobal) {
  inferCopy("store ptr %a, ptr @keep\n", "@keep = internal global ptr null\n");
  EXPECT_EQ(contents("a", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereAnAddressTravelsAsAFloat) {
  inferCopy("%bits = ptrtoint ptr %b to i64\n"
            "%d = bitcast i64 %bits to double\n"
            "store double %d, ptr %out\n");
  EXPECT_EQ(contents("b", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereAnAddressIsTagged) {
  inferCopy("%bits = ptrtoint ptr %b to i64\n"
            "%tagged = or i64 %bits, 1\n"
            "%q = inttoptr i64 %tagged to ptr\n"
            "%p = getelementptr i8, ptr %q, i64 11\n"
            "%z = load float, ptr %p\n");
  EXPECT_EQ(contents("b", 16), "unknown");
}

TEST_F(UnusedBytesTest, NotWhereAddressesAreCombinedAsIntegers) {
  inferCopy("%p = ptrtoint ptr %out to i64\n"
            "%q = ptrtoint ptr %b to i64\n"
            "%difference = sub i64 %q, %p\n"
            "%sum = add i64 %p, %difference\n"
            "%r = inttoptr i64 %sum to ptr\n"
            "%s = getelementptr i8, ptr %r, i64 12\n"
            "%z = load float, ptr %s\n");
  EXPECT_EQ(contents("b", 16), "unknown");
}

TEST_F(UnusedBytesTest, LengthsAreOnlyNumbers) {
  inferCopy("%p = ptrtoint ptr %a to i64\n"
            "%e = getelementptr i8, ptr %a, i64 16\n"
            "%q = ptrtoint ptr %e to i64\n"
            "%length = sub i64 %q, %p\n"
            "store i64 %length, ptr %out\n");
  EXPECT_EQ(contents("a", 16), Padded);
}

TEST_F(UnusedBytesTest, ThroughACalleeThatOnlyCopies) {
  inferCopy("%c = alloca [16 x i8], align 8\n"
            "call void @move(ptr %c, ptr %b)\n",
            "define internal void @move(ptr %to, ptr %from) {\n"
            "  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)\n"
            "  ret void\n"
            "}\n");
  EXPECT_EQ(contents("c", 16), Padded);
  EXPECT_EQ(tree("c"), "{[-1]:Pointer, [-1,0]:Float@double, [-1,8]:Integer, [-1,9]:Integer, [-1,10]:Integer, "
                       "[-1,11]:Integer, [-1,12]:Integer, [-1,13]:Integer, [-1,14]:Integer, [-1,15]:Integer}")
      << "a callee is told by this";
}

TEST_F(UnusedBytesTest, NotWhereACalleeReadsThem) {
  inferCopy("%z = call float @read(ptr %b)\n", "define internal float @read(ptr %p) {\n"
                                               "  %q = getelementptr i8, ptr %p, i64 12\n"
                                               "  %z = load float, ptr %q\n"
                                               "  ret float %z\n"
                                               "}\n");
  EXPECT_EQ(contents("a", 16), "16: 0 Float@double 8 Integer 12 Float@float");
}

// What a callee does through a pointer that it found is recorded for the first element only.
TEST_F(UnusedBytesTest, NotWhereACalleeReadsAnElementFoundInMemory) {
  infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define internal double @read(ptr %box) {\n"
        "  %p = load ptr, ptr %box\n"
        "  %z = load double, ptr %p\n"
        "  ret double %z\n"
        "}\n"
        "define double @f(i64 %n) {\n"
        "  %a = alloca [64 x i8], align 8\n"
        "  %b = alloca [64 x i8], align 8\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 64, i1 false)\n"
        "  %element = getelementptr [16 x i8], ptr %a, i64 %n\n"
        "  %box = alloca ptr\n"
        "  store ptr %element, ptr %box\n"
        "  %z = call double @read(ptr %box)\n"
        "  ret double %z\n"
        "}\n");
  EXPECT_EQ(contents("b", 64), "unknown");
}

TEST_F(UnusedBytesTest, WordsThatAreOnlyCarried) {
  inferCopy("%from = getelementptr i8, ptr %b, i64 8\n"
            "%word = load i64, ptr %from\n"
            "%c = alloca [8 x i8], align 8\n"
            "store i64 %word, ptr %c\n");
  EXPECT_TRUE(nonFloat("word"));
  EXPECT_EQ(contents("c", 8), "1: 0 Integer");
}

TEST_F(UnusedBytesTest, CopiesOfUnknownLengthAreJudgedAtEqualDistances) {
  infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define double @f(double %x, i64 %n) {\n"
        "  %a = alloca [16 x i8], align 8\n"
        "  %b = alloca [16 x i8], align 8\n"
        "  %c = alloca [16 x i8], align 8\n"
        "  store double %x, ptr %a\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %b, i64 16, i1 false)\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("c", 16), "16: 0 Float@double 8 Integer");
}

// A panic formats its message with code that knows every type; no derivative ever comes from there.
TEST_F(UnusedBytesTest, WaysThatDoNotReturnSayNothing) {
  inferCopy("%bad = icmp eq i64 %n, 0\n"
            "br i1 %bad, label %panic, label %good\n"
            "panic:\n"
            "%p = getelementptr i8, ptr %b, i64 12\n"
            "%z = load float, ptr %p\n"
            "call void @abort()\n"
            "unreachable\n"
            "good:\n",
            "declare void @abort()\n");
  EXPECT_EQ(contents("b", 16), Padded);
}

TEST_F(UnusedBytesTest, TheResultIsToldByTheCaller) {
  TypeTree Doubles;
  Doubles.insert({-1}, ConcreteType(ConcreteType::Pointer));
  Doubles.insert({-1, -1}, doubleType());
  infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "declare ptr @malloc(i64)\n"
        "define ptr @f(ptr %from, i64 %n) {\n"
        "  %new = call ptr @malloc(i64 %n)\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %new, ptr %from, i64 %n, i1 false)\n"
        "  ret ptr %new\n"
        "}\n",
        {TypeTree(), TypeTree(), Doubles});
  EXPECT_EQ(contents("new", std::nullopt), "8: 0 Float@double");
  EXPECT_EQ(contents("from", std::nullopt), "8: 0 Float@double");
}

//===-- Bits that may be pointers -------------------------------------------===//

// A loop swaps records by words, each word at a variable index.
TEST_F(UnusedBytesTest, WordsOfARecordWithPointersAreNoFloats) {
  infer("define i64 @f(ptr %p, i64 %n) {\n"
        "  %a = alloca [16 x i8], align 8\n"
        "  %b = alloca [16 x i8], align 8\n"
        "  store ptr %p, ptr %a\n"
        "  %length = getelementptr i8, ptr %a, i64 8\n"
        "  store i64 7, ptr %length\n"
        "  %from = getelementptr i64, ptr %a, i64 %n\n"
        "  %to = getelementptr i64, ptr %b, i64 %n\n"
        "  %word = load i64, ptr %from\n"
        "  store i64 %word, ptr %to\n"
        "  ret i64 0\n"
        "}\n");
  EXPECT_TRUE(nonFloat("word"));
  EXPECT_FALSE(pointer("word"));
  EXPECT_TRUE(maybePointer("word")) << "its shadow is moved along";
  EXPECT_EQ(derivative("word"), "none");
}

TEST_F(UnusedBytesTest, WordsOfARecordWithAFloatStayUnknown) {
  infer("define i64 @f(ptr %p, i64 %n, double %x) {\n"
        "  %a = alloca [16 x i8], align 8\n"
        "  %b = alloca [16 x i8], align 8\n"
        "  store ptr %p, ptr %a\n"
        "  %number = getelementptr i8, ptr %a, i64 8\n"
        "  store double %x, ptr %number\n"
        "  %from = getelementptr i64, ptr %a, i64 %n\n"
        "  %to = getelementptr i64, ptr %b, i64 %n\n"
        "  %word = load i64, ptr %from\n"
        "  store i64 %word, ptr %to\n"
        "  ret i64 0\n"
        "}\n");
  EXPECT_FALSE(nonFloat("word"));
  EXPECT_FALSE(maybePointer("word"));
}

TEST_F(UnusedBytesTest, PointerOrIntegerIsNoFloat) {
  infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define void @f(ptr %p, i64 %n, i1 %c) {\n"
        "  %a = alloca [8 x i8], align 8\n"
        "  %b = alloca [8 x i8], align 8\n"
        "  %n1 = mul i64 %n, 3\n"
        "  br i1 %c, label %one, label %other\n"
        "one:\n"
        "  store ptr %p, ptr %a\n"
        "  br label %done\n"
        "other:\n"
        "  store i64 %n1, ptr %a\n"
        "  br label %done\n"
        "done:\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)\n"
        "  ret void\n"
        "}\n");
  EXPECT_NE(contents("b", 8), "unknown");
}

// An enum of a float and a pointer: what a copy of it means is only known when it runs.
TEST_F(UnusedBytesTest, PointerOrFloatIsMixed) {
  infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "define void @f(ptr %p, double %x, i1 %c) {\n"
        "  %a = alloca [8 x i8], align 8\n"
        "  %b = alloca [8 x i8], align 8\n"
        "  br i1 %c, label %one, label %other\n"
        "one:\n"
        "  store ptr %p, ptr %a\n"
        "  br label %done\n"
        "other:\n"
        "  store double %x, ptr %a\n"
        "  br label %done\n"
        "done:\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("b", 8), "8: 0 Mixed@double");
}

//===-- Numbers that stand in for pointers ----------------------------------===//

// An empty vector points to the number that is its alignment, and keeps its capacity beside it;
// an error keeps sizes where the other has both.
TEST_F(UnusedBytesTest, AnAlignmentIsNoAddress) {
  infer("define internal void @new(ptr %v, i64 %size, i64 %align) {\n"
        "  %left = sub i64 4096, %align\n"
        "  %fits = icmp ule i64 %size, %left\n"
        "  br i1 %fits, label %good, label %bad\n"
        "good:\n"
        "  %dangling = inttoptr i64 %align to ptr\n"
        "  store ptr %dangling, ptr %v\n"
        "  ret void\n"
        "bad:\n"
        "  %q = getelementptr i8, ptr %v, i64 8\n"
        "  store i64 %align, ptr %q\n"
        "  ret void\n"
        "}\n"
        "define i64 @f(i64 %n) {\n"
        "  %v = alloca [16 x i8], align 8\n"
        "  %capacity = getelementptr i8, ptr %v, i64 8\n"
        "  store i64 %n, ptr %capacity\n"
        "  call void @new(ptr %v, i64 %n, i64 8)\n"
        "  %c = load i64, ptr %capacity\n"
        "  %twice = mul i64 %c, 2\n"
        "  ret i64 %twice\n"
        "}\n");
  EXPECT_TRUE(nonFloat("c"));
  EXPECT_FALSE(pointer("c"));
}

TEST_F(UnusedBytesTest, AnAddressInAnIntegerIsOne) {
  infer("define double @f(ptr %box) {\n"
        "  %bits = load i64, ptr %box\n"
        "  %p = inttoptr i64 %bits to ptr\n"
        "  %x = load double, ptr %p\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_TRUE(pointer("bits"));
}

TEST_F(UnusedBytesTest, AnAddressOfUnknownOriginStaysOneWhenItIsCalculatedWith) {
  infer("define double @f(ptr %box) {\n"
        "  %bits = load i64, ptr %box\n"
        "  %other = mul i64 %bits, 3\n"
        "  store i64 %other, ptr %box\n"
        "  %p = inttoptr i64 %bits to ptr\n"
        "  %x = load double, ptr %p\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_TRUE(pointer("bits"));
}

//===-- Variants laid over each other ---------------------------------------===//

TEST_F(UnusedBytesTest, APhiOfFloatBitsAndAnAddressIsAFloat) {
  infer("define double @f(ptr %p, i1 %c) {\n"
        "  %address = ptrtoint ptr %p to i64\n"
        "  br i1 %c, label %good, label %done\n"
        "good:\n"
        "  %x = load double, ptr %p\n"
        "  %bits = bitcast double %x to i64\n"
        "  br label %done\n"
        "done:\n"
        "  %both = phi i64 [ %bits, %good ], [ %address, %0 ]\n"
        "  %y = bitcast i64 %both to double\n"
        "  ret double %y\n"
        "}\n");
  EXPECT_EQ(derivative("both"), "double");
  EXPECT_EQ(derivative("bits"), "double");
  EXPECT_TRUE(pointer("address"));
}

// Activity/LostBits says what that means to a derivative.
TEST_F(UnusedBytesTest, BitsOfAFloatThatWereCalculatedWithAreANumberThatMeetsFloats) {
  infer("define double @f(double %x, i1 %c) {\n"
        "  %bits = bitcast double %x to i64\n"
        "  %half = sub i64 %bits, 4503599627370496\n"
        "  %either = select i1 %c, i64 %half, i64 %bits\n"
        "  %y = bitcast i64 %either to double\n"
        "  ret double %y\n"
        "}\n");
  EXPECT_TRUE(nonFloat("half"));
  EXPECT_TRUE(Types.meetsMixed(value("half")));
  EXPECT_TRUE(Types.isMixed(value("bits")));
}

/// A union of eight bytes, where \p Accesses happen, is copied to another.
class MixedBytesTest : public InferredTypes {
protected:
  void inferUnion(const std::string &Accesses, const std::string &Elsewhere = "") {
    infer("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" + Elsewhere +
          "define double @f(double %x, ptr %out, i64 %n) {\n"
          "  %a = alloca [8 x i8], align 8\n"
          "  %b = alloca [8 x i8], align 8\n"
          "  store double %x, ptr %a\n" +
          Accesses +
          "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 8, i1 false)\n"
          "  %y = load double, ptr %b\n"
          "  ret double %y\n"
          "}\n");
  }
  const char *Mixed = "8: 0 Mixed@double";
};

TEST_F(MixedBytesTest, FloatThenPointer) {
  inferUnion("store ptr %out, ptr %a\n");
  EXPECT_EQ(contents("a", 8), Mixed);
  EXPECT_EQ(contents("b", 8), Mixed);
}

TEST_F(MixedBytesTest, FloatThenInteger) {
  inferUnion("%m = add i64 %n, 5\nstore i64 %m, ptr %a\n");
  EXPECT_EQ(contents("a", 8), Mixed);
}

TEST_F(MixedBytesTest, FloatThenHalfAnInteger) {
  inferUnion("%t = trunc i64 %n to i32\n%m = add i32 %t, 5\nstore i32 %m, ptr %a\n");
  EXPECT_EQ(contents("a", 8), Mixed);
}

TEST_F(MixedBytesTest, FloatThenAnIntegerThatWasMultiplied) {
  inferUnion("%m = mul i64 %n, 5\nstore i64 %m, ptr %a\n");
  EXPECT_EQ(contents("a", 8), Mixed);
}

TEST_F(MixedBytesTest, NotWhereFloatsDisagree) {
  inferUnion("store ptr %out, ptr %a\nstore float 2.0, ptr %a\n");
  EXPECT_EQ(contents("a", 8), "unknown");
}

TEST_F(MixedBytesTest, NotOfMemoryThatTheCallerSees) {
  inferUnion("store ptr %b, ptr %a\n"
             "call void @llvm.memcpy.p0.p0.i64(ptr %out, ptr %a, i64 8, i1 false)\n");
  EXPECT_EQ(contents("a", 8), "unknown");
}

TEST_F(MixedBytesTest, NotWhereUnknownCodeGetsThePointer) {
  inferUnion("store ptr %out, ptr %a\ncall void @use(ptr %b)\n", "declare void @use(ptr)\n");
  EXPECT_EQ(contents("a", 8), "unknown");
}

TEST_F(MixedBytesTest, AnAddressIsFollowedThroughAUnion) {
  inferUnion("%c = alloca [8 x i8], align 8\n"
             "store ptr %c, ptr %a\n"
             "%bits = load i64, ptr %b\n"
             "store i64 %bits, ptr %out\n"); // lets %c out
  EXPECT_EQ(contents("a", 8), "unknown");
}

TEST_F(MixedBytesTest, ElementsOfAnArrayAreJudgedTogether) {
  infer("define double @f(double %x, ptr %out, i64 %n, i64 %m) {\n"
        "  %a = alloca [4 x double], align 8\n"
        "  %p = getelementptr double, ptr %a, i64 %n\n"
        "  store double %x, ptr %p\n"
        "  %q = getelementptr i64, ptr %a, i64 %m\n"
        "  store ptr %out, ptr %q\n"
        "  %first = getelementptr i8, ptr %a, i64 8\n"
        "  store ptr %out, ptr %first\n"
        "  %y = load double, ptr %p\n"
        "  ret double %y\n"
        "}\n");
  EXPECT_EQ(contents("first", 8), Mixed) << "only a pointer was stored here, but others may be the same place";
}

} // namespace
