; The shadow of an array of variable length comes from the heap, and is freed by the adjoint of its allocation.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       entry:
; CHECK:         %[[SHADOW:.*]] = call noalias ptr @malloc(i64 %{{.*}})
; CHECK-NEXT:    call void @llvm.memset.p0.i64(ptr align 16 %[[SHADOW]], i8 0,
; CHECK:       rev.entry:
; CHECK:         call void @free(ptr

define double @f(double %x, i64 %n) {
entry:
  %a = alloca double, i64 %n
  %s = getelementptr double, ptr %a, i64 1
  store double %x, ptr %s
  %v = load double, ptr %a
  ret double %v
}

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
