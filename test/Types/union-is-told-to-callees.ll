; A union that nobody else sees is mixed, and a callee that only moves its bits hears of it.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s
define internal void @move(ptr %to, ptr %from) noinline {
  %bits = load i64, ptr %from
  store i64 %bits, ptr %to
  ret void
}

; CHECK: types @fluxion.prepared.move
; CHECK: %bits {{.*}}:Mixed@double

define double @f(double %x) {
  %u = alloca [8 x i8], align 8
  %v = alloca [8 x i8], align 8
  %local = alloca double, align 8
  store double %x, ptr %local
  store ptr %local, ptr %u
  call void @move(ptr %v, ptr %u)
  %p = load ptr, ptr %v
  %y = load double, ptr %p
  %z = fmul double %y, %x
  store double %z, ptr %u
  call void @move(ptr %v, ptr %u)
  %r = load double, ptr %v
  ret double %r
}
declare double @__enzyme_autodiff(...)
define double @df(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
