; The rules of the routines that are called are linked, internally; nothing is left of those that nobody used.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=UNUSED

; UNUSED: define internal {{.*}}@fluxion_reverse_cblas_dgemv(
; UNUSED-NOT: define {{.*}}fluxion_tangent
; UNUSED-NOT: define {{.*}}dgemm

; CHECK: define internal {{.*}}@fluxion.augmented.cblas_dgemv(
; CHECK: call ptr @fluxion_augmented_cblas_dgemv(
; CHECK: define internal {{.*}}@fluxion.adjoint.cblas_dgemv(
; CHECK: call {{.*}} @fluxion_reverse_cblas_dgemv(
; CHECK: call void @fluxion_release_tape(
define double @f(ptr noalias %a, ptr noalias %x) {
  %y = alloca [2 x double]
  call void @cblas_dgemv(i32 102, i32 111, i32 2, i32 2, double 1.0, ptr %a, i32 2, ptr %x, i32 1, double 0.0, ptr %y, i32 1)
  %r = load double, ptr %y
  ret double %r
}
declare void @cblas_dgemv(i32, i32, i32, i32, double, ptr, i32, ptr, i32, double, ptr, i32)
define void @ask(ptr %a, ptr %da, ptr %x, ptr %dx) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %da, ptr %x, ptr %dx)
  ret void
}
declare void @__enzyme_autodiff(...)
