; A request inside a primal is resolved before the primal is differentiated: @slope stands above @ask or
; below it, in a callee or as the primal itself.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s --check-prefix=REQUEST
; REQUEST: request reverse @f(active) -> active
; REQUEST: request forward @twice(active) -> active

; CHECK-NOT: call {{.*}}__enzyme
; CHECK-LABEL: define double @ask(
; CHECK:         call double @fluxion.{{.*}}(double %x, double 1.000000e+00)
define double @ask(double %x) {
  %d = call double (...) @__enzyme_fwddiff(ptr @twice, double %x, double 1.0)
  ret double %d
}

define double @twice(double %x) {
  %s = call double @slope(double %x)
  %r = fmul double %s, 2.0
  ret double %r
}

define double @slope(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %a = fmul double %x, %x
  %r = fmul double %a, %x
  ret double %r
}

declare double @__enzyme_autodiff(...)
declare double @__enzyme_fwddiff(...)
