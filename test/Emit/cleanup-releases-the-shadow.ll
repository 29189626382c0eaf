; What a landing pad frees loses its shadow too: at once in forward mode, with everything else that
; was freed in reverse mode.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal {{.*}}@fluxion.forward.f(
; CHECK:         %[[P:.*]] = call ptr @malloc(i64
; CHECK:         %[[S:.*]] = call ptr @malloc(i64
; CHECK:       cleanup:
; CHECK-NEXT:    landingpad
; CHECK:         call void @free(ptr %[[P]])
; CHECK-NEXT:    call void @free(ptr %[[S]])
; CHECK-NEXT:    resume

; CHECK-LABEL: define internal {{.*}}@fluxion.gradient.f(
; CHECK:         %released = alloca
; CHECK:         call ptr @malloc(i64
; CHECK:       cleanup:
; CHECK-NEXT:    landingpad
; CHECK:         call ptr @__fluxion_tape_push(ptr %released
; CHECK:         call void @__fluxion_release_all(ptr %released)
; CHECK-NEXT:    call void @__fluxion_give_back_since(
; CHECK-NEXT:    resume

define double @f(double %x, i64 %n) personality ptr @__gxx_personality_v0 {
entry:
  %p = call ptr @malloc(i64 %n)
  store double %x, ptr %p
  invoke void @keep(ptr %p) to label %fine unwind label %cleanup
fine:
  %v = load double, ptr %p
  call void @free(ptr %p)
  ret double %v
cleanup:
  %e = landingpad { ptr, i32 } cleanup
  call void @free(ptr %p)
  resume { ptr, i32 } %e
}

define void @keep(ptr %p) noinline {
  %v = load double, ptr %p
  %w = fadd double %v, %v
  store double %w, ptr %p
  call void @check()
  ret void
}

define void @ask(double %x, i64 %n) {
  %t = call double (...) @__enzyme_fwddiff(ptr @f, double %x, double 1.0, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @check()
declare ptr @malloc(i64)
declare void @free(ptr)
declare i32 @__gxx_personality_v0(...)
declare double @__enzyme_fwddiff(...)
declare void @__enzyme_autodiff(...)
