; The augmented callee fills a slot of the caller, its adjoint reads it there.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal double @fluxion.augmented.g(double %0, ptr %1{{.*}})
; CHECK:         %[[SLOT:.*]] = getelementptr {{.*}}{ double }, ptr %1, i32 0, i32 0
; CHECK-NEXT:    store double %e, ptr %[[SLOT]]
; CHECK-LABEL: define internal double @fluxion.adjoint.g(double %0, double %1, ptr %2{{.*}})
; CHECK:         %[[AGAIN:.*]] = getelementptr {{.*}}{ double }, ptr %2, i32 0, i32 0
; CHECK-NEXT:    load double, ptr %[[AGAIN]]
; CHECK-LABEL: define internal double @fluxion.gradient.f(
; CHECK:         call double @fluxion.augmented.g(double %0, ptr %tape{{.*}})
; CHECK:         call double @fluxion.adjoint.g(double poison, double %{{.*}}, ptr %tape)

define double @f(double %x) {
  %y = call double @g(double %x)
  ret double %y
}

define internal double @g(double %x) noinline {
  %e = call double @llvm.exp.f64(double %x)
  ret double %e
}
declare double @llvm.exp.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
