; A local buffer that each pass of a loop fills from unchanged memory before it is read: the adjoint fills it again, pass
; by pass, so that its contents are not kept for all passes.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-rerun-buffers>' -disable-output %s | FileCheck %s --check-prefix=KEPT
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=CODE

; CHECK-LABEL: plan @f
; CHECK:         %v  rerun of %row  slot {{.*}}  double per iteration of %use  for fmul
; CHECK:         rerun %row  pass by pass, {{.*}} instructions  fills %buffer
; CHECK:         delayed  free of %buffer  until the adjoint is done
; CHECK:         tape {{.*}} + 8 bytes per iteration of %use (rerun)   stored {{[12]}} of

; KEPT-LABEL:  plan @f
; KEPT:          %v  slot {{.*}}  double per iteration of %use  kept: may be overwritten by the store in %fill  for fmul
; KEPT:          8 bytes per iteration of %use (array)

; CODE-LABEL:  @fluxion.gradient.f(
; CODE:        rev.row.end:
; CODE:        again.fill:
; CODE:          store double %value{{.*}}, ptr %q
; CODE:        again.use:
; CODE:        again.row.end:
; CODE-NEXT:     br label %again.done

; The first entry is not written, so it comes from the pass before.
; CHECK-LABEL: plan @gap
; CHECK:         %v  slot {{.*}}  double per iteration of %use  kept: may be overwritten by the store in %fill  for fmul

; One entry more is read than written.
; CHECK-LABEL: plan @too_far
; CHECK:         %v  slot {{.*}}  double per iteration of %use  kept: may be overwritten by the store in %fill  for fmul

; What it is filled with comes from the pass before: that is kept, once for each pass.
; CHECK-LABEL: plan @carried
; CHECK:         %before  slot {{.*}}  double per iteration of %row  for fmul
; CHECK:         %v  rerun of %row  slot {{.*}}  double per iteration of %use  for fmul
; CHECK:         rerun %row  pass by pass, {{.*}} instructions  fills %buffer

declare noalias ptr @malloc(i64)
declare void @free(ptr)

define double @f(ptr noalias %x, i64 %n, i64 %m) {
entry:
  %bytes = shl i64 %m, 3
  %buffer = call noalias ptr @malloc(i64 %bytes)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %before = phi double [ 0.0, %entry ], [ %more, %row.end ]
  %start = mul i64 %i, %m
  br label %fill
fill:
  %j = phi i64 [ 0, %row ], [ %j.next, %fill ]
  %at = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %at
  %a = load double, ptr %p
  %value = fmul double %a, 3.0
  %to = add i64 %j, 0
  %q = getelementptr inbounds double, ptr %buffer, i64 %to
  store double %value, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %filled = icmp eq i64 %j.next, %m
  br i1 %filled, label %use, label %fill
use:
  %k = phi i64 [ 0, %fill ], [ %k.next, %use ]
  %sum = phi double [ %before, %fill ], [ %more, %use ]
  %from = add i64 %k, 0
  %r = getelementptr inbounds double, ptr %buffer, i64 %from
  %v = load double, ptr %r
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %k.next = add nuw nsw i64 %k, 1
  %used = icmp eq i64 %k.next, %m
  br i1 %used, label %row.end, label %use
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row
exit:
  call void @free(ptr %buffer) nounwind
  ret double %more
}

define double @gap(ptr noalias %x, i64 %n, i64 %m) {
entry:
  %bytes = shl i64 %m, 3
  %buffer = call noalias ptr @malloc(i64 %bytes)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %before = phi double [ 0.0, %entry ], [ %more, %row.end ]
  %start = mul i64 %i, %m
  br label %fill
fill:
  %j = phi i64 [ 0, %row ], [ %j.next, %fill ]
  %at = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %at
  %a = load double, ptr %p
  %value = fmul double %a, 3.0
  %to = add i64 %j, 1
  %q = getelementptr inbounds double, ptr %buffer, i64 %to
  store double %value, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %filled = icmp eq i64 %j.next, %m
  br i1 %filled, label %use, label %fill
use:
  %k = phi i64 [ 0, %fill ], [ %k.next, %use ]
  %sum = phi double [ %before, %fill ], [ %more, %use ]
  %from = add i64 %k, 0
  %r = getelementptr inbounds double, ptr %buffer, i64 %from
  %v = load double, ptr %r
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %k.next = add nuw nsw i64 %k, 1
  %used = icmp eq i64 %k.next, %m
  br i1 %used, label %row.end, label %use
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row
exit:
  call void @free(ptr %buffer) nounwind
  ret double %more
}

define double @too_far(ptr noalias %x, i64 %n, i64 %m) {
entry:
  %bytes = shl i64 %m, 3
  %buffer = call noalias ptr @malloc(i64 %bytes)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %before = phi double [ 0.0, %entry ], [ %more, %row.end ]
  %start = mul i64 %i, %m
  br label %fill
fill:
  %j = phi i64 [ 0, %row ], [ %j.next, %fill ]
  %at = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %at
  %a = load double, ptr %p
  %value = fmul double %a, 3.0
  %to = add i64 %j, 0
  %q = getelementptr inbounds double, ptr %buffer, i64 %to
  store double %value, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %filled = icmp eq i64 %j.next, %m
  br i1 %filled, label %use, label %fill
use:
  %k = phi i64 [ 0, %fill ], [ %k.next, %use ]
  %sum = phi double [ %before, %fill ], [ %more, %use ]
  %from = add i64 %k, 1
  %r = getelementptr inbounds double, ptr %buffer, i64 %from
  %v = load double, ptr %r
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %k.next = add nuw nsw i64 %k, 1
  %used = icmp eq i64 %k.next, %m
  br i1 %used, label %row.end, label %use
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row
exit:
  call void @free(ptr %buffer) nounwind
  ret double %more
}

define double @carried(ptr noalias %x, i64 %n, i64 %m) {
entry:
  %bytes = shl i64 %m, 3
  %buffer = call noalias ptr @malloc(i64 %bytes)
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.end ]
  %before = phi double [ 0.0, %entry ], [ %more, %row.end ]
  %start = mul i64 %i, %m
  br label %fill
fill:
  %j = phi i64 [ 0, %row ], [ %j.next, %fill ]
  %at = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %at
  %a = load double, ptr %p
  %value = fmul double %a, %before
  %to = add i64 %j, 0
  %q = getelementptr inbounds double, ptr %buffer, i64 %to
  store double %value, ptr %q
  %j.next = add nuw nsw i64 %j, 1
  %filled = icmp eq i64 %j.next, %m
  br i1 %filled, label %use, label %fill
use:
  %k = phi i64 [ 0, %fill ], [ %k.next, %use ]
  %sum = phi double [ %before, %fill ], [ %more, %use ]
  %from = add i64 %k, 0
  %r = getelementptr inbounds double, ptr %buffer, i64 %from
  %v = load double, ptr %r
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %k.next = add nuw nsw i64 %k, 1
  %used = icmp eq i64 %k.next, %m
  br i1 %used, label %row.end, label %use
row.end:
  %i.next = add nuw nsw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %row
exit:
  call void @free(ptr %buffer) nounwind
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, i64 %n, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @gap, ptr %x, ptr %x.d, i64 %n, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @too_far, ptr %x, ptr %x.d, i64 %n, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @carried, ptr %x, ptr %x.d, i64 %n, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
