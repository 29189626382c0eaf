; A call from which a handler goes on calls a variant of its callee, which returns with the exception pending; the
; handler's landing pad, as it was, is reached by raising it again. The adjoint goes back through it.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       define internal void @__cxa_throw.tried(
; CHECK:         invoke void @__cxa_throw(
; CHECK:         catch ptr null
; CHECK:         call void @__fluxion_pending_set(

; CHECK-LABEL: define internal double @fluxion.gradient.f(
; CHECK:         call double @fluxion.augmented.g.caught(
; CHECK:         %[[E:.*]] = call ptr @__fluxion_pending_take()
; CHECK:         %[[IS:.*]] = icmp ne ptr %[[E]], null
; CHECK:         br i1 %[[IS]], label %raise, label %{{.*}}
; CHECK:       raise:
; CHECK:         invoke void @__fluxion_raise(ptr %
; CHECK-NEXT:      to label %never unwind label %caught
; CHECK:       caught:
; CHECK-NEXT:    landingpad { ptr, i32 }
; CHECK:           catch ptr @_ZTIi
; CHECK:       rev.caught:
; CHECK:         br label %rev.raise
; CHECK:       rev.entry:
; CHECK:         call double @fluxion.adjoint.g.caught(

define double @f(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %y = invoke double @g(double %x) to label %done unwind label %caught
done:
  ret double %y
caught:
  %pad = landingpad { ptr, i32 } catch ptr @_ZTIi
  %type = extractvalue { ptr, i32 } %pad, 1
  %id = call i32 @llvm.eh.typeid.for(ptr @_ZTIi)
  %matches = icmp eq i32 %type, %id
  br i1 %matches, label %handler, label %on
handler:
  %e = extractvalue { ptr, i32 } %pad, 0
  %p = call ptr @__cxa_begin_catch(ptr %e)
  call void @__cxa_end_catch()
  %z = fmul double %x, %x
  ret double %z
on:
  resume { ptr, i32 } %pad
}

define double @g(double %x) noinline {
  %negative = fcmp olt double %x, 0.0
  br i1 %negative, label %throw, label %fine
throw:
  %p = call ptr @__cxa_allocate_exception(i64 4)
  store i32 1, ptr %p
  call void @__cxa_throw(ptr %p, ptr @_ZTIi, ptr null)
  unreachable
fine:
  ret double %x
}

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

@_ZTIi = external constant ptr
declare ptr @__cxa_allocate_exception(i64) nounwind
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr) nounwind
declare void @__cxa_end_catch()
declare i32 @llvm.eh.typeid.for(ptr)
declare i32 @__gxx_personality_v0(...)
declare double @__enzyme_autodiff(...)
