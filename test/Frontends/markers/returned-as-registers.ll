; Three float adjoints come back as { <2 x float>, float }, which is how x86-64 returns them.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define { <2 x float>, float } @ask(
; CHECK:         %[[MEMORY:.*]] = alloca [16 x i8]
; CHECK:         call { float, float, float } @fluxion.
; CHECK:         store float %{{.*}}, ptr %[[MEMORY]]
; CHECK:         getelementptr inbounds i8, ptr %[[MEMORY]], i64 4
; CHECK:         getelementptr inbounds i8, ptr %[[MEMORY]], i64 8
; CHECK:         load { <2 x float>, float }, ptr %[[MEMORY]]
define { <2 x float>, float } @ask(float %x, float %y, float %z) {
  %d = call { <2 x float>, float } (...) @__enzyme_autodiff(ptr @f, float %x, float %y, float %z)
  ret { <2 x float>, float } %d
}

define float @f(float %x, float %y, float %z) {
  %a = fmul float %x, %y
  %r = fmul float %a, %z
  ret float %r
}

declare { <2 x float>, float } @__enzyme_autodiff(...)
