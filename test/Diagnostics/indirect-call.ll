; A call through a pointer that gets active data is not differentiated yet.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: not supported yet: a call through a pointer carries a derivative here, and no function of its type has its address taken {{.*}} [IndirectCall]

define double @ask(double %x, ptr %callee) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %callee)
  ret double %d
}

define double @f(double %x, ptr %callee) {
  %y = call double %callee(double %x)
  ret double %y
}

@enzyme_const = external global ptr
declare double @__enzyme_autodiff(...)
