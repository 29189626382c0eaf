; A call of an alias is differentiated as one of the function it stands for; where the linker may choose another, refused.
; RUN: %fluxion-opt -passes='fluxion-differentiate<f;reverse>' -S %s | FileCheck %s
; RUN: not %fluxion-opt -passes='fluxion-differentiate<g;reverse>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=WEAK

; CHECK-LABEL: define {{.*}} @fluxion.gradient.f(
; CHECK:         call {{.*}} @fluxion.augmented.square(
; CHECK:         call {{.*}} @fluxion.adjoint.square(
; WEAK: a call through a pointer carries a derivative here
@of_square = alias double (double), ptr @square
@of_alias = alias double (double), ptr @of_square
@replaceable = weak alias double (double), ptr @square

define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define double @f(double %x) {
  %y = call double @of_alias(double %x)
  ret double %y
}

define double @g(double %x) {
  %y = call double @replaceable(double %x)
  ret double %y
}
