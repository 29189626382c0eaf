; A local variable that active data is exchanged with has a shadow, so the exchange is not overlooked.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: a compare-and-exchange of floats or pointers

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %v = alloca i64
  store i64 0, ptr %v
  %bits = bitcast double %x to i64
  %first = cmpxchg ptr %v, i64 0, i64 %bits seq_cst seq_cst
  %y = load volatile double, ptr %v
  ret double %y
}

declare double @__enzyme_autodiff(...)
