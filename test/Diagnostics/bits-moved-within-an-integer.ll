; Bits that have been shifted are followed to the float that is made of them: their new places say nothing about them.
; RUN: not %fluxion-opt -passes='fluxion-differentiate<f;reverse>' -disable-output %s 2>&1 | FileCheck %s
; CHECK: the bits of an active float were computed with as an integer {{.*}} [UnsupportedInstruction]
define double @f(double %x) {
  %bits = bitcast double %x to i64
  %up = shl i64 %bits, 11
  %high = lshr i64 %up, 32
  %square = mul i64 %high, %high
  %mantissa = lshr i64 %square, 12
  %one = or i64 %mantissa, 4607182418800017408
  %y = bitcast i64 %one to double
  ret double %y
}
