; An external function that gets active data and that no rule knows is named, with the way to it.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: no derivative is known for 'mystery': {{.*}}; while differentiating 'f'; requested in 'ask'; {{.*}} [UnknownCallee]

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %y = call double @mystery(double %x)
  ret double %y
}

declare double @mystery(double)
declare double @__enzyme_autodiff(...)
