; Squares of squares are computed again from what is read again: nothing is kept.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-recompute>' -disable-output %s | FileCheck %s --check-prefix=KEPT

; CHECK:     plan @f  reverse combined, 1 lane
; CHECK:     %v  reload  unchanged until the adjoint  for fmul
; CHECK:     %v2  recompute  fmul  for fmul
; CHECK:     %v4  recompute  fmul  for fmul
; CHECK:     tape     0 bytes   stored 0 of

; KEPT:      %v2  slot {{[0-9]+}}  double per iteration of %loop
; KEPT:      %v4  slot {{[0-9]+}}  double per iteration of %loop

define double @f(ptr %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %v2 = fmul double %v, %v
  %v4 = fmul double %v2, %v2
  %v8 = fmul double %v4, %v4
  %more = fadd double %sum, %v8
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
