; Without markers an argument's type decides: floats are active, pointers duplicated, integers constant.
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s
; CHECK: request reverse @f(active, duplicated, constant) -> active, 1 lane
; CHECK: request forward @f(active, duplicated, constant) -> active, 1 lane

define double @reverse(double %x, ptr %p, ptr %q, i64 %n) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr %q, i64 %n)
  ret double %d
}

define double @forward(double %x, double %t, ptr %p, ptr %q, i64 %n) {
  %d = call double (...) @__enzyme_fwddiff(ptr @f, double %x, double %t, ptr %p, ptr %q, i64 %n)
  ret double %d
}

define double @f(double %x, ptr %p, i64 %n) {
  %a = getelementptr double, ptr %p, i64 %n
  %v = load double, ptr %a
  %y = fmul double %x, %v
  ret double %y
}

declare double @__enzyme_autodiff(...)
declare double @__enzyme_fwddiff(...)
