; A select passes the adjoint to the operand that was chosen.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       rev.entry:
; CHECK-DAG:     select i1 %{{.*}}, double %{{.*}}, double 0.000000e+00
; CHECK-DAG:     select i1 %{{.*}}, double 0.000000e+00, double %

define double @f(double %x, double %y) {
entry:
  %c = fcmp olt double %x, %y
  %m = select i1 %c, double %x, double %y
  ret double %m
}

define void @ask(double %x, double %y) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, double %y)
  ret void
}

declare void @__enzyme_autodiff(...)
