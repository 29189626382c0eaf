; The shadow of the result is made by a call that may throw. The call becomes an invoke where a derivative cleans up, and
; what is returned is still the shadow.
; RUN: %fluxion-opt -passes='fluxion-differentiate<f;reverse>' -S %s | FileCheck %s
; CHECK-LABEL: define {{.*}}@fluxion.gradient.f
; CHECK: %[[SHADOW:shadow[0-9]*]] = invoke {{.*}}ptr @_Znwm(i64 %bytes)
; CHECK: %[[BOTH:.+]] = insertvalue { ptr, ptr } %{{.+}}, ptr %[[SHADOW]], 1
; CHECK: ret { ptr, ptr } %[[BOTH]]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

define ptr @f(ptr %self, i64 %n) {
  %bytes = mul i64 %n, 40
  call void @_ZdlPv(ptr %self)
  %made = call noalias nonnull ptr @_Znwm(i64 %bytes)
  ret ptr %made
}

declare noalias nonnull ptr @_Znwm(i64) allocsize(0)
declare void @_ZdlPv(ptr) nounwind
