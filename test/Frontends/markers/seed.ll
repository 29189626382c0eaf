; fluxion_seed is followed by the adjoint of the result for each lane: its value, or a pointer when the primal
; writes its result to memory. Without it the seed is one.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s

@fluxion_seed = external global ptr
@fluxion_dup = external global ptr
@enzyme_out = external global ptr
@enzyme_width = external global ptr

; CHECK-LABEL: define double @one(
; CHECK:         call double @fluxion.{{.*}}(double %x, double 1.0{{.*}})
define double @one(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_out, double %x)
  ret double %d
}

; It may stand anywhere among the arguments.
; CHECK-LABEL: define double @given(
; CHECK:         call double @fluxion.{{.*}}(double %x, double %s)
define double @given(double %x, double %s) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, ptr @fluxion_seed, double %s, ptr @enzyme_out, double %x)
  ret double %d
}

; CHECK-LABEL: define { double, double } @lanes(
; CHECK:         call { double, double } @fluxion.{{.*}}(double %x, double %s, double %t)
define { double, double } @lanes(double %x, double %s, double %t) {
  %d = call { double, double } (...) @__enzyme_autodiff_lanes(ptr @f, ptr @enzyme_width, i64 2, ptr @enzyme_out, double %x, ptr @fluxion_seed, double %s, double %t)
  ret { double, double } %d
}

; A variadic call in C promotes the seed of a float.
; CHECK-LABEL: define float @promoted(
; CHECK:         %[[S:.*]] = fptrunc double %s to float
; CHECK:         call float @fluxion.{{.*}}(float %x, float %[[S]])
define float @promoted(float %x, double %s) {
  %d = call float (...) @__enzyme_autodiff_float(ptr @g, ptr @enzyme_out, float %x, ptr @fluxion_seed, double %s)
  ret float %d
}

; CHECK-LABEL: define { [4 x double], double } @memory(
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr align 8 %result.shadow, ptr align 1 %s, i64 32, i1 false)
define { [4 x double], double } @memory(double %x, ptr %s) {
  %d = call { [4 x double], double } (...) @__enzyme_autodiff_memory(ptr @h, ptr @enzyme_primal_return, ptr @enzyme_out, double %x, ptr @fluxion_seed, ptr %s)
  ret { [4 x double], double } %d
}
@enzyme_primal_return = external global ptr

define double @f(double %x) {
  %r = fmul double %x, %x
  ret double %r
}

define float @g(float %x) {
  %r = fmul float %x, %x
  ret float %r
}

define void @h(ptr sret([4 x double]) %o, double %x) {
  %r = fmul double %x, %x
  %p = getelementptr double, ptr %o, i64 3
  store double %r, ptr %p
  ret void
}

declare double @__enzyme_autodiff(...)
declare { double, double } @__enzyme_autodiff_lanes(...)
declare float @__enzyme_autodiff_float(...)
declare { [4 x double], double } @__enzyme_autodiff_memory(...)
