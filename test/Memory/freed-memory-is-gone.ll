; What the function frees is gone when the adjoint runs.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse split @touch(duplicated) -> constant, 1 lane, 0:{[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %v  its memory may be gone or changed when the adjoint runs
; CHECK-NEXT:  memory of reverse @f(active) -> active, 1 lane, unchanged 0
; CHECK-NEXT:    %v  may be overwritten by the call of free

define double @f(double %x) {
  %p = call noalias ptr @malloc(i64 8)
  store double %x, ptr %p
  call void @touch(ptr %p)
  %v = load double, ptr %p
  %r = fmul double %v, %v
  call void @free(ptr %p)
  ret double %r
}

define internal void @touch(ptr %p) noinline {
  %v = load double, ptr %p
  %w = fadd double %v, 1.0
  store double %w, ptr %p
  ret void
}
declare noalias ptr @malloc(i64)
declare void @free(ptr)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
