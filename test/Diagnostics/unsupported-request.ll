; Requests and markers that are known but not supported yet say so, and never pass for something else.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/array.ll 2>&1 | FileCheck %s --check-prefix=ARRAY
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/kind.ll 2>&1 | FileCheck %s --check-prefix=KIND
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/marker.ll 2>&1 | FileCheck %s --check-prefix=MARKER
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/variadic.ll 2>&1 | FileCheck %s --check-prefix=VARIADIC

; ARRAY: not supported yet: the array '__enzyme_register_splitderivative_f'; {{.*}} [UnsupportedRequest]
; KIND: not supported yet: requests of the kind '__enzyme_batch'
; MARKER: not supported yet: the marker 'enzyme_runtime_activity'
; VARIADIC: not supported yet: 'f' takes a variable number of arguments

;--- array.ll
@__enzyme_register_splitderivative_f = global [3 x ptr] [ptr @f, ptr @f, ptr @f]

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  ret double %x
}

declare double @__enzyme_autodiff(...)

;--- kind.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_batch(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  ret double %x
}

declare double @__enzyme_batch(...)

;--- marker.ll
@enzyme_runtime_activity = external global i32

define double @ask(double %x) {
  %m = load i32, ptr @enzyme_runtime_activity
  %d = call double (...) @__enzyme_autodiff(ptr @f, i32 %m, double %x)
  ret double %d
}

define double @f(double %x) {
  ret double %x
}

declare double @__enzyme_autodiff(...)

;--- variadic.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x, ...) {
  ret double %x
}

declare double @__enzyme_autodiff(...)
