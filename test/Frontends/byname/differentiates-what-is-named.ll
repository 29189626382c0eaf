; opt differentiates a function that nobody asks for: all that its types allow is active or duplicated.
; RUN: %fluxion-opt -passes='fluxion-differentiate<scale;forward>' -S %s | FileCheck %s --check-prefix=FORWARD
; RUN: %fluxion-opt -passes='fluxion-differentiate<scale;reverse;no-clean-up>' -S %s | FileCheck %s --check-prefix=REVERSE
; RUN: not %fluxion-opt -passes='fluxion-differentiate<scale;sideways>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=MODE
; RUN: not %fluxion-opt -passes='fluxion-differentiate<unknown;reverse>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=CALLEE

; FORWARD: define {{.*}}{ double, double } @fluxion.forward.scale(double %0, double %1, ptr %2, ptr %3, i32 %4)
; REVERSE: define {{.*}}{ double, double } @fluxion.gradient.scale(double %0, ptr %1, ptr %2, i32 %3, double %4)
; MODE: unknown pass name 'fluxion-differentiate<scale;sideways>'
; CALLEE: no derivative is known for 'elsewhere'{{.*}} [UnknownCallee]
define double @scale(double %x, ptr %p, i32 %n) {
  %v = load double, ptr %p
  %k = sitofp i32 %n to double
  %vx = fmul double %v, %x
  %r = fmul double %vx, %k
  ret double %r
}

define double @unknown(double %x) {
  %r = call double @elsewhere(double %x)
  ret double %r
}

declare double @elsewhere(double)
