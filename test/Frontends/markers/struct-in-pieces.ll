; clang passes a small struct in pieces, which carry no noundef: one marker holds for all of them, and
; all values come before all shadows.
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s --check-prefix=REQUEST
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; REQUEST: request reverse @f(active, active, constant) -> active
; REQUEST: request reverse @f(constant, constant, active) -> active
; REQUEST: request forward @f(active, active, active) -> active

@enzyme_dup = external global i32
@enzyme_out = external global i32
@enzyme_const = external global i32

define { double, double } @active(double %a, double %b, double noundef %y) {
  %out = load i32, ptr @enzyme_out
  %const = load i32, ptr @enzyme_const
  %d = call { double, double } (ptr, ...) @__enzyme_autodiff(ptr noundef @f, i32 noundef %out, double %a, double %b, i32 noundef %const, double noundef %y)
  ret { double, double } %d
}

define double @constant(double %a, double %b, double noundef %y) {
  %const = load i32, ptr @enzyme_const
  %d = call double (ptr, ...) @__enzyme_autodiff1(ptr noundef @f, i32 noundef %const, double %a, double %b, double noundef %y)
  ret double %d
}

; CHECK-LABEL: define double @dual(
; CHECK:         call double @fluxion.{{.*}}(double %a, double %da, double %b, double %db, double %y, double %dy)
define double @dual(double %a, double %b, double %da, double %db, double noundef %y, double noundef %dy) {
  %dup = load i32, ptr @enzyme_dup
  %d = call double (ptr, ...) @__enzyme_fwddiff(ptr noundef @f, i32 noundef %dup, double %a, double %b, double %da, double %db, double noundef %y, double noundef %dy)
  ret double %d
}

define double @f(double %a, double %b, double noundef %y) {
  %p = fmul double %a, %b
  %r = fmul double %p, %y
  ret double %r
}

declare { double, double } @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_autodiff1(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
