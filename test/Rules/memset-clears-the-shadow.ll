; A fill is a constant: forward the tangent becomes zero, in reverse what came later is dropped.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:         call void @llvm.memset.p0.i64(ptr %0, i8 0, i64 %
; CHECK:       rev.entry:
; CHECK:         call void @__fluxion_clear.double(ptr %1,

define void @f(ptr %p, i64 %n) {
entry:
  %bytes = mul i64 %n, 8
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %bytes, i1 false)
  %e = getelementptr double, ptr %p, i64 %n
  %v = load double, ptr %e
  %w = fadd double %v, 1.0
  store double %w, ptr %e
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define void @ask(ptr %p, ptr %p.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
