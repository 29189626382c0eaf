; A store that comes later in the same block is named; an earlier one does not matter.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse @f(duplicated, duplicated) -> active, 1 lane, unchanged 0 1, 0:{[-1]:Pointer}, 1:{[-1]:Pointer}
; CHECK-NEXT:    %v  may be overwritten by the store in %entry

define double @f(ptr %p, ptr %q) {
entry:
  store double 1.0, ptr %q
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
