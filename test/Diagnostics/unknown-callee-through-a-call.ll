; The trail names every function on the way, innermost first.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: 'mystery': {{.*}}; while differentiating 'inner'; while differentiating 'f'; requested in 'ask'; {{.*}} [UnknownCallee]

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %y = call double @inner(double %x)
  ret double %y
}

define double @inner(double %x) noinline {
  %y = call double @mystery(double %x)
  ret double %y
}

declare double @mystery(double)
declare double @__enzyme_autodiff(...)
