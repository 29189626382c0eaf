; The marker function, the marker globals and the loads that only the request used are gone.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s --implicit-check-not=enzyme

@enzyme_out = external global i32

; CHECK-LABEL: define double @ask(
; CHECK:         %[[D:.*]] = call double @fluxion.{{.*}}(double %x, double 1.000000e+00)
; CHECK-NEXT:    ret double %[[D]]
define double @ask(double %x) {
  %out = load i32, ptr @enzyme_out
  %d = call double (...) @__enzyme_autodiff(ptr @f, i32 %out, double %x)
  ret double %d
}

define double @f(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

declare double @__enzyme_autodiff(...)
