; A derivative that an exception may leave keeps its heap memory in a list, and gives back on the way out
; what it took since it was entered. Where nothing unwinds, the memory is malloc's.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK: @__fluxion_newest = internal thread_local global ptr null

; CHECK-LABEL: define internal {{.*}}@fluxion.gradient.checked(
; CHECK-SAME:  personality ptr @__gcc_personality_v0
; CHECK:         %[[BEFORE:.*]] = load ptr, ptr %{{.*}}
; CHECK:         call noalias ptr @__fluxion_take_linked(i64
; CHECK:         invoke void @check(i64
; CHECK-NEXT:      to label %{{.*}} unwind label %[[LEFT:.*]]
; CHECK:       [[LEFT]]:
; CHECK-NEXT:    landingpad { ptr, i32 }
; CHECK-NEXT:      cleanup
; CHECK-NEXT:    call void @__fluxion_give_back_since(ptr %[[BEFORE]])
; CHECK-NEXT:    resume

; CHECK-LABEL: define internal {{.*}}@fluxion.gradient.quiet(
; CHECK-NOT:   personality
; CHECK-NOT:   linked
; CHECK:         call noalias ptr @malloc(i64
; CHECK-NOT:   linked
; CHECK:         call void @free(ptr
; CHECK-NOT:   linked
; CHECK:       ret

define double @checked(double %x, i64 %n) {
entry:
  %a = alloca double, i64 %n
  %s = getelementptr double, ptr %a, i64 1
  store double %x, ptr %s
  call void @check(i64 %n)
  %v = load double, ptr %a
  ret double %v
}

define double @quiet(double %x, i64 %n) {
entry:
  %a = alloca double, i64 %n
  %s = getelementptr double, ptr %a, i64 1
  store double %x, ptr %s
  %v = load double, ptr %a
  ret double %v
}

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @checked, double %x, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @quiet, double %x, i64 %n)
  ret void
}

declare void @check(i64)
declare void @__enzyme_autodiff(...)
