; The shadow of a local array is a slot that holds the memory itself.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %a'  shadow memory  slot 0  [1 x [4 x double]]  for alloca
; CHECK-NEXT:             %p'  slot 1  ptr  for store
; CHECK-NEXT:             %q'  slot 2  ptr  for load
; CHECK-NEXT:             %v  reload  unchanged until the adjoint  for fmul
; CHECK-NEXT:             %q  slot 3  ptr  for reload
; CHECK-NEXT:    tape     56 bytes   stored 3 of 5 needed values

define double @f(double %x, i64 %k) {
  %a = alloca [4 x double]
  %p = getelementptr double, ptr %a, i64 %k
  store double %x, ptr %p
  %q = getelementptr double, ptr %a, i64 2
  %v = load double, ptr %q
  %r = fmul double %v, %v
  ret double %r
}

define void @ask(double %x, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
