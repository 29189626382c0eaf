; An operation on active data that has no rule is named.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/assembly.ll 2>&1 | FileCheck %s --check-prefix=ASSEMBLY
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/update.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/exchange.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; ASSEMBLY: not supported yet: inline assembly gets data that carries a derivative; {{.*}} [UnsupportedInstruction]
; UNKNOWN: cannot tell whether the i64 stored here is a float, an integer or a pointer; {{.*}} [UnknownType]

;--- assembly.ll
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

define double @f(double %x) {
  %v = call double asm "sqrtsd $1, $0", "=x,x"(double %x)
  ret double %v
}

declare double @__enzyme_autodiff(...)

;--- update.ll
define double @ask(ptr %p, ptr %dp, i64 %k) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, i64 %k)
  ret double %d
}

define double @f(ptr %p, i64 %k) {
  %old = atomicrmw xor ptr %p, i64 %k seq_cst
  %v = load double, ptr %p
  ret double %v
}

declare double @__enzyme_autodiff(...)

;--- exchange.ll
define void @ask(ptr %p, ptr %dp, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, i64 %k)
  ret void
}

define void @f(ptr %p, i64 %k) {
  %pair = cmpxchg ptr %p, i64 0, i64 %k seq_cst seq_cst
  ret void
}

declare double @__enzyme_autodiff(...)
