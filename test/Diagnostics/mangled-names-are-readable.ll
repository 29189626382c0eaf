; Messages name functions as their language writes them, and their place without LLVM's type.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: error: in function 'shapes::area': fluxion: no derivative is known for 'outside(double)': {{.*}}; while differentiating 'shapes::area'; requested in '<shapes::Shape>::ask'; {{.*}} [UnknownCallee]

define double @_RNvMC6shapesNtB2_5Shape3ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @_RNvC6shapes4area, double %x)
  ret double %d
}

define double @_RNvC6shapes4area(double %x) {
  %y = call double @_Z7outsided(double %x)
  ret double %y
}

declare double @_Z7outsided(double)
declare double @__enzyme_autodiff(...)
