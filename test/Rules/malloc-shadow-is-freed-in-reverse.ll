; An allocation that carries active data has a zeroed twin; free waits for the adjoint.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       entry:
; CHECK:         call {{.*}}ptr @malloc(i64 %
; CHECK:         call {{.*}}ptr @{{[mc]}}alloc(
; CHECK:       rev.entry:
; CHECK:         call void @free(ptr

define double @f(double %x, i64 %n) {
entry:
  %p = call noalias ptr @malloc(i64 %n)
  %q = getelementptr double, ptr %p, i64 %n
  store double %x, ptr %q
  %v = load double, ptr %p
  call void @free(ptr %p)
  ret double %v
}
declare noalias ptr @malloc(i64)
declare void @free(ptr)

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
