; An indirect branch cannot be run backwards yet; nor can code that goes on after catching an exception.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/indirect.ll 2>&1 | FileCheck %s --check-prefix=INDIRECT
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/catch.ll 2>&1 | FileCheck %s --check-prefix=CATCH

; INDIRECT: not supported yet: a branch of kind 'indirectbr' cannot be differentiated; {{.*}} [UnsupportedControl]
; CATCH: an exception is caught here and the differentiated function goes on; {{.*}} [UnsupportedControl]

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
  ret double 0.0
}

define double @g(double %x) noinline {
  call void @mayThrow()
  ret double %x
}

declare void @mayThrow()
declare i32 @__gxx_personality_v0(...)
declare double @__enzyme_autodiff(...)
