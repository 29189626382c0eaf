; After clean-up, the gradient of a sum over an array runs no loop of the primal: only shadows are added to.
; RUN: %fluxion-opt -passes='fluxion' -S %s | FileCheck %s

; CHECK-LABEL: define internal void @fluxion.gradient.f(ptr %0, ptr %1,
; CHECK-NOT:     ptr %0
; CHECK:       rev.loop:
; CHECK:         %[[AT:.*]] = getelementptr i8, ptr %1,
; CHECK:         load double, ptr %[[AT]]
; CHECK-NEXT:    fadd double
; CHECK-NEXT:    store double %{{.*}}, ptr %[[AT]]
; CHECK-NOT:     ptr %0
; CHECK:         ret void

define double @f(ptr %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %p
  %more = fadd double %sum, %v
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define void @ask(ptr %a, ptr %a.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %a.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
