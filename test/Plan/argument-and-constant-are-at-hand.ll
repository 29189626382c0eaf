; A product reads the other operand: arguments are at hand, constants are not even named.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %y  argument  for fmul
; CHECK-NEXT:             %x  argument  for fmul
; CHECK-NEXT:    tape     0 bytes   stored 0 of 2 needed values

define double @f(double %x, double %y) {
  %tripled = fmul double %x, 3.0
  %r = fmul double %tripled, 2.0
  %p = fmul double %x, %y
  %sum = fadd double %r, %p
  ret double %sum
}

define void @ask(double %x, double %y) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, double %y)
  ret void
}

declare void @__enzyme_autodiff(...)
