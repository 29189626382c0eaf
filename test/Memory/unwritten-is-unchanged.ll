; Nothing writes: every load may be repeated.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse @f(duplicated) -> active, 1 lane, unchanged 0, 0:{[-1]:Pointer}
; CHECK-NEXT:    %v  unchanged until the adjoint

define double @f(ptr %p) {
  %v = load double, ptr %p
  %r = fmul double %v, %v
  ret double %r
}

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
