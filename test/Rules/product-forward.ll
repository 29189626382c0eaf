; The product rule, with the partial of each operand.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal {{.*}}@fluxion.forward.f(double %0, double %1, double %2, double %3)
; CHECK-DAG:     %[[A:.*]] = fmul double %2, %1
; CHECK-DAG:     %[[B:.*]] = fmul double %0, %3
; CHECK:         fadd double %[[A]], %[[B]]

define double @f(double %x, double %y) {
entry:
  %r = fmul double %x, %y
  ret double %r
}

define double @ask(double %x, double %y) {
  %d = call double (...) @__enzyme_fwddiff(ptr @f, double %x, double %x, double %y, double %y)
  ret double %d
}

declare double @__enzyme_fwddiff(...)
