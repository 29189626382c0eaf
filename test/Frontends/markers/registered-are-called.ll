; Registered derivatives are called from functions like any other derivative; the arrays, and what was made of them, are gone.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s --check-prefix=GONE

; GONE-NOT: __enzyme
; GONE-NOT: fluxion.gradient{{$}}

; CHECK: @llvm.compiler.used = appending global [1 x ptr] [ptr @other]
@other = global i32 0
@llvm.compiler.used = appending global [2 x ptr] [ptr @__enzyme_register_gradient_f, ptr @other]
@__enzyme_register_gradient_f = internal constant [3 x ptr] [ptr @f, ptr @forth, ptr @back]
@__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @along]

; CHECK-LABEL: define internal {{.*}}@fluxion.gradient.f(double %0, double %1)
; CHECK: %[[A:.*]] = call { ptr, double } @forth(double %0)
; CHECK: %[[TAPE:.*]] = extractvalue { ptr, double } %[[A]], 0
; CHECK: call double @back(double %0, double %1, ptr %[[TAPE]])

; CHECK-LABEL: define internal {{.*}}@fluxion.forward.f(double %0, double %1)
; CHECK: call double @along(double %0, double %1)
define double @f(double %x) {
  ret double %x
}
declare { ptr, double } @forth(double)
declare double @back(double, double, ptr)
declare double @along(double, double)

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  %t = call double (...) @__enzyme_fwddiff(ptr @f, double %x, double 1.0)
  %s = fadd double %d, %t
  ret double %s
}
declare double @__enzyme_autodiff(...)
declare double @__enzyme_fwddiff(...)
