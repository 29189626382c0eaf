; The shadow of a loaded pointer is loaded from the shadow again, where the pointers do not change.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %row'  reload  unchanged until the adjoint  for load
; CHECK-NEXT:             %v  reload  unchanged until the adjoint  for fmul
; CHECK-NEXT:             %n  argument  for loop count
; CHECK-NEXT:             %at'  recompute  {%rows,+,8}<%loop>  for reload
; CHECK-NEXT:             %row  reload  unchanged until the adjoint  for reload
; CHECK-NEXT:             %at  recompute  {%rows,+,8}<%loop>  for reload
; CHECK-NEXT:             %rows'  argument  for recompute
; CHECK-NEXT:             %rows  argument  for recompute
; CHECK-NEXT:    control  loop %loop  count recomputed  %n
; CHECK-NEXT:    tape     0 bytes   stored 0 of 8 needed values

define double @f(ptr noalias %rows, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %at = getelementptr ptr, ptr %rows, i64 %i
  %row = load ptr, ptr %at
  %v = load double, ptr %row
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define void @ask(ptr %rows, ptr %rows.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %rows, ptr %rows.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
