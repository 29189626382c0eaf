; Storing through a pointer that may be either of two arrays gives both a shadow.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant, constant) -> active, 1 lane, unchanged 0 1 2
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %a  shadow: may hold active data
; CHECK-NEXT:    %b  shadow: may hold active data
; CHECK-NEXT:    %p  shadow: derived from a pointer with a shadow
; CHECK-NEXT:    %q  shadow: derived from a pointer with a shadow
; CHECK-NEXT:    %v  active: loaded from memory with a shadow

define double @f(double %x, i1 %c, i64 %k) {
entry:
  %a = alloca [4 x double]
  %b = alloca [4 x double]
  br i1 %c, label %other, label %join
other:
  call void @note()
  br label %join
join:
  %p = phi ptr [ %a, %entry ], [ %b, %other ]
  %q = getelementptr double, ptr %p, i64 %k
  store double %x, ptr %q
  %v = load double, ptr %b
  ret double %v
}
declare void @note() memory(none)

define void @ask(double %x, i1 %c, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i1 %c, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
