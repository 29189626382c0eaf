; Phis of one block are parallel copies: all adjoints are read and cleared before any is added to.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: rev.loop:
; CHECK:         store double %{{.*}}, ptr %b.adj
; CHECK-NEXT:    %[[A:.*]] = load double, ptr %a.adj
; CHECK-NEXT:    store double -0.000000e+00, ptr %a.adj
; CHECK-NEXT:    %[[B:.*]] = load double, ptr %b.adj
; CHECK-NEXT:    store double -0.000000e+00, ptr %b.adj
; CHECK:         br i1 %first
; CHECK-LABEL: rev.back:
; CHECK:         fadd double %{{.*}}, %[[A]]
; CHECK-NEXT:    store double %{{.*}}, ptr %b.adj
; CHECK:         fadd double %{{.*}}, %[[B]]
; CHECK-NEXT:    store double %{{.*}}, ptr %r.adj

define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = phi double [ %x, %entry ], [ %b, %loop ]
  %b = phi double [ 1.0, %entry ], [ %r, %loop ]
  %r = fmul double %a, %b
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
}

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
