; What is registered must fit: the expected signature is said, and what was found.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/forward.ll 2>&1 | FileCheck %s --check-prefix=FORWARD
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/reverse.ll 2>&1 | FileCheck %s --check-prefix=REVERSE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/augmented.ll 2>&1 | FileCheck %s --check-prefix=AUGMENTED
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/count.ll 2>&1 | FileCheck %s --check-prefix=COUNT
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/like.ll 2>&1 | FileCheck %s --check-prefix=LIKE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/allocation.ll 2>&1 | FileCheck %s --check-prefix=ALLOCATION
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/global.ll 2>&1 | FileCheck %s --check-prefix=GLOBAL
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/annotation.ll 2>&1 | FileCheck %s --check-prefix=ANNOTATION
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/no-body.ll 2>&1 | FileCheck %s --check-prefix=NO-BODY
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/lanes.ll 2>&1 | FileCheck %s --check-prefix=LANES

; FORWARD: 'df', the derivative of 'f', must be { double, double } or double (double, double, ptr, ptr, i32), but is double (double, double, ptr, i32); {{.*}} [BadRegistration]
; REVERSE: 'back', the reverse half of the gradient of 'f', must be double (double, ptr, ptr, double, and a tape if there is one), but is void (double, ptr, ptr, double)
; AUGMENTED: 'forth', the augmented half of the gradient of 'f', must be { ptr, double } (double), with the tape of the reverse half, but is double (double)
; COUNT: the array '__enzyme_register_gradient_f' must hold three functions: the primal, the augmented half of its gradient, the reverse half
; LIKE: 'f' cannot be like 'sinus': no function of that name and type has a rule
; ALLOCATION: 'take' must return a pointer and take its size as argument number 1 (counted from 0), and 'give' must take that pointer alone
; GLOBAL: the array '__enzyme_inactive_global' must hold addresses of global variables
; ANNOTATION: 'f' has the annotation 'enzyme_inactiv', which means nothing here
; NO-BODY: 'f' has no body, and no derivative is registered for reverse mode
; LANES: not supported yet: 'f' in 2 lanes at once: its registered derivative has effects that must not be repeated

;--- forward.ll
@__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @df]
declare double @f(double, ptr, i32)
declare double @df(double, double, ptr, i32)

;--- reverse.ll
@__enzyme_register_gradient_f = global [3 x ptr] [ptr @f, ptr @forth, ptr @back]
declare double @f(double, ptr)
declare double @forth(double, ptr, ptr)
declare void @back(double, ptr, ptr, double)

;--- augmented.ll
@__enzyme_register_gradient_f = global { ptr, ptr, ptr } { ptr @f, ptr @forth, ptr @back }
declare double @f(double)
declare double @forth(double)
declare double @back(double, double, ptr)

;--- count.ll
@__enzyme_register_gradient_f = global [2 x ptr] [ptr @f, ptr @forth]
declare double @f(double)
declare double @forth(double)

;--- like.ll
@.name = private constant [6 x i8] c"sinus\00"
@__enzyme_function_like_f = global [2 x ptr] [ptr @f, ptr @.name]
declare double @f(double)

;--- allocation.ll
@.minus = private constant [3 x i8] c"-1\00"
@__enzyme_allocation_like_take = global [4 x ptr] [ptr @take, ptr inttoptr (i64 1 to ptr), ptr @.minus, ptr @give]
declare ptr @take(i64)
declare void @give(ptr)

;--- global.ll
@__enzyme_inactive_global = global ptr @f
declare double @f(double)

;--- annotation.ll
@.name = private constant [15 x i8] c"enzyme_inactiv\00", section "llvm.metadata"
@.file = private constant [2 x i8] c"f\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @.name, ptr @.file, i32 1, ptr null }], section "llvm.metadata"
declare double @f(double)

;--- no-body.ll
@__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @df]
declare double @f(double)
declare double @df(double, double)
define double @g(double %x) {
  %y = call double @f(double %x)
  ret double %y
}
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @g, double %x)
  ret double %d
}
declare double @__enzyme_autodiff(...)

;--- lanes.ll
@enzyme_width = external global i32
@__enzyme_register_derivative_f = global [2 x ptr] [ptr @f, ptr @df]
declare void @f(ptr)
declare void @df(ptr, ptr)
define void @g(ptr %x) {
  call void @f(ptr %x)
  ret void
}
define void @ask(ptr %x, ptr %dx, ptr %dy) {
  %w = load i32, ptr @enzyme_width
  call void (...) @__enzyme_fwddiff(ptr @g, i32 %w, i32 2, ptr %x, ptr %dx, ptr %dy)
  ret void
}
declare void @__enzyme_fwddiff(...)
