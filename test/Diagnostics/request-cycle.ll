; A function cannot be differentiated when it needs its own derivative.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: 'f' needs its own derivative: it reaches 'slope'; requested in 'slope'; {{.*}} [RequestCycle]

define double @slope(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %s = call double @slope(double %x)
  %r = fmul double %x, %s
  ret double %r
}

declare double @__enzyme_autodiff(...)
