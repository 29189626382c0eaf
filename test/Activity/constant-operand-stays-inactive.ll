; What depends only on constants has no derivative.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant) -> active, 1 lane, unchanged 0 1
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %r  active: computed from active data

define double @f(double %x, double %k) {
  %c = fmul double %k, %k
  %r = fmul double %x, %c
  ret double %r
}

define void @ask(double %x, double %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, double %k)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
