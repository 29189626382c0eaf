; Requests that do not fit their function: each one message that says which argument and what was expected.
; RUN: split-file %s %t
; RUN: cat %t/common.ll %t/too-few.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=TOO-FEW
; RUN: cat %t/common.ll %t/too-many.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=TOO-MANY
; RUN: cat %t/common.ll %t/wrong-type.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=WRONG-TYPE
; RUN: cat %t/common.ll %t/no-shadow.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=NO-SHADOW
; RUN: cat %t/common.ll %t/marker-for-shadow.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=MARKER-FOR-SHADOW
; RUN: cat %t/common.ll %t/value-with-shadow.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=VALUE-WITH-SHADOW
; RUN: cat %t/common.ll %t/out-in-forward.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=OUT-IN-FORWARD
; RUN: cat %t/common.ll %t/no-such-marker.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=NO-SUCH-MARKER
; RUN: cat %t/common.ll %t/width-unknown.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=WIDTH-UNKNOWN
; RUN: cat %t/common.ll %t/wrong-result.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=WRONG-RESULT
; RUN: cat %t/common.ll %t/result-too-large.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=RESULT-TOO-LARGE
; RUN: cat %t/common.ll %t/no-function.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=NO-FUNCTION
; RUN: cat %t/common.ll %t/not-called.ll | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s --check-prefix=NOT-CALLED

; TOO-FEW: 'f' has 2 parameters, but the request passes only 1; requested in 'ask'; {{.*}} [BadRequest]
; TOO-MANY: 'f' has 2 parameters, but the request passes more
; WRONG-TYPE: the value of parameter 1 ('x') of 'f' must be of type double, but operand 2 of the request is of type ptr
; NO-SHADOW: the shadow of parameter 2 ('p') of 'f' is missing;
; MARKER-FOR-SHADOW: the shadow of parameter 2 ('p') of 'f' is missing: 'enzyme_const' stands there
; VALUE-WITH-SHADOW: parameter 1 ('x') of 'f' is passed by value, so it has no shadow in reverse mode; mark it enzyme_out
; OUT-IN-FORWARD: parameter 1 ('x') of 'f' is marked enzyme_out, which is for reverse mode
; NO-SUCH-MARKER: there is no marker 'enzyme_wodth'
; WIDTH-UNKNOWN: 'enzyme_width' must be followed by a constant number from 1 to 1024
; WRONG-RESULT: the request returns float, but its result is the adjoint of parameter 1 (double)
; RESULT-TOO-LARGE: the request returns { double, double }, but its result is the adjoint of parameter 1 (double)
; NO-FUNCTION: the request names no function to differentiate
; NOT-CALLED: '__enzyme_autodiff' must be called directly

;--- common.ll
@enzyme_out = external global i32
@enzyme_dup = external global i32
@enzyme_const = external global i32
@enzyme_wodth = external global i32
@enzyme_width = external global i32

define double @f(double %x, ptr %p) {
  %v = load double, ptr %p
  %r = fmul double %x, %v
  ret double %r
}

declare void @__enzyme_autodiff(...)
declare void @__enzyme_fwddiff(...)
declare float @__enzyme_autodiff_float(...)
declare { double, double } @__enzyme_autodiff_two(...)

;--- too-few.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

;--- too-many.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr %p, i32 7)
  ret void
}

;--- wrong-type.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p, ptr %p)
  ret void
}

;--- no-shadow.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p)
  ret void
}

;--- marker-for-shadow.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr @enzyme_const)
  ret void
}

;--- value-with-shadow.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_dup, double %x, double %x, ptr %p, ptr %p)
  ret void
}

;--- out-in-forward.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_out, double %x, ptr %p, ptr %p)
  ret void
}

;--- no-such-marker.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_wodth, double %x, ptr %p, ptr %p)
  ret void
}

;--- width-unknown.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_width, i32 %n, double %x, ptr %p, ptr %p)
  ret void
}

;--- wrong-result.ll
define void @ask(double %x, ptr %p, i32 %n) {
  %r = call float (...) @__enzyme_autodiff_float(ptr @f, double %x, ptr %p, ptr %p)
  store float %r, ptr %p
  ret void
}

;--- result-too-large.ll
define void @ask(double %x, ptr %p, i32 %n) {
  %r = call { double, double } (...) @__enzyme_autodiff_two(ptr @f, double %x, ptr %p, ptr %p)
  store { double, double } %r, ptr %p
  ret void
}

;--- no-function.ll
define void @ask(double %x, ptr %p, i32 %n) {
  call void (...) @__enzyme_autodiff()
  ret void
}

;--- not-called.ll
define void @ask(double %x, ptr %p, i32 %n) {
  store ptr @__enzyme_autodiff, ptr %p
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr %p)
  ret void
}
