; An operation on active data that has no rule is named.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/ordered.ll 2>&1 | FileCheck %s --check-prefix=ORDERED
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/exchange.ll 2>&1 | FileCheck %s --check-prefix=EXCHANGE

; ORDERED: not supported yet: 'load': {{.*}} [UnsupportedInstruction]
; EXCHANGE: not supported yet: 'cmpxchg': a compare-and-exchange of floats or pointers; {{.*}} [UnsupportedInstruction]

;--- ordered.ll
define double @ask(ptr %p, ptr %dp) {
  %d = call double (...) @__enzyme_fwddiff(ptr @f, ptr %p, ptr %dp)
  ret double %d
}

define double @f(ptr %p) {
  %v = load atomic double, ptr %p acquire, align 8
  ret double %v
}

declare double @__enzyme_fwddiff(...)

;--- exchange.ll
define double @ask(ptr %p, ptr %dp, i64 %k) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, i64 %k)
  ret double %d
}

define double @f(ptr %p, i64 %k) {
  %pair = cmpxchg ptr %p, i64 0, i64 %k seq_cst seq_cst
  %v = load double, ptr %p
  ret double %v
}

declare double @__enzyme_autodiff(...)
