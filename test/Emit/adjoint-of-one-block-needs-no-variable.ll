; What is used in its own block only gets its adjoint there: no variable, and no sum that starts with zero.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: @fluxion.gradient.f(
; CHECK-NOT:     %square.adj
; CHECK-LABEL: rev.entry:
; CHECK-NOT:     fadd
; CHECK:         %[[D:.*]] = fmul double %{{.*}}, %{{.*}}
; CHECK-NOT:     %square.adj
; CHECK:         load double, ptr %x.adj

define double @f(double %x) {
entry:
  %square = fmul double %x, %x
  %sine = call double @llvm.sin.f64(double %square)
  ret double %sine
}

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

declare double @llvm.sin.f64(double)
declare double @__enzyme_autodiff(...)
