; Printing neither carries a derivative nor costs tape.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %x  argument  for fmul
; CHECK-NEXT:    calls    @printf  no derivative: no active data
; CHECK-NEXT:    tape     0 bytes   stored 0 of 1 needed values

define double @f(double %x) {
  %n = call i32 (ptr, ...) @printf(ptr @text, double %x)
  %r = fmul double %x, %x
  ret double %r
}
@text = private constant [4 x i8] c"%f\0A\00"
declare i32 @printf(ptr, ...)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
