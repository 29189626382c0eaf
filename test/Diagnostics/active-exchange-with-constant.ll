; Active data that is exchanged with memory which the request calls constant comes out of it again.
; RUN: sed s/ASK/swapped/ %s | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s
; RUN: sed s/ASK/compared/ %s | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck %s
; CHECK: active data is written to memory that is marked constant ('p') and read back from it, {{.*}} [ActiveStoreToConstant]

define double @ask(double %x, ptr %p) {
  %d = call double (...) @__enzyme_autodiff(ptr @ASK, double %x, ptr @enzyme_const, ptr %p)
  ret double %d
}

define double @swapped(double %x, ptr %p) {
  %old = atomicrmw xchg ptr %p, double %x seq_cst
  %new = atomicrmw xchg ptr %p, double %old seq_cst
  ret double %new
}

define double @compared(double %x, ptr %p) {
  %bits = bitcast double %x to i64
  %first = cmpxchg ptr %p, i64 0, i64 %bits seq_cst seq_cst
  %second = cmpxchg ptr %p, i64 0, i64 %bits seq_cst seq_cst
  %old = extractvalue { i64, i1 } %second, 0
  %y = bitcast i64 %old to double
  ret double %y
}

@enzyme_const = external global ptr
declare double @__enzyme_autodiff(...)
