; What a callee writes on ways that never return has no derivative, so such a call carries none.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant) -> active
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %r  active: computed from active data
; CHECK-NOT:     {{active|shadow}}:

define double @f(double %x, ptr %c) {
  %v = call double @checked(ptr %c)
  %r = fmul double %x, %v
  ret double %r
}

define internal double @checked(ptr %c) {
  %v = load double, ptr %c
  %bad = fcmp olt double %v, 0.0
  br i1 %bad, label %panic, label %good
panic:
  store double %v, ptr @last.panic
  call void @abort()
  unreachable
good:
  ret double %v
}

@last.panic = internal global double 0.0

define void @ask(double %x, ptr %c) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %c)
  ret void
}

@enzyme_const = external global ptr
declare void @abort() noreturn
declare void @__enzyme_autodiff(...)
