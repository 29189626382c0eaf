; rustc asks for a Const return by returning the primal's result without saying so: then nothing is seeded.
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s
; CHECK: request reverse @f(duplicated, active) -> constant, 1 lane, with result
; CHECK: request reverse @f(duplicated, active) -> active, 1 lane, unchanged
; CHECK: request reverse @f(duplicated, active) -> active, 1 lane, with result

@enzyme_out = external global ptr
@enzyme_dup = external global ptr
@enzyme_primal_return = external global ptr

define { double, double } @const(ptr %p, ptr %q, double %x) {
  %d = call { double, double } (...) @__enzyme_autodiff_const(ptr @f, ptr @enzyme_dup, ptr %p, ptr %q, ptr @enzyme_out, double %x)
  ret { double, double } %d
}

define double @active_only(ptr %p, ptr %q, double %x) {
  %d = call double (...) @__enzyme_autodiff_only(ptr @f, ptr @enzyme_dup, ptr %p, ptr %q, ptr @enzyme_out, double %x)
  ret double %d
}

define { double, double } @active(ptr %p, ptr %q, double %x) {
  %d = call { double, double } (...) @__enzyme_autodiff_active(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_dup, ptr %p, ptr %q, ptr @enzyme_out, double %x)
  ret { double, double } %d
}

define double @f(ptr %p, double %x) {
  %v = load double, ptr %p
  %r = fmul double %v, %x
  ret double %r
}

declare { double, double } @__enzyme_autodiff_const(...)
declare double @__enzyme_autodiff_only(...)
declare { double, double } @__enzyme_autodiff_active(...)
