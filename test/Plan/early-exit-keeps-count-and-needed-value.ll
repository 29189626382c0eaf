; A loop that may be left early keeps how often it ran and, per pass, the one value that is not read again.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:      plan @f  reverse combined, 1 lane
; CHECK-NEXT:   values   %p'  recompute  {%x,+,8}<%loop>  for load
; CHECK-NEXT:            %v  reload  unchanged until the adjoint  for fmul
; CHECK-NEXT:            %y  slot 0  double per iteration of %loop  for fmul
; CHECK-NEXT:            %p  recompute
; CHECK-NEXT:            %x'  argument
; CHECK-NEXT:            %x  argument
; CHECK-NEXT:   control  loop %loop  count counted at run time  slot 1
; CHECK-NEXT:   tape     32 bytes + 8 bytes per iteration of %loop (stack)   stored 1 of 6 needed values

define double @f(ptr %x, double %start, double %limit, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %y = phi double [ %start, %entry ], [ %grown, %latch ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %grown = fmul double %y, %v
  %enough = fcmp ogt double %grown, %limit
  br i1 %enough, label %exit, label %latch
latch:
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %grown
}

define void @ask(ptr %x, ptr %x.d, double %start, double %limit, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, double %start, metadata !"enzyme_const", double %limit, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
