; A marker may be loaded, kept in a variable, widened, passed by address, be a string, stand in a
; namespace or have the prefix fluxion: it says the same.
; RUN: %fluxion-opt -passes='print<fluxion-requests>' -disable-output %s | FileCheck %s
; CHECK-COUNT-1: request reverse @f0(active, constant) -> active
; CHECK-COUNT-1: request reverse @f1(active, constant) -> active
; CHECK-COUNT-1: request reverse @f2(active, constant) -> active
; CHECK-COUNT-1: request reverse @f3(active, constant) -> active
; CHECK-COUNT-1: request reverse @f4(active, constant) -> active
; CHECK-COUNT-1: request reverse @f5(active, constant) -> active
; CHECK-COUNT-1: request reverse @f6(active, constant) -> active

@enzyme_const = external global i32
@enzyme_out = external global i32
@_ZN3lib12enzyme_constE = external global i32
@fluxion_const = external global i8

define void @ask(double %x, double %y) {
  %kind = alloca i32
  %const = load i32, ptr @enzyme_const
  %d0 = call double (...) @__enzyme_autodiff(ptr @f0, double %x, i32 %const, double %y)
  store i32 %const, ptr %kind
  %kept = load i32, ptr %kind
  %d1 = call double (...) @__enzyme_autodiff_suffix(ptr @f1, double %x, i32 %kept, double %y)
  %wide = sext i32 %kept to i64
  %d2 = call double (...) @__enzyme_autodiff(ptr @f2, double %x, i64 %wide, double %y)
  %d3 = call double (...) @__enzyme_autodiff(ptr @f3, ptr @enzyme_out, double %x, ptr @enzyme_const, double %y)
  %d4 = call double (...) @__enzyme_autodiff(ptr @f4, double %x, metadata !"enzyme_const", double %y)
  %in.namespace = load i32, ptr @_ZN3lib12enzyme_constE
  %d5 = call double @_Z17__enzyme_autodiffIdJPvdidEET_DpT0_(ptr @f5, double %x, i32 %in.namespace, double %y)
  %own = load i8, ptr @fluxion_const
  %d6 = call double (...) @__fluxion_autodiff(ptr @f6, double %x, i8 %own, double %y)
  ret void
}

define double @f0(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f1(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f2(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f3(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f4(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f5(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}
define double @f6(double %x, double %y) {
  %r = fmul double %x, %y
  ret double %r
}

declare double @__enzyme_autodiff(...)
declare double @__enzyme_autodiff_suffix(...)
declare double @__fluxion_autodiff(...)
declare double @_Z17__enzyme_autodiffIdJPvdidEET_DpT0_(ptr, double, i32, double)
