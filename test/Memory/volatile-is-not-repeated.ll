; A volatile load is not repeated.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse @f(active, constant) -> active, 1 lane, unchanged 0 1, 1:{[-1]:Pointer}
; CHECK-NEXT:    %k  volatile or atomic

define double @f(double %x, ptr %p) {
  %k = load volatile double, ptr %p
  %r = fmul double %k, %x
  ret double %r
}

define void @ask(double %x, ptr %p) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %p)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
