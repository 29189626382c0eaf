; A local block whose contents the adjoint reads again is given back when the adjoint is done.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-delay-frees>' -disable-output %s | FileCheck %s --check-prefix=NOW
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=CODE

; CHECK-LABEL: plan @f
; CHECK:         %v  reload  unchanged until the adjoint  for fmul
; CHECK:         delayed  free of %block  until the adjoint is done

; NOW-LABEL:   plan @f
; NOW:           %v  slot {{.*}}  double per iteration of %read  kept: may be overwritten by the call of free

; CODE-LABEL:  @fluxion.gradient.f(
; CODE-NOT:    call void @free
; CODE:        rev.entry:
; CODE:        call void @free(ptr %block)
; CODE-NEXT:   ret

; A block of each pass would be there at the same time, so these are given back where the primal does.
; CHECK-LABEL: plan @in_a_loop
; CHECK-NOT:     delayed

; What comes behind may unwind, and nobody would give the block back.
; CHECK-LABEL: plan @before_a_throw
; CHECK-NOT:     delayed

; Nobody reads it again.
; CHECK-LABEL: plan @not_read
; CHECK-NOT:     delayed

declare noalias ptr @malloc(i64)
declare void @free(ptr)
declare void @tell()

define double @f(ptr noalias %x, i64 %n) {
entry:
  %bytes = shl i64 %n, 3
  %block = call noalias ptr @malloc(i64 %bytes)
  br label %fill
fill:
  %i = phi i64 [ 0, %entry ], [ %i.next, %fill ]
  %p = getelementptr double, ptr %x, i64 %i
  %q = getelementptr double, ptr %block, i64 %i
  %a = load double, ptr %p
  %b = call double @llvm.exp.f64(double %a)
  store double %b, ptr %q
  %i.next = add nuw i64 %i, 1
  %filled = icmp eq i64 %i.next, %n
  br i1 %filled, label %read, label %fill
read:
  %j = phi i64 [ 0, %fill ], [ %j.next, %read ]
  %sum = phi double [ 0.0, %fill ], [ %more, %read ]
  %r = getelementptr double, ptr %block, i64 %j
  %v = load double, ptr %r
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %j.next = add nuw i64 %j, 1
  %done = icmp eq i64 %j.next, %n
  br i1 %done, label %exit, label %read
exit:
  call void @free(ptr %block) nounwind
  ret double %more
}

define double @in_a_loop(ptr noalias %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %block = call noalias ptr @malloc(i64 8)
  %p = getelementptr double, ptr %x, i64 %i
  %a = load double, ptr %p
  store double %a, ptr %block
  fence seq_cst
  %v = load double, ptr %block
  %square = fmul double %v, %v
  call void @free(ptr %block) nounwind
  %more = fadd double %sum, %square
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define double @before_a_throw(ptr noalias %x) {
  %block = call noalias ptr @malloc(i64 8)
  %a = load double, ptr %x
  store double %a, ptr %block
  fence seq_cst
  %v = load double, ptr %block
  %square = fmul double %v, %v
  call void @free(ptr %block) nounwind
  call void @tell() "enzyme_inactive"
  ret double %square
}

define double @not_read(ptr noalias %x) {
  %block = call noalias ptr @malloc(i64 8)
  %a = load double, ptr %x
  store double %a, ptr %block
  fence seq_cst
  %v = load double, ptr %block
  %more = fadd double %v, %a
  call void @free(ptr %block) nounwind
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @in_a_loop, ptr %x, ptr %x.d, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @before_a_throw, ptr %x, ptr %x.d)
  call void (...) @__enzyme_autodiff(ptr @not_read, ptr %x, ptr %x.d)
  ret void
}

declare void @__enzyme_autodiff(...)
declare double @llvm.exp.f64(double)
