; The transpose of a store takes what the shadow holds and leaves zero, before it adds to the stored value.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       rev.entry:
; CHECK:         %[[D:.*]] = load double, ptr %[[SHADOW:.*]],
; CHECK-NEXT:    store double 0.000000e+00, ptr %[[SHADOW]]
; CHECK:         %[[OLD:.*]] = load double, ptr %x.adj
; CHECK-NEXT:    fadd double %[[OLD]], %[[D]]

define void @f(double %x, ptr %p) {
entry:
  store double %x, ptr %p
  ret void
}

define void @ask(double %x, ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
