; The transpose of a load adds to the shadow.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       rev.entry:
; CHECK:         %[[OLD:.*]] = load double, ptr %[[SHADOW:.*]],
; CHECK-NEXT:    %[[SUM:.*]] = fadd double %[[OLD]], {{.*}}
; CHECK-NEXT:    store double %[[SUM]], ptr %[[SHADOW]]

define double @f(ptr %p) {
entry:
  %v = load double, ptr %p
  ret double %v
}

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
