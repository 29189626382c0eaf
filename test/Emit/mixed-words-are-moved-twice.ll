; A word that may be a float or a pointer: its shadow is moved as bits first and added as a float on the way back. Every
; store clears, and a shadow pointer found there is kept.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal double @fluxion.gradient.f
; CHECK:         call void @__fluxion_copy.i64(ptr %[[V:.*]], ptr %[[U:.*]], i64 8, i64 0, i64 8)
; CHECK:         %[[P:.*]] = load ptr, ptr %[[V]]
; CHECK:         store ptr %[[P]], ptr %p.shadow
; An active number is marked.
; CHECK:         store double -0.000000e+00, ptr %[[U]]
; CHECK:         call void @__fluxion_copy.i64(ptr %[[V]], ptr %[[U]], i64 8, i64 0, i64 8)
; CHECK:       rev.
; CHECK:         %[[V2:.*]] = load ptr, ptr %v.shadow
; CHECK:         %[[U2:.*]] = load ptr, ptr %u.shadow
; CHECK:         call void @__fluxion_add_and_clear.double(ptr %[[V2]], ptr %[[U2]], i64 8, i64 0, i64 8)
; CHECK:         load double, ptr %[[U2]]
; CHECK:         store double 0.000000e+00, ptr %[[U2]]
; CHECK:         %[[P2:.*]] = load ptr, ptr %p.shadow
; CHECK:         load double, ptr %[[P2]]
; CHECK:         call void @__fluxion_add_and_clear.double(ptr %[[V2]], ptr %[[U2]], i64 8, i64 0, i64 8)
; The reversal of storing the pointer.
; CHECK:         store ptr null, ptr %[[U2]]

define double @f(double %x) {
  %u = call noalias ptr @malloc(i64 8)
  %v = call noalias ptr @malloc(i64 8)
  %local = call noalias ptr @malloc(i64 8)
  store double %x, ptr %local
  store ptr %local, ptr %u
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %u, i64 8, i1 false)
  %p = load ptr, ptr %v
  %y = load double, ptr %p
  %z = fmul double %y, %x
  store double %z, ptr %u
  call void @llvm.memcpy.p0.p0.i64(ptr %v, ptr %u, i64 8, i1 false)
  %r = load double, ptr %v
  ret double %r
}
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="malloc"
declare double @__enzyme_autodiff(...)
define double @df(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
