; A load whose memory is overwritten before the adjoint is kept in a slot, and the plan says by what.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %at'  recompute  {%p,+,8}<%loop>  for load
; CHECK-NEXT:             %v  slot 0  double per iteration of %loop  kept: may be overwritten by the store in %loop  for fmul
; CHECK-NEXT:             %n  argument  for loop count
; CHECK-NEXT:             %p'  argument  for recompute
; CHECK-NEXT:    control  loop %loop  count recomputed  %n
; CHECK-NEXT:    tape     16 bytes + 8 bytes per iteration of %loop (array)   stored 1 of 4 needed values

define void @f(ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %at
  %r = fmul double %v, %v
  store double %r, ptr %at
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define void @ask(ptr %p, ptr %p.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
