; With no-recompute, what could be computed again is kept; loads whose address is at hand are still repeated.
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-recompute>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %p'  slot 0  ptr per iteration of %loop  for load
; CHECK-NEXT:             %v  reload  unchanged until the adjoint  for fmul
; CHECK-NEXT:             %n  argument  for loop count
; CHECK-NEXT:             %p  slot 1  ptr per iteration of %loop  for reload
; CHECK-NEXT:    control  loop %loop  count recomputed  %n
; CHECK-NEXT:    tape     16 bytes + 16 bytes per iteration of %loop (array)   stored 2 of 4 needed values

define double @f(ptr noalias %a, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %twice = shl i64 %i, 1
  %odd = add i64 %twice, 1
  %p = getelementptr double, ptr %a, i64 %odd
  %v = load double, ptr %p
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
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
