; A value that travels behind a pointer is copied, its adjoint collected in zeroed memory and returned.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@enzyme_primal_return = external global ptr
@enzyme_out = external global ptr

; CHECK-LABEL: define { double, [2 x double] } @sized_by_the_primal(
; CHECK:         call void @llvm.memcpy{{.*}}(ptr{{.*}} %v.copy, ptr{{.*}} %v, i64 16
; CHECK:         call void @llvm.memset{{.*}}(ptr{{.*}} %v.shadow, i8 0, i64 16
; CHECK:         call double @fluxion.{{.*}}(ptr %v.copy, ptr %v.shadow, double 1.000000e+00)
; CHECK:         call void @llvm.memcpy{{.*}}%v.shadow, i64 16
define { double, [2 x double] } @sized_by_the_primal(ptr %v) {
  %d = call { double, [2 x double] } (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_out, ptr %v)
  ret { double, [2 x double] } %d
}

; CHECK-LABEL: define { double, [2 x double] } @sized_by_the_result(
; CHECK:         call void @llvm.memset{{.*}}(ptr{{.*}} %v.shadow, i8 0, i64 16
define { double, [2 x double] } @sized_by_the_result(ptr %v) {
  %d = call { double, [2 x double] } (...) @__enzyme_autodiff(ptr @g, ptr @enzyme_primal_return, ptr @enzyme_out, ptr %v)
  ret { double, [2 x double] } %d
}

define double @f(ptr noalias align 8 dereferenceable(16) %v) {
  %b = getelementptr inbounds i8, ptr %v, i64 8
  %x = load double, ptr %v
  %y = load double, ptr %b
  %r = fmul double %x, %y
  ret double %r
}

define double @g(ptr align 8 %v) {
  %b = getelementptr inbounds i8, ptr %v, i64 8
  %x = load double, ptr %v
  %y = load double, ptr %b
  %r = fmul double %x, %y
  ret double %r
}

declare { double, [2 x double] } @__enzyme_autodiff(...)
