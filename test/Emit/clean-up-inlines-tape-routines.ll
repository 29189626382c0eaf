; After clean-up nothing calls the routines of the tape.
; RUN: %fluxion-opt -passes='fluxion' -S %s | FileCheck %s

; CHECK-LABEL: define internal double @fluxion.gradient.f(
; CHECK-NOT:     @__fluxion_tape
; CHECK:       }

define double @f(double %x) {
entry:
  br label %loop
loop:
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = call double @llvm.sin.f64(double %y)
  %more = fcmp ogt double %r, 1.0e-1
  br i1 %more, label %loop, label %exit
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
