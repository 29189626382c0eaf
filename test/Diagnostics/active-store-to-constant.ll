; Active data that goes through memory which the request calls constant would lose its derivative.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: active data is written to memory that is marked constant ('p') and read back from it, {{.*}} [ActiveStoreToConstant]

define double @ask(double %x, ptr %p) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %p)
  ret double %d
}

define double @f(double %x, ptr %p) {
  store double %x, ptr %p
  %y = load volatile double, ptr %p
  ret double %y
}

@enzyme_const = external global ptr
declare double @__enzyme_autodiff(...)
