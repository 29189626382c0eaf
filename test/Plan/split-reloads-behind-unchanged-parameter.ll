; A callee may reload what its caller leaves unchanged until the adjoint.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @g  reverse split, 1 lane
; CHECK-NEXT:    values   %p'  argument  for load
; CHECK-NEXT:             %v  reload  unchanged until the adjoint  for fmul
; CHECK-NEXT:             %p  argument  for reload
; CHECK-NEXT:    tape     0 bytes   stored 0 of 3 needed values
; CHECK-NEXT:  plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %p  argument  for call
; CHECK-NEXT:             %p'  argument  for call
; CHECK-NEXT:    calls    @g  split, no tape
; CHECK-NEXT:    tape     0 bytes   stored 0 of 2 needed values

define double @f(ptr %p) {
  %y = call double @g(ptr %p)
  ret double %y
}

define internal double @g(ptr %p) noinline {
  %v = load double, ptr %p
  %r = fmul double %v, %v
  ret double %r
}

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
