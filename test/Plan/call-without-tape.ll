; A callee whose adjoint reads only parameters has no tape.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @square  reverse split, 1 lane
; CHECK-NEXT:    values   %x  argument  for fmul
; CHECK-NEXT:    tape     0 bytes   stored 0 of 1 needed values
; CHECK-NEXT:  plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %x  argument  for call
; CHECK-NEXT:    calls    @square  split, no tape
; CHECK-NEXT:    tape     0 bytes   stored 0 of 1 needed values

define double @f(double %x) {
  %y = call double @square(double %x)
  ret double %y
}

define internal double @square(double %x) noinline {
  %r = fmul double %x, %x
  ret double %r
}

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
