; The function to differentiate must be known where the request is.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/argument.ll 2>&1 | FileCheck %s --check-prefix=ARGUMENT
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/table.ll 2>&1 | FileCheck %s --check-prefix=TABLE

; ARGUMENT: the function to differentiate is an argument of 'slope', which is only known once that is inlined{{.*}} [UnknownPrimal]
; TABLE: the function to differentiate is not known here; {{.*}} [UnknownPrimal]

;--- argument.ll
define double @slope(ptr %f, double %x) {
  %variable = alloca ptr
  store ptr %f, ptr %variable
  %g = load ptr, ptr %variable
  %d = call double (...) @__enzyme_autodiff(ptr %g, double %x)
  ret double %d
}

declare double @__enzyme_autodiff(...)

;--- table.ll
@table = external global ptr

define double @from_table(double %x) {
  %g = load ptr, ptr @table
  %d = call double (...) @__enzyme_autodiff(ptr %g, double %x)
  ret double %d
}

declare double @__enzyme_autodiff(...)
