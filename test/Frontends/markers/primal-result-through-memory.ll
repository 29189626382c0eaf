; A primal that returns through memory gets memory and a shadow: ones in its floats (reverse), or zero
; until the tangent is written (forward).
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@enzyme_primal_return = external global ptr
@enzyme_out = external global ptr
@enzyme_dup = external global ptr

; CHECK-LABEL: define { [3 x double], double } @reverse(
; CHECK-DAG:     %[[RESULT:.*]] = alloca [24 x i8]
; CHECK-DAG:     %[[SHADOW:.*]] = alloca [24 x i8]
; CHECK-COUNT-3: store double 1.000000e+00, ptr
; CHECK:         call double @fluxion.{{.*}}(ptr %result, ptr %result.shadow, double %x)
define { [3 x double], double } @reverse(double %x) {
  %d = call { [3 x double], double } (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_out, double %x)
  ret { [3 x double], double } %d
}

; CHECK-LABEL: define { [3 x double], [3 x double] } @forward(
; CHECK:         call void @llvm.memset{{.*}}(ptr{{.*}} %result.shadow, i8 0, i64 24
; CHECK:         call void @fluxion.{{.*}}(ptr %result, ptr %result.shadow, double %x, double %t)
; CHECK:         call void @llvm.memcpy{{.*}}%result, i64 24
; CHECK:         call void @llvm.memcpy{{.*}}%result.shadow, i64 24
define { [3 x double], [3 x double] } @forward(double %x, double %t) {
  %d = call { [3 x double], [3 x double] } (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_dup, double %x, double %t)
  ret { [3 x double], [3 x double] } %d
}

define void @f(ptr sret([24 x i8]) align 8 %to, double %x) {
  %b = getelementptr inbounds i8, ptr %to, i64 8
  %c = getelementptr inbounds i8, ptr %to, i64 16
  %xx = fmul double %x, %x
  store double %x, ptr %to
  store double %xx, ptr %b
  store double 0.0, ptr %c
  ret void
}

declare { [3 x double], double } @__enzyme_autodiff(...)
declare { [3 x double], [3 x double] } @__enzyme_fwddiff(...)
