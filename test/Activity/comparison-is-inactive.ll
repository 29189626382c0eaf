; Comparisons and conversions to integers carry no derivative.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, active) -> active, 1 lane, unchanged 0 1
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %m  active: computed from active data

define double @f(double %x, double %y) {
  %c = fcmp olt double %x, %y
  %k = fptosi double %x to i64
  %back = sitofp i64 %k to double
  %m = select i1 %c, double %x, double %back
  ret double %m
}

define void @ask(double %x, double %y) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, double %y)
  ret void
}

declare void @__enzyme_autodiff(...)
