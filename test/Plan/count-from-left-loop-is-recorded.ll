; The second loop's count is a result of the first: no value in scope names it, so it is counted.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %y  slot 0  double per iteration of %second  for sin
; CHECK-NEXT:    control  loop %second  count counted at run time  slot 1
; CHECK-NEXT:             join %second.preheader  past idle blocks to %entry
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     32 bytes + 8 bytes per iteration of %second (stack)   stored 1 of 1 needed values

define double @f(double %x, i64 %n) {
entry:
  br label %first
first:
  %k = phi i64 [ %n, %entry ], [ %half, %first ]
  %steps = phi i64 [ 1, %entry ], [ %steps.next, %first ]
  %half = lshr i64 %k, 1
  %steps.next = add nuw i64 %steps, 3
  %more = icmp ne i64 %half, 0
  br i1 %more, label %first, label %between
between:
  %count = phi i64 [ %half, %first ]
  %steps.out = phi i64 [ %steps.next, %first ]
  br label %second
second:
  %i = phi i64 [ 0, %between ], [ %next, %second ]
  %y = phi double [ %x, %between ], [ %r, %second ]
  %r = call double @llvm.sin.f64(double %y)
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %steps.out
  br i1 %done, label %exit, label %second
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
