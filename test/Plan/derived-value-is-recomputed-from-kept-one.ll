; Of a value and its square, both read, one slot is enough.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %y  slot 0  double per iteration of %loop  for fmul
; CHECK-NEXT:             %square  recompute  fmul  for sin
; CHECK-NEXT:    control  loop %loop  count constant  10
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     8 bytes + 8 bytes per iteration of %loop (array)   stored 1 of 2 needed values

define double @f(double %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %square = fmul double %y, %y
  %s = call double @llvm.sin.f64(double %square)
  %r = fmul double %s, 0.5
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
