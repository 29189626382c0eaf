; A routine of BLAS that would write active data to memory that the user called constant is an error; so is one with other types.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/constant.ll 2>&1 | FileCheck %s --check-prefix=CONSTANT
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/types.ll 2>&1 | FileCheck %s --check-prefix=TYPES

; CONSTANT: 'cblas_dcopy' writes active data behind its parameter 4, which is constant
; TYPES: no derivative is known for 'cblas_ddot': the function has no body here and no rule

;--- constant.ll
@enzyme_const = external global i32
define void @f(ptr %x, ptr %y) {
  call void @cblas_dcopy(i32 3, ptr %x, i32 1, ptr %y, i32 1)
  ret void
}
declare void @cblas_dcopy(i32, ptr, i32, ptr, i32)
define void @ask(ptr %x, ptr %dx, ptr %y) {
  %c = load i32, ptr @enzyme_const
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx, i32 %c, ptr %y)
  ret void
}
declare void @__enzyme_autodiff(...)

;--- types.ll
define double @f(ptr %x) {
  %r = call double @cblas_ddot(i64 3, ptr %x, i64 1, ptr %x, i64 1)
  ret double %r
}
declare double @cblas_ddot(i64, ptr, i64, ptr, i64)
define void @ask(ptr %x, ptr %dx) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx)
  ret void
}
declare void @__enzyme_autodiff(...)
