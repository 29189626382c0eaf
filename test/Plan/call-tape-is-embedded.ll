; A differentiated call is split; its tape is one slot of the caller.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @g  reverse split, 1 lane
; CHECK-NEXT:    values   %x  argument  for sin
; CHECK-NEXT:             %e  slot 0  double  for exp
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:             @llvm.exp.f64  rule exp
; CHECK-NEXT:    tape     8 bytes   stored 1 of 2 needed values
; CHECK-NEXT:  plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %x  argument  for call
; CHECK-NEXT:             %y  slot 0  double  for fmul
; CHECK-NEXT:    calls    @g  split, tape in slot 1
; CHECK-NEXT:    tape     16 bytes   stored 1 of 2 needed values

define double @f(double %x) {
  %y = call double @g(double %x)
  %r = fmul double %y, %x
  ret double %r
}

define internal double @g(double %x) noinline {
  %s = call double @llvm.sin.f64(double %x)
  %e = call double @llvm.exp.f64(double %s)
  ret double %e
}
declare double @llvm.sin.f64(double)
declare double @llvm.exp.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
