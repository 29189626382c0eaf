; An external function that gets nothing active is called as it is, without a word.
; RUN: %fluxion-opt -passes=fluxion -S %s 2>&1 | FileCheck %s
; CHECK-NOT: error
; CHECK:     call double @mystery(double 2.000000e+00)

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %k = call double @mystery(double 2.0)
  %y = fmul double %x, %k
  ret double %y
}

declare double @mystery(double)
declare double @__enzyme_autodiff(...)
