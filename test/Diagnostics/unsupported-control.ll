; An indirect branch cannot be run backwards yet; nor can an exception or a panic
; bring active data to where it is caught.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/indirect.ll 2>&1 | FileCheck %s --check-prefix=INDIRECT
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/catch.ll 2>&1 | FileCheck %s --check-prefix=CATCH
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/panic.ll 2>&1 | FileCheck %s --check-prefix=CATCH

; INDIRECT: not supported yet: a branch of kind 'indirectbr' cannot be differentiated; {{.*}} [UnsupportedControl]
; CATCH: active data is put into an exception that is caught again, which would lose its derivative; {{.*}} [UnsupportedControl]

;--- indirect.ll
define double @ask(double %x, i64 %k) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret double %d
}

define double @f(double %x, i64 %k) {
entry:
  %at = getelementptr [2 x ptr], ptr @ways, i64 0, i64 %k
  %way = load ptr, ptr %at
  indirectbr ptr %way, [label %one, label %two]
one:
  ret double %x
two:
  ret double 2.0
}

@ways = internal constant [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]
declare double @__enzyme_autodiff(...)

;--- catch.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) personality ptr @__gxx_personality_v0 {
entry:
  %y = invoke double @g(double %x) to label %done unwind label %caught
done:
  ret double %y
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %pad, 0
  %p = call ptr @__cxa_begin_catch(ptr %e)
  %z = load double, ptr %p
  call void @__cxa_end_catch()
  ret double %z
}

define double @g(double %x) noinline {
  %negative = fcmp olt double %x, 0.0
  br i1 %negative, label %throw, label %fine
throw:
  %p = call ptr @__cxa_allocate_exception(i64 8)
  %z = fmul double %x, 2.0
  store double %z, ptr %p
  call void @__cxa_throw(ptr %p, ptr @_ZTId, ptr null)
  unreachable
fine:
  ret double %x
}

@_ZTId = external constant ptr
declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr) noreturn
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()
declare i32 @__gxx_personality_v0(...)
declare double @__enzyme_autodiff(...)

;--- panic.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) personality ptr @rust_eh_personality {
entry:
  %negative = fcmp olt double %x, 0.0
  br i1 %negative, label %panics, label %fine
panics:
  %z = fmul double %x, 2.0
  invoke void @_RINvNtCs0_3std5panic9panic_anydECs1_7program(double %z) to label %never unwind label %caught
never:
  unreachable
caught:
  %pad = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %pad, 0
  %p = call ptr @_RNvCs2_7___rustc20___rust_panic_cleanup(ptr %e)
  %payload = load double, ptr %p
  ret double %payload
fine:
  ret double %x
}

define void @_RINvNtCs0_3std5panic9panic_anydECs1_7program(double %payload) noinline noreturn {
  %p = call ptr @malloc(i64 8)
  store double %payload, ptr %p
  call void @_Unwind_RaiseException(ptr %p)
  unreachable
}

declare ptr @_RNvCs2_7___rustc20___rust_panic_cleanup(ptr)
declare void @_Unwind_RaiseException(ptr) noreturn
declare ptr @malloc(i64)
declare i32 @rust_eh_personality(...)
declare double @__enzyme_autodiff(...)
