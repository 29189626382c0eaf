; Memory that the request calls constant, and that is only read, makes nothing active.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant) -> active, 1 lane, unchanged 0 1, 1:{[-1]:Pointer}
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %r  active: computed from active data

define double @f(double %x, ptr %p) {
  %k = load double, ptr %p
  %r = fmul double %k, %x
  ret double %r
}

define void @ask(double %x, ptr %p) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %p)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
