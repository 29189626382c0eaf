; A function that never returns has no adjoint to plan.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    tape     0 bytes   stored 0 of 0 needed values

define double @f(double %x) {
  call void @abort()
  unreachable
}
declare void @abort()

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
