; A loop's result that code behind the loop reads is a phi of the exit block, kept there once.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %r.lcssa  slot 0  double  for sin
; CHECK-NEXT:    control  loop %loop  count constant  10
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     8 bytes   stored 1 of 1 needed values

define double @f(double %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = fadd double %y, 1.0
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  %out = phi double [ %r, %loop ]
  %s = call double @llvm.sin.f64(double %out)
  ret double %s
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
