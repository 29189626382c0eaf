; The shadow of a written global is a global, cleared where the derivative starts.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       @__fluxion_shadow.0.scratch = internal global [4 x double] zeroinitializer
; CHECK:       entry:
; CHECK:         call void @llvm.memset.p0.i64(ptr {{.*}}@__fluxion_shadow.0.scratch, i8 0, i64 32, i1 false)
; CHECK:       rev.entry:
; CHECK:         load double, ptr @__fluxion_shadow.0.scratch

define double @f(double %x, i64 %k) {
entry:
  %s = getelementptr double, ptr @scratch, i64 %k
  store double %x, ptr %s
  %v = load double, ptr @scratch
  ret double %v
}
@scratch = internal global [4 x double] zeroinitializer

define void @ask(double %x, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
