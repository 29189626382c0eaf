; An operation on active data that has no rule is named.
; RUN: split-file %s %t
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/update.ll 2>&1 | FileCheck %s --check-prefix=UPDATE
; RUN: not %fluxion-opt -passes=fluxion -disable-output %t/unknown.ll 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; UPDATE: not supported yet: 'atomicrmw': this atomic update has no known derivative; {{.*}} [UnsupportedInstruction]
; UNKNOWN: cannot tell whether the i64 stored here is a float, an integer or a pointer; {{.*}} [UnknownType]

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

;--- unknown.ll
define void @ask(ptr %p, ptr %dp, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, i64 %k)
  ret void
}

define void @f(ptr %p, i64 %k) {
  %pair = cmpxchg ptr %p, i64 0, i64 %k seq_cst seq_cst
  ret void
}

declare double @__enzyme_autodiff(...)
