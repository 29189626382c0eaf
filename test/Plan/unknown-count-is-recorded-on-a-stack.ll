; A loop that data ends is counted at run time, and its records are pushed on a stack.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %y  slot 0  double per iteration of %loop  for sin
; CHECK-NEXT:    control  loop %loop  count counted at run time  slot 1
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     32 bytes + 8 bytes per iteration of %loop (stack)   stored 1 of 1 needed values

define double @f(double %x) {
entry:
  br label %loop
loop:
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = call double @llvm.sin.f64(double %y)
  %more = fcmp ogt double %r, 1.0e-1
  br i1 %more, label %loop, label %exit
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
