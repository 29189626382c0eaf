; Operands that a variadic call promoted, or that stand for the same bytes, take the parameter's type.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@enzyme_const = external global i32
@enzyme_out = external global i32

; CHECK-LABEL: define float @promoted(
; CHECK-DAG:     %[[X:.*]] = fptrunc double %x to float
; CHECK-DAG:     %[[ON:.*]] = trunc i32 %on to i1
; CHECK:         call float @fluxion.{{.*}}(float %[[X]], i1 %[[ON]], i64 3, float 1.000000e+00)
define float @promoted(double %x, i32 %on) {
  %const = load i32, ptr @enzyme_const
  %d = call float (...) @__enzyme_autodiff(ptr @f, double %x, i32 %on, i32 %const, i32 3)
  ret float %d
}

; CHECK-LABEL: define [2 x float] @packed(
; CHECK:         store [2 x float] %v, ptr %[[MEMORY:.*]], align
; CHECK:         %[[BITS:.*]] = load i64, ptr %[[MEMORY]]
; CHECK:         call i64 @fluxion.{{.*}}(i64 %[[BITS]], float 1.000000e+00)
define [2 x float] @packed([2 x float] %v) {
  %out = load i32, ptr @enzyme_out
  %d = call [2 x float] (...) @__enzyme_autodiff2(ptr @g, i32 %out, [2 x float] %v)
  ret [2 x float] %d
}

define float @f(float %x, i1 %on, i64 %n) {
  %r = select i1 %on, float %x, float 0.0
  ret float %r
}

define float @g(i64 %v) {
  %memory = alloca i64
  store i64 %v, ptr %memory
  %b = getelementptr inbounds i8, ptr %memory, i64 4
  %x = load float, ptr %memory
  %y = load float, ptr %b
  %r = fmul float %x, %y
  ret float %r
}

declare float @__enzyme_autodiff(...)
declare [2 x float] @__enzyme_autodiff2(...)
