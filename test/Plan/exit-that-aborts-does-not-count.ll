; An exit into code that never returns leaves the count of the other exit known.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %y  slot 0  double per iteration of %loop  for sin
; CHECK-NEXT:             %n  argument  for loop count
; CHECK-NEXT:    control  loop %loop  count recomputed  %n
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     16 bytes + 8 bytes per iteration of %loop (array)   stored 1 of 2 needed values

define double @f(double %x, i64 %n, i64 %bound) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %y = phi double [ %x, %entry ], [ %r, %body ]
  %in = icmp ult i64 %i, %bound
  br i1 %in, label %body, label %panic
body:
  %r = call double @llvm.sin.f64(double %y)
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
panic:
  call void @abort()
  unreachable
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)
declare void @abort()

define void @ask(double %x, i64 %n, i64 %bound) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n, i64 %bound)
  ret void
}

declare void @__enzyme_autodiff(...)
