; Two lanes: the cosine is computed once, and scaled per lane.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal {{.*}}@fluxion.forward.f(double %0, double %1, double %2)
; CHECK:         %[[COS:.*]] = call double @llvm.cos.f64(double %0)
; CHECK-NEXT:    fmul double %[[COS]], %1
; CHECK-NEXT:    fmul double %[[COS]], %2
; CHECK-NOT:     call double @llvm.cos

define double @f(double %x) {
entry:
  %r = call double @llvm.sin.f64(double %x)
  ret double %r
}
declare double @llvm.sin.f64(double)

define [2 x double] @ask(double %x) {
  %d = call [2 x double] (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_width, i64 2, double %x, double %x, double %x)
  ret [2 x double] %d
}

declare [2 x double] @__enzyme_fwddiff(...)
@enzyme_width = external global ptr
