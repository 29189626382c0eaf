; A local array has a shadow beside it that starts at zero each time the primal allocates.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:         %a.shadow = alloca [1 x [4 x double]]
; CHECK:         call void @llvm.memset.p0.i64(ptr {{.*}}, i8 0, i64 32, i1 false)

define double @f(double %x, i64 %k) {
entry:
  %a = alloca [4 x double]
  %s = getelementptr double, ptr %a, i64 %k
  store double %x, ptr %s
  %v = load double, ptr %a
  ret double %v
}

define void @ask(double %x, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
