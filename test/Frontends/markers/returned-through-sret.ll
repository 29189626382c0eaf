; A result that the call returns through memory is stored there, field by field, at the C offsets.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%struct.Inner = type { double, float }
%struct.Outer = type { %struct.Inner, float }

; CHECK-LABEL: define void @ask(
; CHECK:         %[[D:.*]] = call { double, float, float } @fluxion.
; CHECK:         store double %{{.*}}, ptr %to
; CHECK:         %[[Y:.*]] = getelementptr inbounds i8, ptr %to, i64 8
; CHECK:         store float %{{.*}}, ptr %[[Y]]
; CHECK:         %[[Z:.*]] = getelementptr inbounds i8, ptr %to, i64 16
; CHECK:         store float %{{.*}}, ptr %[[Z]]
define void @ask(ptr sret(%struct.Outer) %to, double %x, float %y, float %z) {
  call void @__enzyme_autodiff(ptr sret(%struct.Outer) %to, ptr @f, double %x, float %y, float %z)
  ret void
}

define double @f(double %x, float %y, float %z) {
  %p = fmul float %y, %z
  %e = fpext float %p to double
  %r = fmul double %x, %e
  ret double %r
}

declare void @__enzyme_autodiff(ptr sret(%struct.Outer), ptr, double, float, float)
