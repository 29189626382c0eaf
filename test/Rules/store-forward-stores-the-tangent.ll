; Forward, a store has a twin.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal {{.*}}@fluxion.forward.f(double %0, double %1, ptr %2, ptr %3)
; CHECK:         store double %0, ptr %2
; CHECK:         store double %1, ptr %3

define void @f(double %x, ptr %p) {
entry:
  store double %x, ptr %p
  ret void
}

define void @ask(double %x, ptr %p) {
  call void (...) @__enzyme_fwddiff(ptr @f, double %x, double %x, ptr %p, ptr %p)
  ret void
}

declare void @__enzyme_fwddiff(...)
