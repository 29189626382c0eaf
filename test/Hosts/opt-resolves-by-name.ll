; opt runs the engine where the pipeline names it, with options between angle brackets.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='fluxion<no-reload;no-recompute;strong-zero>' -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>,default<O2>' -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s --check-prefix=PRINT
; RUN: not %fluxion-opt -passes='fluxion<no-such>' -disable-output %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN

; CHECK-LABEL: define double @slope(
; CHECK-NOT:     __enzyme_autodiff
; CHECK:         ret double
; PRINT: @square
; UNKNOWN: fluxion: error: unknown option 'no-such' (there are strong-zero, reload,
define double @slope(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @square, double %x)
  ret double %d
}

define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

declare double @__enzyme_autodiff(...)
