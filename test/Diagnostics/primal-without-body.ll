; A function that is only declared has nothing to differentiate.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: 'elsewhere', which shall be differentiated, has no body; requested in 'ask'; {{.*}} [PrimalWithoutBody]

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @elsewhere, double %x)
  ret double %d
}

declare double @elsewhere(double)
declare double @__enzyme_autodiff(...)
