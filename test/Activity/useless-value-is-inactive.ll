; A value that depends on active data but reaches no output is not active.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active) -> active, 1 lane, unchanged 0
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %r  active: computed from active data

define double @f(double %x) {
  %unused = call double @exp(double %x)
  %n = call i32 (ptr, ...) @printf(ptr @text, double %unused)
  %r = fmul double %x, 2.0
  ret double %r
}
@text = private constant [4 x i8] c"%f\0A\00"
declare double @exp(double)
declare i32 @printf(ptr, ...)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
