; A global that the module writes has a shadow; a table of constants has none.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s | FileCheck %s

; CHECK:       activity of reverse @f(active, constant) -> active, 1 lane, unchanged 0 1
; CHECK-NEXT:    %x  active: an active argument
; CHECK-NEXT:    %s  shadow: derived from a pointer with a shadow
; CHECK-NEXT:    %v  active: loaded from memory with a shadow
; CHECK-NEXT:    %r  active: computed from active data

define double @f(double %x, i64 %k) {
  %s = getelementptr double, ptr @scratch, i64 %k
  store double %x, ptr %s
  %t = getelementptr double, ptr @table, i64 %k
  %factor = load double, ptr %t
  %v = load double, ptr @scratch
  %r = fmul double %v, %factor
  ret double %r
}
@scratch = internal global [4 x double] zeroinitializer
@table = internal constant [4 x double] [double 1.0, double 2.0, double 3.0, double 4.0]

define void @ask(double %x, i64 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
