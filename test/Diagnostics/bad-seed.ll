; Seeds that do not fit.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/forward.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=FORWARD
; RUN: cat %t/common.ll %t/type.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=TYPE
; RUN: cat %t/common.ll %t/missing.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=MISSING
; RUN: cat %t/common.ll %t/void.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=VOID

; FORWARD: 'fluxion_seed' is for reverse mode; forward mode takes tangents of the arguments
; TYPE: a seed of 'f' must be of type double, but operand 5 of the request is of type i64
; MISSING: 'fluxion_seed' must be followed by a seed for each of 1 lanes
; VOID: 'v' returns nothing that could have a seed

;--- common.ll
@fluxion_seed = external global ptr
@enzyme_out = external global ptr
@enzyme_dup = external global ptr
declare double @__enzyme_autodiff(...)
declare double @__enzyme_fwddiff(...)
define double @f(double %x) {
  ret double %x
}
define void @v(ptr %x) {
  ret void
}
;--- forward.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_dup, double %x, double %x, ptr @fluxion_seed, double %x)
  ret double %d
}
;--- type.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_out, double %x, ptr @fluxion_seed, i64 3)
  ret double %d
}
;--- missing.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_out, double %x, ptr @fluxion_seed)
  ret double %d
}
;--- void.ll
define double @ask(ptr %x, ptr %y) {
  %d = call double (...) @__enzyme_autodiff(ptr @v, ptr @enzyme_dup, ptr %x, ptr %y, ptr @fluxion_seed, double 1.0)
  ret double %d
}
