; An allocator that is malloc underneath, and a realloc that was inlined: all of the shadow's block is cleared, since all of it
; is moved. An allocator that gives parts of a block has no such size.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s
; RUN: sed 's/ret ptr %block/ret ptr %inside/' %s | %fluxion-opt -passes='fluxion<no-clean-up>' -S | FileCheck --check-prefix=INSIDE %s

; CHECK:       %shadow = call ptr @my_alloc(i64 8
; CHECK-NEXT:  %[[ALL:.*]] = call i64 @malloc_usable_size(ptr %shadow)
; CHECK-NEXT:  call void @llvm.memset.p0.i64(ptr {{.*}}%shadow, i8 0, i64 %[[ALL]], i1 false)
; INSIDE:      %shadow = call ptr @my_alloc(i64 8
; INSIDE-NEXT: call void @llvm.memset.p0.i64(ptr {{.*}}%shadow, i8 0, i64 8, i1 false)

define ptr @my_alloc(i64 %size) noinline allockind("alloc,uninitialized") allocsize(0) "alloc-family"="mine" {
  %block = call ptr @malloc(i64 %size)
  %inside = getelementptr i8, ptr %block, i64 16
  ret ptr %block
}

define double @f(double %x) {
  %p = call ptr @my_alloc(i64 8) allockind("alloc,uninitialized") allocsize(0) "alloc-family"="mine"
  store double %x, ptr %p
  %q = call ptr @realloc(ptr %p, i64 80)
  %end = getelementptr double, ptr %q, i64 9
  store double %x, ptr %end
  %v = load double, ptr %q
  %w = load double, ptr %end
  %y = fmul double %v, %w
  call void @free(ptr %q)
  ret double %y
}
declare ptr @malloc(i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
declare double @__enzyme_autodiff(...)
