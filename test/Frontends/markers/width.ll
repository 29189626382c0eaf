; Width k takes k tangents per argument (or one wide shadow and the bytes between its parts) and
; returns the primal's result followed by k tangents.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s

@enzyme_width = external global ptr
@enzyme_primal_return = external global ptr
@enzyme_dup = external global ptr
@enzyme_dupv = external global ptr

; CHECK-LABEL: define [3 x double] @two(
; CHECK:         %[[BYTES:.*]] = mul i64 %bytes, 1
; CHECK:         %[[SECOND:.*]] = getelementptr i8, ptr %dp, i64 %{{.*}}
; CHECK:         call { double, double, double } @fluxion.{{.*}}(double %x, double %t0, double %t1, ptr %p, ptr %dp, ptr %[[SECOND]])
define [3 x double] @two(double %x, double %t0, double %t1, ptr %p, ptr %dp, i64 %bytes) {
  %d = call [3 x double] (...) @__enzyme_fwddiff(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_width, i64 2, ptr @enzyme_dup, double %x, double %t0, double %t1, ptr @enzyme_dupv, i64 %bytes, ptr %p, ptr %dp)
  ret [3 x double] %d
}

define double @f(double %x, ptr %p) {
  %v = load double, ptr %p
  %r = fmul double %x, %v
  ret double %r
}

declare [3 x double] @__enzyme_fwddiff(...)
