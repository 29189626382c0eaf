; A load that only a recomputed value reads is repeated like any other.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK: %d  recompute  fsub  for fmul
; CHECK: %a  reload  unchanged until the adjoint  for recompute
; CHECK: %b  reload  unchanged until the adjoint  for recompute
; CHECK: tape     0 bytes

define double @f(ptr %x, ptr %y, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %y, i64 %i
  %a = load double, ptr %p
  %b = load double, ptr %q
  %d = fsub double %a, %b
  %square = fmul double %d, %d
  %more = fadd double %sum, %square
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, ptr %y, ptr %y.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, ptr %y, ptr %y.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
