; Of a tuple that rustc returns, all fields but the last are sorted by size: (f32, f64, f32) is { double, float, float }.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; RUN: not %fluxion-opt -passes=fluxion -S --disable-output %S/Inputs/rust-tuple-order-unclear.ll 2>&1 | FileCheck --check-prefix=UNCLEAR %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define { double, float, float } @ask(
; CHECK:         %[[ALL:.*]] = call { float, double, float } @fluxion.
; CHECK-DAG:     %[[VALUE:.*]] = extractvalue { float, double, float } %[[ALL]], 0
; CHECK-DAG:     %[[DX:.*]] = extractvalue { float, double, float } %[[ALL]], 1
; CHECK-DAG:     insertvalue { double, float, float } {{.*}}, double %[[DX]], 0
; CHECK-DAG:     insertvalue { double, float, float } {{.*}}, float %[[VALUE]], 1
define { double, float, float } @ask(double %x, float %y) {
  %d = call { double, float, float } (...) @__enzyme_autodiff_RNvC1a1d(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_out, double %x, ptr @enzyme_out, float %y)
  ret { double, float, float } %d
}

define float @f(double %x, float %y) {
  %narrow = fptrunc double %x to float
  %r = fmul float %narrow, %y
  ret float %r
}

; UNCLEAR: the request returns {{.*}}, but its result is {{.*}} [BadRequest]

@enzyme_primal_return = external global ptr
@enzyme_out = external global ptr
declare { double, float, float } @__enzyme_autodiff_RNvC1a1d(...)
