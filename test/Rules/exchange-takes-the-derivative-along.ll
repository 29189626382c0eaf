; What an exchange wrote to a local variable has its derivative there, if the exchange was done.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; CHECK-LABEL: define internal double @fluxion.gradient.f(
; CHECK:         [[DONE:%.*]] = extractvalue { i64, i1 } %first, 1
; CHECK:         select i1 [[DONE]], double {{.*}}, double 0.0

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
