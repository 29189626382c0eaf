//===- TypeInferenceTest.cpp - Questions about types and their answers --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few lines of IR each, then questions: what does the value hold, what is in the
// memory? Evidence of every kind, and for each the case in which it must not speak.
//===----------------------------------------------------------------------===//
#include "Support/InferredTypes.h"
#include <chrono>

using namespace llvm;
using namespace fluxion;

namespace {

using TypeInferenceTest = InferredTypes;

//===-- Values --------------------------------------------------------------===//

TEST_F(TypeInferenceTest, UnknownStaysUnknown) {
  infer("define i64 @f(i64 %x, ptr %p, ptr %q) {\n"
        "  %y = load i64, ptr %p\n"
        "  store i64 %y, ptr %q\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)\n"
        "  ret i64 %x\n"
        "}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  for (StringRef V : {"x", "y"}) {
    EXPECT_FALSE(nonFloat(V));
    EXPECT_FALSE(pointer(V));
    EXPECT_EQ(derivative(V), "none");
  }
  EXPECT_EQ(contents("p", 8), "unknown");
  EXPECT_EQ(contents("p", std::nullopt), "unknown");
  EXPECT_EQ(tree("p"), "{[-1]:Pointer}");
}

TEST_F(TypeInferenceTest, FloatBitsInIntegers) {
  infer("define void @f(double %d, ptr %p, i64 %back) {\n"
        "  %bits = bitcast double %d to i64\n"
        "  %again = freeze i64 %bits\n"
        "  %x = bitcast i64 %back to double\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(derivative("bits"), "double");
  EXPECT_EQ(derivative("again"), "double");
  EXPECT_EQ(derivative("back"), "double");
  EXPECT_EQ(tree("back"), "{[-1]:Float@double}");
  EXPECT_FALSE(nonFloat("bits"));
}

TEST_F(TypeInferenceTest, InspectionLeavesFloatBits) {
  infer("define i1 @f(double %d) {\n"
        "  %bits = bitcast double %d to i64\n"
        "  %sign = icmp slt i64 %bits, 0\n"
        "  %exp = lshr i64 %bits, 52\n"
        "  %e = trunc i64 %exp to i32\n"
        "  %big = icmp ugt i32 %e, 1000\n"
        "  %r = or i1 %sign, %big\n"
        "  ret i1 %r\n"
        "}\n");
  EXPECT_EQ(derivative("bits"), "double");
  EXPECT_TRUE(nonFloat("sign"));
  EXPECT_TRUE(nonFloat("exp"));
  EXPECT_TRUE(nonFloat("e"));
}

TEST_F(TypeInferenceTest, ArithmeticOnFloatBitsMakesANumberThatMeetsFloats) {
  infer("define float @f(float %x) {\n"
        "  %bits = bitcast float %x to i32\n"
        "  %half = lshr i32 %bits, 1\n"
        "  %y = sub i32 1597463007, %half\n"
        "  %r = bitcast i32 %y to float\n"
        "  ret float %r\n"
        "}\n");
  EXPECT_EQ(derivative("bits"), "float");
  EXPECT_EQ(derivative("y"), "none");
  EXPECT_TRUE(Types.meetsMixed(value("y")));
}

TEST_F(TypeInferenceTest, IntegerUses) {
  infer(
      "define void @f(ptr %p, i64 %index, i64 %sum, i64 %cmp, i32 %sw, i32 %conv, i64 %n, i64 %tr, i8 %b, i64 %zz) {\n"
      "entry:\n"
      "  %g = getelementptr i8, ptr %p, i64 %index\n"
      "  %s = add i64 %sum, 1\n"
      "  %c = icmp eq i64 %cmp, 7\n"
      "  %d = sitofp i32 %conv to double\n"
      "  %a = alloca i8, i64 %n\n"
      "  %t = trunc i64 %tr to i1\n"
      "  %wide = zext i8 %b to i64\n"
      "  %q = fptosi double %d to i64\n"
      "  %sx = sext i32 %sw to i64\n"
      "  switch i32 %sw, label %done [ i32 1, label %done ]\n"
      "done:\n"
      "  ret void\n"
      "}\n");
  for (StringRef V : {"index", "sum", "s", "cmp", "c", "sw", "conv", "n", "tr", "t", "b", "wide", "q", "sx"})
    EXPECT_TRUE(nonFloat(V)) << V.str();
  EXPECT_FALSE(nonFloat("zz"));
  EXPECT_EQ(tree("index"), "{[-1]:Integer}");
}

TEST_F(TypeInferenceTest, LoopCounters) {
  infer("define void @f(ptr %p, i64 %n) {\n"
        "entry:\n"
        "  br label %loop\n"
        "loop:\n"
        "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
        "  %next = add i64 %i, 1\n"
        "  %again = icmp ult i64 %next, %n\n"
        "  br i1 %again, label %loop, label %exit\n"
        "exit:\n"
        "  ret void\n"
        "}\n");
  EXPECT_TRUE(nonFloat("i"));
  EXPECT_TRUE(nonFloat("next"));
  EXPECT_TRUE(nonFloat("n"));
}

TEST_F(TypeInferenceTest, PointersAsIntegers) {
  infer("define double @f(ptr %p, i64 %q, i64 %unknown) {\n"
        "  %i = ptrtoint ptr %p to i64\n"
        "  %j = add i64 %i, 16\n"
        "  %k = inttoptr i64 %j to ptr\n"
        "  %x = load double, ptr %k\n"
        "  %qq = inttoptr i64 %q to ptr\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_TRUE(pointer("i"));
  EXPECT_TRUE(pointer("j"));
  EXPECT_TRUE(pointer("q"));
  EXPECT_TRUE(nonFloat("q"));
  EXPECT_FALSE(pointer("unknown"));
  EXPECT_EQ(tree("p"), "{[-1]:Pointer, [-1,16]:Float@double}");
}

TEST_F(TypeInferenceTest, PhiAndSelectFlowBothWays) {
  infer("define double @f(i1 %c, i64 %a, i64 %b, i64 %d) {\n"
        "entry:\n"
        "  br i1 %c, label %then, label %join\n"
        "then:\n"
        "  br label %join\n"
        "join:\n"
        "  %m = phi i64 [ %a, %entry ], [ %b, %then ]\n"
        "  %s = select i1 %c, i64 %m, i64 %d\n"
        "  %x = bitcast i64 %s to double\n"
        "  ret double %x\n"
        "}\n");
  for (StringRef V : {"a", "b", "d", "m", "s"})
    EXPECT_EQ(derivative(V), "double") << V.str();
}

TEST_F(TypeInferenceTest, TwoFloatsInOneInteger) {
  infer("define i64 @f(float %a, float %b, i64 %in) {\n"
        "  %ia = bitcast float %a to i32\n"
        "  %ib = bitcast float %b to i32\n"
        "  %lo = zext i32 %ia to i64\n"
        "  %wide = zext i32 %ib to i64\n"
        "  %hi = shl nuw i64 %wide, 32\n"
        "  %both = or disjoint i64 %hi, %lo\n"
        "  %low = trunc i64 %in to i32\n"
        "  %fl = bitcast i32 %low to float\n"
        "  %sh = lshr i64 %in, 32\n"
        "  %high = trunc i64 %sh to i32\n"
        "  %fh = bitcast i32 %high to float\n"
        "  ret i64 %both\n"
        "}\n");
  EXPECT_EQ(derivative("both"), "<2 x float>");
  EXPECT_EQ(derivative("lo"), "<2 x float>");
  EXPECT_EQ(derivative("hi"), "<2 x float>");
  EXPECT_EQ(derivative("in"), "<2 x float>");
  EXPECT_EQ(derivative("low"), "float");
  EXPECT_EQ(tree("both"), "{[-1]:Float@float}");
}

TEST_F(TypeInferenceTest, ZerosBesideAFloatStayOpen) {
  // { x, 0.0f } and { n, 0 } as integers: the zero is whatever its neighbour's struct has there.
  infer("define void @f(float %x, i32 %n, ptr %p, ptr %q) {\n"
        "  %bits = bitcast float %x to i32\n"
        "  %pair = zext i32 %bits to i64\n"
        "  store i64 %pair, ptr %p\n"
        "  %m = mul i32 %n, 3\n"
        "  %long = zext i32 %m to i64\n"
        "  store i64 %long, ptr %q\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(derivative("pair"), "<2 x float>");
  EXPECT_EQ(contents("p", 4), "4: 0 Float@float");
  EXPECT_EQ(contents("p", 8), "unknown");
  EXPECT_TRUE(nonFloat("long"));
  EXPECT_EQ(contents("q", 8), "1: 0 Integer");
}

TEST_F(TypeInferenceTest, FloatAndIntegerInOneInteger) {
  infer("define void @f(i64 %in) {\n"
        "  %low = trunc i64 %in to i32\n"
        "  %fl = bitcast i32 %low to float\n"
        "  %sh = lshr i64 %in, 32\n"
        "  %high = trunc i64 %sh to i32\n"
        "  %n = add i32 %high, 1\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(derivative("in"), "<2 x float>");
  EXPECT_TRUE(nonFloat("high"));
}

TEST_F(TypeInferenceTest, Vectors) {
  infer("define <2 x double> @f(<2 x i64> %v, <4 x i32> %w, <2 x i64> %n, i64 %e) {\n"
        "  %d = bitcast <2 x i64> %v to <2 x double>\n"
        "  %s = shufflevector <4 x i32> %w, <4 x i32> poison, <2 x i32> <i32 2, i32 3>\n"
        "  %x = bitcast <2 x i32> %s to <2 x float>\n"
        "  %m = mul <2 x i64> %n, %n\n"
        "  %i = insertelement <2 x i64> %v, i64 %e, i64 1\n"
        "  %y = bitcast <2 x i64> %i to <2 x double>\n"
        "  ret <2 x double> %d\n"
        "}\n");
  EXPECT_EQ(derivative("v"), "<2 x double>");
  EXPECT_EQ(derivative("s"), "<2 x float>");
  EXPECT_EQ(tree("w"), "{[8]:Float@float, [12]:Float@float}");
  EXPECT_EQ(derivative("w"), "none") << "the other two lanes are unknown";
  EXPECT_EQ(derivative("e"), "double");
  EXPECT_TRUE(nonFloat("n"));
}

TEST_F(TypeInferenceTest, Aggregates) {
  infer("define { double, i64 } @f(double %x, i64 %n, { i64, i64 } %agg) {\n"
        "  %i = insertvalue { double, i64 } poison, double %x, 0\n"
        "  %r = insertvalue { double, i64 } %i, i64 %n, 1\n"
        "  %a = extractvalue { i64, i64 } %agg, 0\n"
        "  %d = bitcast i64 %a to double\n"
        "  %b = extractvalue { i64, i64 } %agg, 1\n"
        "  %c = add i64 %b, %n\n"
        "  ret { double, i64 } %r\n"
        "}\n");
  EXPECT_EQ(derivative("r"), "{ double, i64 }");
  EXPECT_EQ(derivative("agg"), "{ double, i64 }");
  EXPECT_TRUE(nonFloat("b"));
}

TEST_F(TypeInferenceTest, NarrowIntegersAreNoFloats) {
  infer("define void @f(i1 %b, i8 %c, i16 %h, ptr %p) {\n"
        "  store i1 %b, ptr %p\n"
        "  ret void\n"
        "}\n");
  EXPECT_TRUE(nonFloat("b"));
  EXPECT_TRUE(nonFloat("c"));
  EXPECT_FALSE(nonFloat("h")) << "could be a half";
}

TEST_F(TypeInferenceTest, ByteOfADoubleIsNotKnownToBeNoFloat) {
  infer("define void @f(ptr %p, ptr %q) {\n"
        "  %d = load double, ptr %p\n"
        "  %b = load i8, ptr %p\n"
        "  store i8 %b, ptr %q\n"
        "  ret void\n"
        "}\n");
  EXPECT_FALSE(nonFloat("b"));
}

TEST_F(TypeInferenceTest, Constants) {
  infer("define void @f(ptr %p, ptr %q, ptr %r, ptr %s) {\n"
        "  store i64 0, ptr %p\n"
        "  store i64 42, ptr %q\n"
        "  store i64 4607182418800017408, ptr %r\n"
        "  store i64 4607182418800017408, ptr %s\n"
        "  %d = load double, ptr %s\n"
        "  %x = load i64, ptr %r\n"
        "  %y = load i64, ptr %q\n"
        "  %z = load i64, ptr %p\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("p", 8), "unknown") << "zeros may be those of a float";
  EXPECT_EQ(contents("q", 8), "1: 0 Integer");
  EXPECT_EQ(contents("r", 8), "unknown");
  EXPECT_EQ(contents("s", 8), "8: 0 Float@double");
  EXPECT_FALSE(nonFloat("x"));
  EXPECT_TRUE(nonFloat("y"));
  EXPECT_FALSE(nonFloat("z"));
}

//===-- Memory --------------------------------------------------------------===//

TEST_F(TypeInferenceTest, LoadsAndStoresOfFloats) {
  infer("define void @f(ptr %p, ptr %q) {\n"
        "  %x = load double, ptr %p\n"
        "  %p8 = getelementptr i8, ptr %p, i64 8\n"
        "  store float 1.0, ptr %p8\n"
        "  %p16 = getelementptr i8, ptr %p, i64 16\n"
        "  %r = load ptr, ptr %p16\n"
        "  store double %x, ptr %r\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(tree("p"), "{[-1]:Pointer, [-1,0]:Float@double, [-1,8]:Float@float, [-1,16]:Pointer, "
                       "[-1,16,0]:Float@double}");
  EXPECT_EQ(contents("p", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("p", 12), "12: 0 Float@double 8 Float@float");
  EXPECT_EQ(contents("p", 24), "unknown") << "bytes 12 to 15";
  EXPECT_EQ(contents("p", 4), "unknown") << "half a double";
  EXPECT_EQ(contents("q", 8), "unknown");
  EXPECT_EQ(contents("p", 0), "0:");
}

TEST_F(TypeInferenceTest, IntegerCopiesCarryKinds) {
  infer("define void @f(ptr %p, ptr %q, ptr %r) {\n"
        "  %x = load double, ptr %p\n"
        "  %i = load i64, ptr %p\n"
        "  store i64 %i, ptr %q\n"
        "  %j = load i64, ptr %r\n"
        "  store i64 %j, ptr %p\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(derivative("i"), "double");
  EXPECT_EQ(derivative("j"), "double");
  EXPECT_EQ(contents("q", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("r", 8), "8: 0 Float@double");
}

TEST_F(TypeInferenceTest, UnionsAreNeither) {
  infer("define void @f(ptr %p, i64 %n, double %d, ptr %q) {\n"
        "  %m = add i64 %n, 1\n"
        "  store i64 %m, ptr %p\n"
        "  store double %d, ptr %p\n"
        "  %i = load i64, ptr %p\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("p", 8), "unknown");
  EXPECT_EQ(derivative("i"), "none");
  EXPECT_FALSE(nonFloat("i"));
  EXPECT_EQ(tree("d"), "{[-1]:Float@double}") << "a union casts no doubt on a float";
}

TEST_F(TypeInferenceTest, OverlappingFloatsConflict) {
  infer("define void @f(ptr %p) {\n"
        "  %d = load double, ptr %p\n"
        "  %p4 = getelementptr i8, ptr %p, i64 4\n"
        "  store float 1.0, ptr %p4\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("p", 8), "unknown");
}

TEST_F(TypeInferenceTest, VariableIndexMakesAnArray) {
  infer("define double @f(ptr %p, i64 %i) {\n"
        "  %g = getelementptr inbounds double, ptr %p, i64 %i\n"
        "  %x = load double, ptr %g\n"
        "  %g1 = getelementptr i8, ptr %g, i64 8\n"
        "  %y = load i64, ptr %g1\n"
        "  %z = load i64, ptr %p\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(tree("p"), "{[-1]:Pointer, [-1,-1]:Float@double}");
  EXPECT_EQ(contents("p", std::nullopt), "8: 0 Float@double");
  EXPECT_EQ(contents("p", 80), "8: 0 Float@double");
  EXPECT_EQ(contents("p", 80000), "8: 0 Float@double");
  EXPECT_EQ(contents("g", 8), "8: 0 Float@double");
  EXPECT_EQ(derivative("y"), "double");
  EXPECT_EQ(derivative("z"), "double");
  EXPECT_EQ(Types.contents(value("p"), std::nullopt).onlyFloat(), Type::getDoubleTy(C));
}

TEST_F(TypeInferenceTest, FixedOffsetsAreBelievedBeforeArrays) {
  // { double x[n]; long m; ... } of unknown n: behind the integer nothing is claimed.
  infer("define double @f(ptr %p, i64 %i, i64 %v) {\n"
        "  %g = getelementptr inbounds double, ptr %p, i64 %i\n"
        "  %x = load double, ptr %g\n"
        "  %q = getelementptr i8, ptr %p, i64 16\n"
        "  %w = add i64 %v, 1\n"
        "  store i64 %w, ptr %q\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", 16), "8: 0 Float@double");
  EXPECT_EQ(contents("p", 24), "24: 0 Float@double 8 Float@double 16 Integer");
  EXPECT_EQ(contents("p", 32), "unknown");
  EXPECT_EQ(contents("p", std::nullopt), "unknown");
}

TEST_F(TypeInferenceTest, HeaderBeforeAnArray) {
  infer("define double @f(ptr %p, i64 %i) {\n"
        "  %n = load i64, ptr %p\n"
        "  %m = add i64 %n, %i\n"
        "  %data = getelementptr i8, ptr %p, i64 8\n"
        "  %g = getelementptr inbounds double, ptr %data, i64 %m\n"
        "  %x = load double, ptr %g\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", 24), "24: 0 Integer 8 Float@double 16 Float@double");
  EXPECT_EQ(contents("data", std::nullopt), "8: 0 Float@double");
}

TEST_F(TypeInferenceTest, RecordsByByteOffset) {
  infer("define void @f(ptr %base, i64 %i, ptr %q, i64 %n) {\n"
        "  %o = mul nuw nsw i64 %i, 24\n"
        "  %r = getelementptr i8, ptr %base, i64 %o\n"
        "  %x = load double, ptr %r\n"
        "  %r8 = getelementptr i8, ptr %r, i64 8\n"
        "  %l = load ptr, ptr %r8\n"
        "  %y = load float, ptr %l\n"
        "  %r16 = getelementptr i8, ptr %r, i64 16\n"
        "  %k = load i64, ptr %r16\n"
        "  %k1 = add i64 %k, 1\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("base", std::nullopt), "24: 0 Float@double 8 Pointer 16 Integer");
  EXPECT_EQ(contents("base", 48), "24: 0 Float@double 8 Pointer 16 Integer");
  EXPECT_EQ(contents("r", 24), "24: 0 Float@double 8 Pointer 16 Integer");
  EXPECT_EQ(contents("r8", 8), "8: 0 Pointer");
}

TEST_F(TypeInferenceTest, RecordsByStructType) {
  infer("define void @f(ptr %base, i64 %i, ptr %q) {\n"
        "  %r = getelementptr { double, ptr, i64 }, ptr %base, i64 %i, i32 0\n"
        "  %x = load double, ptr %r\n"
        "  %s = getelementptr { double, ptr, i64 }, ptr %base, i64 %i, i32 2\n"
        "  %k = load i64, ptr %s\n"
        "  %k1 = add i64 %k, 1\n"
        "  %t = getelementptr { double, ptr, i64 }, ptr %base, i64 %i, i32 1\n"
        "  %l = load i64, ptr %t\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("base", std::nullopt), "24: 0 Float@double 8 Pointer 16 Integer");
  EXPECT_TRUE(pointer("l")) << "by the type of the GEP alone";
}

TEST_F(TypeInferenceTest, ArrayInsideARecord) {
  infer("%S = type { [2 x double], i64 }\n"
        "define void @f(ptr %base, i64 %i, i64 %j) {\n"
        "  %r = getelementptr %S, ptr %base, i64 %i, i32 0, i64 %j\n"
        "  %x = load double, ptr %r\n"
        "  %s = getelementptr %S, ptr %base, i64 %i, i32 1\n"
        "  %k = load i64, ptr %s\n"
        "  %k1 = add i64 %k, 1\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("base", std::nullopt), "24: 0 Float@double 8 Float@double 16 Integer");
}

TEST_F(TypeInferenceTest, NextElementOfABoundedArrayStaysInside) {
  infer("define double @f(i64 %i, i64 %n) {\n"
        "  %p = alloca i8, i64 32\n"
        "  %r = getelementptr [2 x double], ptr %p, i64 0, i64 %i\n"
        "  %r1 = getelementptr i8, ptr %r, i64 8\n"
        "  %x = load double, ptr %r1\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", 16), "8: 0 Float@double");
  EXPECT_EQ(contents("p", 24), "unknown");
}

TEST_F(TypeInferenceTest, MatrixRows) {
  infer("define double @f(ptr %m, i64 %i, i64 %j) {\n"
        "  %r = getelementptr [3 x double], ptr %m, i64 %i, i64 %j\n"
        "  %x = load double, ptr %r\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("m", std::nullopt), "8: 0 Float@double");
  EXPECT_EQ(tree("m"), "{[-1]:Pointer, [-1,-1]:Float@double}");
}

TEST_F(TypeInferenceTest, WalkingPointer) {
  infer("define double @f(ptr %p, ptr %end) {\n"
        "entry:\n"
        "  br label %loop\n"
        "loop:\n"
        "  %q = phi ptr [ %p, %entry ], [ %next, %loop ]\n"
        "  %x = load double, ptr %q\n"
        "  %next = getelementptr i8, ptr %q, i64 8\n"
        "  %again = icmp ne ptr %next, %end\n"
        "  br i1 %again, label %loop, label %exit\n"
        "exit:\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", std::nullopt), "8: 0 Float@double");
  EXPECT_EQ(contents("q", 8), "8: 0 Float@double");
}

TEST_F(TypeInferenceTest, WalkingDownwardsEnds) {
  infer("define double @f(ptr %p, ptr %end) {\n"
        "entry:\n"
        "  br label %loop\n"
        "loop:\n"
        "  %q = phi ptr [ %p, %entry ], [ %next, %loop ]\n"
        "  %next = getelementptr i8, ptr %q, i64 -8\n"
        "  %x = load double, ptr %next\n"
        "  %again = icmp ne ptr %next, %end\n"
        "  br i1 %again, label %loop, label %exit\n"
        "exit:\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("q", 8), "8: 0 Float@double");
}

TEST_F(TypeInferenceTest, UnalignedByteOffsetsClaimNothing) {
  infer("define double @f(ptr %p, i64 %o, ptr %q) {\n"
        "  %g = getelementptr i8, ptr %p, i64 %o\n"
        "  %x = load double, ptr %g, align 1\n"
        "  %i = load i64, ptr %g, align 1\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", 8), "unknown");
  EXPECT_EQ(derivative("i"), "none");
}

TEST_F(TypeInferenceTest, ArraysOfPointersToArrays) {
  infer("define double @f(ptr %rows, i64 %i, i64 %j) {\n"
        "  %g = getelementptr ptr, ptr %rows, i64 %i\n"
        "  %row = load ptr, ptr %g\n"
        "  %h = getelementptr double, ptr %row, i64 %j\n"
        "  %x = load double, ptr %h\n"
        "  %first = load ptr, ptr %rows\n"
        "  %y = load i64, ptr %first\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(tree("rows"), "{[-1]:Pointer, [-1,-1]:Pointer, [-1,-1,-1]:Float@double}");
  EXPECT_EQ(derivative("y"), "double");
}

TEST_F(TypeInferenceTest, LinkedListsEnd) {
  infer("define double @f(ptr %p) {\n"
        "entry:\n"
        "  br label %loop\n"
        "loop:\n"
        "  %q = phi ptr [ %p, %entry ], [ %next, %loop ]\n"
        "  %x = load double, ptr %q\n"
        "  %l = getelementptr i8, ptr %q, i64 8\n"
        "  %next = load ptr, ptr %l\n"
        "  %again = icmp ne ptr %next, null\n"
        "  br i1 %again, label %loop, label %exit\n"
        "exit:\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(contents("p", 16), "16: 0 Float@double 8 Pointer");
  EXPECT_EQ(contents("next", 16), "16: 0 Float@double 8 Pointer");
}

//===-- Copies --------------------------------------------------------------===//

TEST_F(TypeInferenceTest, CopiesWorkBothWays) {
  infer("define void @f(ptr %a, ptr %b, ptr %c) {\n"
        "  %x = load double, ptr %a\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 16, i1 false)\n"
        "  call void @llvm.memmove.p0.p0.i64(ptr %c, ptr %b, i64 16, i1 false)\n"
        "  %c8 = getelementptr i8, ptr %c, i64 8\n"
        "  %y = load float, ptr %c8\n"
        "  ret void\n"
        "}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
        "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n");
  for (StringRef P : {"a", "b", "c"})
    EXPECT_EQ(contents(P, 12), "12: 0 Float@double 8 Float@float") << P.str();
}

TEST_F(TypeInferenceTest, CopiesOfUnknownLength) {
  infer("define void @f(ptr %a, ptr %b, i64 %i, i64 %n) {\n"
        "  %g = getelementptr double, ptr %a, i64 %i\n"
        "  %x = load double, ptr %g\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)\n"
        "  ret void\n"
        "}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  EXPECT_EQ(contents("b", std::nullopt), "8: 0 Float@double");
  EXPECT_TRUE(nonFloat("n"));
}

TEST_F(TypeInferenceTest, ShortCopyOfAnArray) {
  infer("define double @f(ptr %a, i64 %i) {\n"
        "  %t = alloca [4 x i8]\n"
        "  %g = getelementptr double, ptr %a, i64 %i\n"
        "  %x = load double, ptr %g\n"
        "  %b = alloca [32 x i8]\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 32, i1 false)\n"
        "  %v = load i64, ptr %b\n"
        "  ret double %x\n"
        "}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
  EXPECT_EQ(contents("b", 32), "8: 0 Float@double");
  EXPECT_EQ(derivative("v"), "double");
}

TEST_F(TypeInferenceTest, OverlappingMoveTerminates) {
  infer("define void @f(ptr %a, i64 %n) {\n"
        "  %x = load double, ptr %a\n"
        "  %b = getelementptr i8, ptr %a, i64 8\n"
        "  call void @llvm.memmove.p0.p0.i64(ptr %b, ptr %a, i64 %n, i1 false)\n"
        "  ret void\n"
        "}\n"
        "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)\n");
  EXPECT_EQ(contents("a", 8), "8: 0 Float@double");
}

//===-- Front-end types, TBAA -----------------------------------------------===//

TEST_F(TypeInferenceTest, AllocatedTypesAreHints) {
  infer("%S = type { double, i32, ptr }\n"
        "define void @f(ptr %q, i64 %n) {\n"
        "  %s = alloca %S\n"
        "  %a = alloca [4 x double]\n"
        "  %big = alloca [1000 x float]\n"
        "  %raw = alloca [16 x i8]\n"
        "  %coerce = alloca { i64, i64 }\n"
        "  %int = alloca i64\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("s", 24), "24: 0 Float@double 8 Integer 16 Pointer");
  EXPECT_EQ(contents("a", 32), "8: 0 Float@double");
  EXPECT_EQ(contents("big", 4000), "4: 0 Float@float");
  EXPECT_EQ(contents("raw", 16), "unknown");
  EXPECT_EQ(contents("coerce", 16), "unknown");
  EXPECT_EQ(contents("int", 8), "unknown");
}

TEST_F(TypeInferenceTest, AccessesWinOverHints) {
  infer("%S = type { double, double }\n"
        "define void @f(ptr %q, i64 %n) {\n"
        "  %s = alloca %S\n"
        "  %m = mul i64 %n, 3\n"
        "  store i64 %m, ptr %s\n"
        "  %t = getelementptr %S, ptr %q, i64 0, i32 1\n"
        "  store ptr %s, ptr %t\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("s", 16), "16: 0 Integer 8 Float@double");
  EXPECT_EQ(contents("q", 16), "16: 0 Float@double 8 Pointer");
}

TEST_F(TypeInferenceTest, UnionTypesSayNothing) {
  infer("%union.U = type { double }\n"
        "%S = type { i64, %union.U }\n"
        "define void @f() {\n"
        "  %s = alloca %S\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("s", 8), "1: 0 Integer");
  EXPECT_EQ(contents("s", 16), "unknown");
}

TEST_F(TypeInferenceTest, Globals) {
  infer("@g = global [3 x double] zeroinitializer\n"
        "@s = global { double, ptr } { double 1.0, ptr @g }\n"
        "@raw = constant [16 x i8] zeroinitializer\n"
        "define void @f(ptr %out, ptr %address, i64 %i) {\n"
        "  %e = getelementptr [3 x double], ptr @g, i64 0, i64 %i\n"
        "  %v = load i64, ptr %e\n"
        "  store i64 %v, ptr %out\n"
        "  %p = load ptr, ptr getelementptr (i8, ptr @s, i64 8)\n"
        "  %w = load i64, ptr %p\n"
        "  %r = load i64, ptr @raw\n"
        "  store i64 ptrtoint (ptr @g to i64), ptr %address\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(derivative("v"), "double");
  EXPECT_EQ(derivative("w"), "double");
  EXPECT_FALSE(nonFloat("r"));
  EXPECT_EQ(contents("g", 24), "8: 0 Float@double");
  EXPECT_EQ(contents("address", 8), "8: 0 Pointer");
}

static const char *const TbaaNodes = "!0 = !{!\"Simple C++ TBAA\"}\n"
                                     "!1 = !{!\"omnipotent char\", !0, i64 0}\n"
                                     "!2 = !{!\"double\", !1, i64 0}\n"
                                     "!3 = !{!\"long\", !1, i64 0}\n"
                                     "!4 = !{!\"p1 double\", !5, i64 0}\n"
                                     "!5 = !{!\"any pointer\", !1, i64 0}\n"
                                     "!6 = !{!\"_ZTS1S\", !2, i64 0, !3, i64 8, !4, i64 16, !2, i64 24}\n"
                                     "!10 = !{!2, !2, i64 0}\n"
                                     "!11 = !{!3, !3, i64 0}\n"
                                     "!12 = !{!4, !4, i64 0}\n"
                                     "!13 = !{!1, !1, i64 0}\n"
                                     "!14 = !{!6, !3, i64 8}\n";

TEST_F(TypeInferenceTest, TbaaOfAccesses) {
  infer(std::string("define void @f(ptr %p, ptr %q, ptr %r, ptr %s) {\n"
                    "  %d = load i64, ptr %p, !tbaa !10\n"
                    "  %l = load i64, ptr %q, !tbaa !11\n"
                    "  %a = load i64, ptr %r, !tbaa !12\n"
                    "  %c = load i64, ptr %s, !tbaa !13\n"
                    "  ret void\n"
                    "}\n") +
        TbaaNodes);
  EXPECT_EQ(derivative("d"), "double");
  EXPECT_TRUE(nonFloat("l"));
  EXPECT_TRUE(pointer("a"));
  EXPECT_FALSE(nonFloat("c")) << "char says nothing";
}

TEST_F(TypeInferenceTest, TbaaOfTheStructAround) {
  infer(std::string("define void @f(ptr %p) {\n"
                    "  %n = getelementptr i8, ptr %p, i64 8\n"
                    "  %l = load i64, ptr %n, !tbaa !14\n"
                    "  ret void\n"
                    "}\n") +
        TbaaNodes);
  EXPECT_EQ(contents("p", 32), "32: 0 Float@double 8 Integer 16 Pointer 24 Float@double");
}

TEST_F(TypeInferenceTest, TbaaStructOfCopies) {
  infer(std::string("define void @f(ptr %p, ptr %q) {\n"
                    "  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 32, i1 false), !tbaa.struct !20\n"
                    "  ret void\n"
                    "}\n"
                    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
                    "!20 = !{i64 0, i64 16, !10, i64 16, i64 8, !12, i64 24, i64 4, !11}\n") +
        TbaaNodes);
  EXPECT_EQ(contents("p", 32), "32: 0 Float@double 8 Float@double 16 Pointer 24 Integer");
}

//===-- Calls ---------------------------------------------------------------===//

TEST_F(TypeInferenceTest, CalleesTeachTheirCallers) {
  infer("define i64 @g(ptr %p, i64 %bits, i64 %n) {\n"
        "  %x = load double, ptr %p\n"
        "  %y = bitcast i64 %bits to double\n"
        "  %m = add i64 %n, 1\n"
        "  %r = bitcast double %y to i64\n"
        "  ret i64 %r\n"
        "}\n"
        "define void @f(ptr %a, i64 %b, i64 %c) {\n"
        "  %s = call i64 @g(ptr %a, i64 %b, i64 %c)\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(tree("a"), "{[-1]:Pointer, [-1,0]:Float@double}");
  EXPECT_EQ(derivative("b"), "double");
  EXPECT_TRUE(nonFloat("c"));
  EXPECT_EQ(derivative("s"), "double");
}

TEST_F(TypeInferenceTest, CallersDoNotMixThroughACallee) {
  infer("define ptr @id(ptr %p) {\n"
        "  ret ptr %p\n"
        "}\n"
        "define i64 @pass(i64 %x) {\n"
        "  ret i64 %x\n"
        "}\n"
        "define void @f(ptr %a, ptr %b, double %d, i64 %n) {\n"
        "  %x = call ptr @id(ptr %a)\n"
        "  %y = call ptr @id(ptr %b)\n"
        "  store double 1.0, ptr %x\n"
        "  store float 1.0, ptr %y\n"
        "  %bits = bitcast double %d to i64\n"
        "  %m = mul i64 %n, 2\n"
        "  %u = call i64 @pass(i64 %bits)\n"
        "  %v = call i64 @pass(i64 %m)\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("a", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("b", 4), "4: 0 Float@float");
  EXPECT_EQ(derivative("u"), "double");
  EXPECT_TRUE(nonFloat("v"));
}

TEST_F(TypeInferenceTest, CalleeOfAnArrayElement) {
  infer("define double @g(ptr %p) {\n"
        "  %x = load double, ptr %p\n"
        "  %q = getelementptr i8, ptr %p, i64 8\n"
        "  %n = load i64, ptr %q\n"
        "  %m = mul i64 %n, 2\n"
        "  ret double %x\n"
        "}\n"
        "define void @f(ptr %a, i64 %i) {\n"
        "  %e = getelementptr { i64, i64 }, ptr %a, i64 %i\n"
        "  %s = call double @g(ptr %e)\n"
        "  ret void\n"
        "}\n");
  EXPECT_EQ(contents("a", std::nullopt), "16: 0 Float@double 8 Integer");
  EXPECT_EQ(contents("e", 16), "16: 0 Float@double 8 Integer");
}

TEST_F(TypeInferenceTest, Recursion) {
  infer("define double @f(ptr %p, i64 %n, i64 %bits) {\n"
        "entry:\n"
        "  %done = icmp eq i64 %n, 0\n"
        "  br i1 %done, label %exit, label %more\n"
        "more:\n"
        "  %q = getelementptr double, ptr %p, i64 1\n"
        "  %m = sub i64 %n, 1\n"
        "  %r = call double @g(ptr %q, i64 %m, i64 %bits)\n"
        "  ret double %r\n"
        "exit:\n"
        "  %x = load double, ptr %p\n"
        "  ret double %x\n"
        "}\n"
        "define double @g(ptr %p, i64 %n, i64 %bits) {\n"
        "  %y = bitcast i64 %bits to double\n"
        "  %r = call double @f(ptr %p, i64 %n, i64 %bits)\n"
        "  ret double %r\n"
        "}\n");
  EXPECT_EQ(derivative("bits"), "double");
  EXPECT_TRUE(nonFloat("n"));
  EXPECT_EQ(contents("p", std::nullopt), "8: 0 Float@double");
}

TEST_F(TypeInferenceTest, KnownTreesOfParameters) {
  TypeTree Array(ConcreteType::Pointer), Bits(doubleType()), Record(ConcreteType::Pointer);
  Array.insert({-1, -1}, doubleType());
  Record.insert({-1, 0}, ConcreteType::Pointer);
  Record.insert({-1, 0, 8}, doubleType());
  std::vector<TypeTree> Known = {Array, Bits, Record};
  const char *IR = "define void @f(ptr %p, i64 %b, ptr %r, ptr %q, i64 %n) {\n"
                   "  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 %n, i1 false)\n"
                   "  %l = load ptr, ptr %r\n"
                   "  %m = getelementptr i8, ptr %l, i64 8\n"
                   "  %v = load i64, ptr %m\n"
                   "  ret void\n"
                   "}\n"
                   "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
  infer(IR, Known);
  EXPECT_EQ(contents("q", std::nullopt), "8: 0 Float@double");
  EXPECT_EQ(derivative("b"), "double");
  EXPECT_EQ(derivative("v"), "double");
  EXPECT_EQ(Types.of(value("p")), Array);
  EXPECT_EQ(Types.of(value("r")), Record);
  infer(IR);
  EXPECT_EQ(contents("q", std::nullopt), "unknown");
  EXPECT_EQ(derivative("v"), "none");
}

TEST_F(TypeInferenceTest, KnownOfAllPlacesAndOfOne) {
  TypeTree Both(ConcreteType::Pointer);
  Both.insert({-1, 0}, doubleType());
  Both.insert({8, 8}, ConcreteType::Pointer);
  Both.insert({8, 8, 16}, doubleType());
  infer("define void @f([2 x ptr] %both) {\n"
        "  %p = extractvalue [2 x ptr] %both, 0\n"
        "  %q = extractvalue [2 x ptr] %both, 1\n"
        "  %u = load i64, ptr %p\n"
        "  %v = load i64, ptr %q\n"
        "  %q8 = getelementptr i8, ptr %q, i64 8\n"
        "  %l = load ptr, ptr %q8\n"
        "  %l16 = getelementptr i8, ptr %l, i64 16\n"
        "  %w = load i64, ptr %l16\n"
        "  %p8 = getelementptr i8, ptr %p, i64 8\n"
        "  %n = load i64, ptr %p8\n"
        "  ret void\n"
        "}\n",
        {Both});
  EXPECT_EQ(derivative("u"), "double");
  EXPECT_EQ(derivative("v"), "double");
  EXPECT_EQ(derivative("w"), "double");
  EXPECT_EQ(derivative("n"), "none") << "said of the other place alone";
}

TEST_F(TypeInferenceTest, TreesOfRecordsSurviveACall) {
  const char *IR = "define void @f(ptr %base, i64 %i, i64 %n, ptr %q) {\n"
                   "  %o = mul i64 %i, 24\n"
                   "  %r = getelementptr i8, ptr %base, i64 %o\n"
                   "  %x = load double, ptr %r\n"
                   "  %r8 = getelementptr i8, ptr %r, i64 8\n"
                   "  %l = load ptr, ptr %r8\n"
                   "  %r16 = getelementptr i8, ptr %r, i64 16\n"
                   "  %k = load i64, ptr %r16\n"
                   "  %k1 = add i64 %k, 1\n"
                   "  ret void\n"
                   "}\n";
  infer(IR);
  TypeTree Tree = Types.of(value("base"));
  infer("define void @f(ptr %base, ptr %q, i64 %n) {\n"
        "  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %base, i64 %n, i1 false)\n"
        "  ret void\n"
        "}\n"
        "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n",
        {Tree});
  EXPECT_EQ(contents("base", std::nullopt), "24: 0 Float@double 8 Pointer 16 Integer");
  EXPECT_EQ(contents("q", std::nullopt), "24: 0 Float@double 8 Pointer 16 Integer");
}

TEST_F(TypeInferenceTest, LibraryFunctions) {
  infer("declare ptr @malloc(i64)\n"
        "declare ptr @realloc(ptr, i64)\n"
        "declare double @frexp(double, ptr)\n"
        "declare double @modf(double, ptr)\n"
        "declare ptr @memcpy(ptr, ptr, i64)\n"
        "declare i32 @printf(ptr, ...)\n"
        "declare i64 @strlen(ptr)\n"
        "define void @f(i64 %n, ptr %e, ptr %w, ptr %to, double %d, ptr %fmt, i64 %any, ptr %c) {\n"
        "  %p = call ptr @malloc(i64 %n)\n"
        "  store double %d, ptr %p\n"
        "  %q = call ptr @realloc(ptr %p, i64 %n)\n"
        "  %m = call double @frexp(double %d, ptr %e)\n"
        "  %k = call double @modf(double %d, ptr %w)\n"
        "  %t = call ptr @memcpy(ptr %to, ptr %q, i64 8)\n"
        "  %r = call i32 (ptr, ...) @printf(ptr %fmt, i64 %any)\n"
        "  %l = call i64 @strlen(ptr %c)\n"
        "  ret void\n"
        "}\n");
  EXPECT_TRUE(nonFloat("n"));
  EXPECT_TRUE(nonFloat("l"));
  EXPECT_FALSE(nonFloat("any")) << "printf prints anything";
  EXPECT_EQ(contents("q", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("to", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("e", 4), "1: 0 Integer");
  EXPECT_EQ(contents("w", 8), "8: 0 Float@double");
  EXPECT_EQ(contents("c", 8), "unknown");
}

//===-- Clang's -O0, printing, size -----------------------------------------===//

TEST_F(TypeInferenceTest, VariablesInMemory) {
  infer("define double @f(ptr %p, i64 %n) {\n"
        "  %p.addr = alloca ptr\n"
        "  %n.addr = alloca i64\n"
        "  %b = alloca i64\n"
        "  store ptr %p, ptr %p.addr\n"
        "  store i64 %n, ptr %n.addr\n"
        "  %q = load ptr, ptr %p.addr\n"
        "  %i = load i64, ptr %n.addr\n"
        "  %g = getelementptr inbounds double, ptr %q, i64 %i\n"
        "  %x = load double, ptr %g\n"
        "  %v = load i64, ptr %p\n"
        "  store i64 %v, ptr %b\n"
        "  ret double %x\n"
        "}\n");
  EXPECT_EQ(tree("p"), "{[-1]:Pointer, [-1,-1]:Float@double}");
  EXPECT_TRUE(nonFloat("n"));
  EXPECT_EQ(derivative("v"), "double");
  EXPECT_EQ(contents("b", 8), "8: 0 Float@double");
}

// A loop that became a copy or a fill keeps the tag of its accesses.
TEST_F(TypeInferenceTest, TagOfBlockOperations) {
  infer(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
    define void @f(ptr %a, ptr %b, ptr %c, ptr %d, i64 %n) {
      call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 24, i1 false), !tbaa !0
      call void @llvm.memset.p0.i64(ptr %c, i8 0, i64 %n, i1 false), !tbaa !0
      call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 16, i1 false), !tbaa !3
      ret void
    }
    !0 = !{!1, !1, i64 0}
    !1 = !{!"double", !2, i64 0}
    !2 = !{!"omnipotent char", !4, i64 0}
    !3 = !{!2, !2, i64 0}
    !4 = !{!"Simple C/C++ TBAA"}
  )");
  ASSERT_TRUE(Types.contents(value("b"), 24).isKnown());
  EXPECT_TRUE(Types.contents(value("b"), 24).onlyFloat()->isDoubleTy());
  EXPECT_FALSE(Types.contents(value("b"), 32).isKnown());
  ASSERT_TRUE(Types.contents(value("c"), std::nullopt).isKnown());
  EXPECT_TRUE(Types.contents(value("c"), std::nullopt).onlyFloat()->isDoubleTy());
  EXPECT_FALSE(Types.contents(value("d"), 16).isKnown());
}

// What is copied at run time fits the object that it is copied to.
TEST_F(TypeInferenceTest, LengthBoundedByTheObject) {
  infer(R"(
    declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
    define double @f(ptr %x, ptr %y, i64 %n, i64 %m) {
      %t = alloca [4 x double]
      %u = alloca i8, i64 %m
      call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %x, i64 %n, i1 false)
      call void @llvm.memcpy.p0.p0.i64(ptr %u, ptr %y, i64 %n, i1 false)
      %q = getelementptr i8, ptr %t, i64 8
      %v = load double, ptr %t
      %w = load double, ptr %u
      %s = fadd double %v, %w
      ret double %s
    }
  )");
  ASSERT_TRUE(Types.contents(value("t"), std::nullopt).isKnown());
  EXPECT_TRUE(Types.contents(value("t"), std::nullopt).onlyFloat()->isDoubleTy());
  EXPECT_TRUE(Types.contents(value("q"), std::nullopt).isKnown());
  EXPECT_FALSE(Types.contents(value("u"), std::nullopt).isKnown()) << "one double does not make an array";
}

// items[i].t[j] reaches no other member of the next item, padding included.
TEST_F(TypeInferenceTest, ArrayInsideRecordsOfAnArray) {
  infer(R"(
    %struct.Item = type { i32, double, float, [2 x double] }
    define void @f(i64 %i, i64 %j, double %v) {
      %items = alloca [4 x %struct.Item]
      %item = getelementptr [4 x %struct.Item], ptr %items, i64 0, i64 %i
      %t = getelementptr %struct.Item, ptr %item, i32 0, i32 3
      %e = getelementptr [2 x double], ptr %t, i64 0, i64 %j
      store double %v, ptr %e
      %gap = getelementptr i8, ptr %items, i64 84
      ret void
    }
  )");
  MemoryContents Item = Types.contents(value("items"), 40);
  ASSERT_TRUE(Item.isKnown());
  ASSERT_EQ(Item.Pieces.size(), 6u) << "int and gap, double, float, gap, two doubles";
  MemoryContents Gap = Types.contents(value("gap"), 28);
  ASSERT_TRUE(Gap.isKnown());
  EXPECT_EQ(Gap.Pieces.front().Type.kind(), ConcreteType::Integer);
}

TEST_F(TypeInferenceTest, Print) {
  infer("define double @f(ptr %p, i64 %n, i64 %u) {\n"
        "  %x = load double, ptr %p\n"
        "  %q = getelementptr i8, ptr %p, i64 8\n"
        "  %i = load i32, ptr %q\n"
        "  %j = add i32 %i, 1\n"
        "  %c = icmp eq i64 %n, 0\n"
        "  ret double %x\n"
        "}\n");
  std::string Text;
  raw_string_ostream OS(Text);
  Types.print(OS, *F);
  EXPECT_EQ(Text, "types @f\n"
                  "  %p  {[-1]:Pointer, [-1,0]:Float@double, [-1,8..11]:Integer}\n"
                  "  %n  {[-1]:Integer}\n"
                  "  %u  {}\n"
                  "  %x  {[-1]:Float@double}\n"
                  "  %q  {[-1]:Pointer, [-1,0..3]:Integer}\n"
                  "  %i  {[-1]:Integer}\n"
                  "  %j  {[-1]:Integer}\n"
                  "  %c  {[-1]:Integer}\n");
}

TEST_F(TypeInferenceTest, TwentyThousandInstructions) {
  std::string IR = "define void @f(ptr %p0, ptr %q, i64 %i) {\n";
  for (unsigned I = 0; I != 5000; ++I) {
    std::string N = std::to_string(I), Next = std::to_string(I + 1);
    IR += "  %g" + N + " = getelementptr double, ptr %p" + N + ", i64 %i\n";
    IR += "  %v" + N + " = load i64, ptr %g" + N + "\n";
    IR += "  store i64 %v" + N + ", ptr %q\n";
    IR += "  %p" + Next + " = getelementptr i8, ptr %g" + N + ", i64 16\n";
  }
  IR += "  %x = load double, ptr %q\n  ret void\n}\n";
  auto Start = std::chrono::steady_clock::now();
  infer(IR);
  std::chrono::duration<double> Seconds = std::chrono::steady_clock::now() - Start;
  EXPECT_EQ(derivative("v0"), "double");
  EXPECT_EQ(derivative("v4999"), "double");
  EXPECT_LT(Seconds.count(), 10);
}

} // namespace
