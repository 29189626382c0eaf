; A value that waits to be chosen may have a tangent that is NaN; once it is chosen, that is told.
; RUN: %fluxion-opt -passes='fluxion<check;no-clean-up>' -S %s | FileCheck %s
; CHECK-NOT:     becomes NaN here
; CHECK:         "fluxion: in 'f': the tangent of the value that is chosen here is NaN;
; CHECK-NOT:     becomes NaN here
; CHECK-LABEL: define internal double @fluxion.forward.f(double %0, double %1)
; CHECK:         %[[ROOT:.*]] = fmul double %{{.*}}, %1
; CHECK-NOT:     fpclass
; CHECK:         %y = select
; CHECK-NEXT:    %[[CHOSEN:.*]] = select i1 %positive, double %{{.*}}, double 0.000000e+00
; CHECK:         call i1 @llvm.is.fpclass.f64(double %[[CHOSEN]], i32 3)

define double @f(double %x) {
  %positive = fcmp ogt double %x, 0.0
  %root = call double @llvm.sqrt.f64(double %x)
  %y = select i1 %positive, double %root, double 0.0
  ret double %y
}

define double @ask(double %x) {
  %d = call double (...) @__fluxion_fwddiff(ptr @f, double %x, double 1.0)
  ret double %d
}

declare double @llvm.sqrt.f64(double)
declare double @__fluxion_fwddiff(...)
