; The two halves of a reverse derivative: what is missing or does not fit is said.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/no-tape.ll 2>&1 | FileCheck %s --check-prefix=NO-TAPE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/no-seed.ll 2>&1 | FileCheck %s --check-prefix=NO-SEED
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/small.ll 2>&1 | FileCheck %s --check-prefix=SMALL
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/no-size.ll 2>&1 | FileCheck %s --check-prefix=NO-SIZE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/whole.ll 2>&1 | FileCheck %s --check-prefix=WHOLE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/memory.ll 2>&1 | FileCheck %s --check-prefix=MEMORY
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/returned.ll 2>&1 | FileCheck %s --check-prefix=RETURNED

; NO-TAPE: the tape is missing: it is the last operand
; NO-SEED: behind the arguments of 'f' must stand the adjoint of its result, then the tape, but there are 1 operands
; SMALL: the tape of 'f' needs {{[0-9]+}} bytes, but only 8 are allocated
; NO-SIZE: memory for a tape is given as 'enzyme_allocated' with its size and 'enzyme_tape' with its address
; WHOLE: 'enzyme_tape' is for the two halves of a reverse derivative
; MEMORY: not supported yet: 'f' returns through memory, which the two halves of a derivative cannot share
; RETURNED: the request returns double, but its result is the tape (ptr), the primal's result (double)

;--- no-tape.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_reverse(ptr @f, double %x)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_reverse(...)

;--- no-seed.ll
define double @ask(double %x, ptr %tape) {
  %d = call double (...) @__enzyme_reverse(ptr @f, double %x, ptr %tape)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_reverse(...)

;--- small.ll
@enzyme_tape = external global i32
@enzyme_allocated = external global i32
define double @ask(double %x, ptr %memory) {
  %t = load i32, ptr @enzyme_tape
  %a = load i32, ptr @enzyme_allocated
  %d = call double (...) @__enzyme_augmentfwd(ptr @f, i32 %a, i64 8, i32 %t, ptr %memory, double %x)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_augmentfwd(...)

;--- no-size.ll
@enzyme_tape = external global i32
define double @ask(double %x, ptr %memory) {
  %t = load i32, ptr @enzyme_tape
  %d = call double (...) @__enzyme_augmentfwd(ptr @f, i32 %t, ptr %memory, double %x)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_augmentfwd(...)

;--- whole.ll
@enzyme_tape = external global i32
define double @ask(double %x, ptr %memory) {
  %t = load i32, ptr @enzyme_tape
  %d = call double (...) @__enzyme_autodiff(ptr @f, i32 %t, ptr %memory, double %x)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_autodiff(...)

;--- memory.ll
define ptr @ask(double %x, ptr %memory) {
  %d = call ptr (...) @__enzyme_augmentfwd(ptr @f, double %x)
  ret ptr %d
}
define void @f(ptr sret([4 x double]) %r, double %x) {
  store double %x, ptr %r
  ret void
}
declare ptr @__enzyme_augmentfwd(...)

;--- returned.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_augmentfwd(ptr @f, double %x)
  ret double %d
}
define double @f(double %x) {
  %y = fmul double %x, %x
  ret double %y
}
declare double @__enzyme_augmentfwd(...)
