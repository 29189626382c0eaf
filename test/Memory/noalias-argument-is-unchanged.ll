; Stores through another argument cannot reach memory behind noalias.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse @f(duplicated, duplicated) -> active, 1 lane, unchanged 0 1, 0:{[-1]:Pointer}, 1:{[-1]:Pointer}
; CHECK-NEXT:    %v  unchanged until the adjoint

define double @f(ptr noalias %p, ptr %q) {
  %v = load double, ptr %p
  %r = fmul double %v, %v
  store double %r, ptr %q
  ret double %r
}

define void @ask(ptr %p, ptr %p.d, ptr %q, ptr %q.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, ptr %q, ptr %q.d)
  ret void
}

declare void @__enzyme_autodiff(...)
