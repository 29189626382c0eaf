; The caller overwrites the memory after the call, so the callee keeps what it loaded.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @g  reverse split, 1 lane
; CHECK-NEXT:    values   %p'  argument  for load
; CHECK-NEXT:             %v  slot 0  double  kept: its memory may be gone or changed when the adjoint runs  for fmul
; CHECK-NEXT:    tape     8 bytes   stored 1 of 2 needed values
; CHECK-NEXT:  plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %p'  argument  for call
; CHECK-NEXT:    calls    @g  split, tape in slot 0
; CHECK-NEXT:    delayed  store to %p  until the adjoint is done
; CHECK-NEXT:    tape     8 bytes   stored 0 of 1 needed values

define double @f(ptr %p) {
  %y = call double @g(ptr %p)
  store double 0.0, ptr %p
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
