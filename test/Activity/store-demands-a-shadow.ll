; Active data stored into local memory gives that memory a shadow.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant) -> active, 1 lane, unchanged 0 1
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %a  shadow: may hold active data
; CHECK-NEXT:    %p  shadow: derived from a pointer with a shadow
; CHECK-NEXT:    %v  active: loaded from memory with a shadow

define double @f(double %x, i64 %k) {
  %a = alloca [4 x double]
  %p = getelementptr double, ptr %a, i64 %k
  store double %x, ptr %p
  %v = load double, ptr %a
  ret double %v
}

define void @ask(double %x, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
