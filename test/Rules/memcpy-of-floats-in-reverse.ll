; A copy of floats is undone by one helper: what the destination's shadow holds moves to the source's.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       rev.entry:
; CHECK:         call void @[[HELPER:__fluxion[._a-z0-9]*]](ptr
; CHECK:       define {{.*}}@[[HELPER]](
; CHECK:         fadd

define void @f(ptr %p, ptr %q, i64 %n) {
entry:
  %e = getelementptr double, ptr %q, i64 %n
  %v = load double, ptr %e
  %bytes = mul i64 %n, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %bytes, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @ask(ptr %p, ptr %p.d, ptr %q, ptr %q.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, ptr %q, ptr %q.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
