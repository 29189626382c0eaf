; After clean-up, straight-line code keeps everything in registers. The default pipeline is tested, not the plain form.
; RUN: %fluxion-opt -passes='fluxion' -S %s | FileCheck %s

; CHECK-LABEL: define internal double @fluxion.gradient.f(
; CHECK-NOT:     alloca
; CHECK-NOT:     br
; CHECK-NOT:     load
; CHECK:         ret double

define double @f(double %x) {
  %s = call double @llvm.sin.f64(double %x)
  %r = fmul double %s, %x
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
