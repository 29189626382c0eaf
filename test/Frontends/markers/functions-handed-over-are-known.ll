; A function that a request hands to its primal is called directly there, also by requests inside; nothing of the primal that does not know it is left.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s
; CHECK-LABEL: define double @main(
; CHECK: call void @fluxion.gradient.apply.known(
; CHECK-LABEL: define double @second(
; CHECK: call void @fluxion.forward.gradient.known(
; CHECK-NOT: fluxion.dispatch
; CHECK-NOT: define {{.*}} @gradient(
; CHECK-NOT: __fluxion

@fluxion_const = external global i32
@fluxion_dup = external global i32

define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define double @cube(double %x) {
  %y = fmul double %x, %x
  %z = fmul double %y, %x
  ret double %z
}

define internal void @apply(ptr %f, ptr %result, ptr %x) {
  %v = load double, ptr %x
  %y = call double %f(double %v)
  store double %y, ptr %result
  ret void
}

define internal void @gradient(ptr %f, ptr %dx, ptr %x) {
  %y = alloca double
  %dy = alloca double
  store double 1.0, ptr %dy
  %const = load i32, ptr @fluxion_const
  %dup = load i32, ptr @fluxion_dup
  call void (ptr, ...) @__fluxion_autodiff(ptr @apply, i32 %const, ptr %f, i32 %dup, ptr %y, ptr %dy, i32 %dup, ptr %x, ptr %dx)
  ret void
}

define double @main(ptr %x, ptr %dx, ptr %y, ptr %dy) {
  %const = load i32, ptr @fluxion_const
  %dup = load i32, ptr @fluxion_dup
  call void (ptr, ...) @__fluxion_autodiff(ptr @apply, i32 %const, ptr @square, i32 %dup, ptr %y, ptr %dy, i32 %dup, ptr %x, ptr %dx)
  %r = load double, ptr %dx
  ret double %r
}

define double @second(ptr %x, ptr %v, ptr %dx, ptr %hv) {
  %const = load i32, ptr @fluxion_const
  %dup = load i32, ptr @fluxion_dup
  call void (ptr, ...) @__fluxion_fwddiff(ptr @gradient, i32 %const, ptr @cube, i32 %dup, ptr %dx, ptr %hv, i32 %dup, ptr %x, ptr %v)
  %r = load double, ptr %hv
  ret double %r
}

declare void @__fluxion_autodiff(ptr, ...)
declare void @__fluxion_fwddiff(ptr, ...)
