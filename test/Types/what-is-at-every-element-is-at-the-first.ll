; What is at every element of an array is at its first one too: a callee that only saw a float there is told better.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK: types @fluxion.prepared.move
; CHECK-NEXT: %to {{.*}}:Conflict}
; CHECK-NEXT: %from {{.*}}:Conflict}
define internal void @move(ptr %to, ptr %from) noinline {
  %bits = load double, ptr %from
  store double %bits, ptr %to
  ret void
}
define double @f(double %x, i64 %n) {
  %u = alloca [8 x [8 x i8]], align 8
  %local = alloca double, align 8
  %i = ptrtoint ptr %u to i64
  call void @__ubsan_handle_pointer_overflow(ptr null, i64 %i)
  store double %x, ptr %local
  %un = getelementptr i64, ptr %u, i64 %n
  store ptr %local, ptr %un
  %un1 = getelementptr i64, ptr %un, i64 1
  call void @move(ptr %un1, ptr %un)
  %p = load ptr, ptr %un1
  %y = load double, ptr %p
  %z = fmul double %y, %x
  store double %z, ptr %un
  call void @move(ptr %un1, ptr %un)
  %r = load double, ptr %un1
  ret double %r
}
declare void @__ubsan_handle_pointer_overflow(ptr, i64)
declare double @__enzyme_autodiff(...)
define double @df(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, i64 2)
  ret double %d
}
