; A request that is invoked unwinds to where it did, with the same values in the phis there.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define double @ask(
; CHECK:         invoke double @fluxion.{{.*}}(double %x, double 1.000000e+00)
; CHECK-NEXT:      to label %[[NEXT:.*]] unwind label %pad
; CHECK:       [[NEXT]]:
; CHECK:         br label %done
; CHECK:       pad:
; CHECK:         call void @note(i32 7)
define double @ask(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %d = invoke double (...) @__enzyme_autodiff(ptr @f, double %x) to label %done unwind label %pad

done:
  ret double %d

pad:
  %n = phi i32 [ 7, %entry ]
  %l = landingpad { ptr, i32 } cleanup
  call void @note(i32 %n)
  resume { ptr, i32 } %l
}

define double @f(double %x) {
  %r = fmul double %x, %x
  call void @may_throw()
  ret double %r
}

define void @may_throw() noinline {
  ret void
}

declare i32 @__gxx_personality_v0(...)
declare void @note(i32)
declare double @__enzyme_autodiff(...)
