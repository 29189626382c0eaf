; Where an inner array starts is known to the outer loop only: it keeps that, and the inner loop keeps nothing.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-keep-outside;no-rerun>' -disable-output %s | FileCheck %s --check-prefix=INSIDE

; CHECK:     %v  reload  unchanged until the adjoint  for fmul
; CHECK:     %at  slot 0  i64 per iteration of %outer
; CHECK:     tape     16 bytes + 8 bytes per iteration of %outer (array)   stored 1 of

; INSIDE:    %v  slot {{[0-9]+}}  double per iteration of %inner

define double @f(ptr %x, ptr noalias readonly %starts, i64 %n) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %s = phi double [ 0.0, %entry ], [ %more, %latch ]
  %at = phi i64 [ 1, %entry ], [ %at.next, %latch ]
  %start = mul i64 %at, %at
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi double [ %s, %outer ], [ %more, %inner ]
  %k = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %k
  %v = load double, ptr %p
  %square = fmul double %v, %v
  %more = fadd double %t, %square
  %j.next = add nuw i64 %j, 1
  %inner.done = icmp eq i64 %j.next, %n
  br i1 %inner.done, label %latch, label %inner
latch:
  %at.next = mul i64 %start, 3
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, ptr %starts, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, metadata !"enzyme_dup", ptr %x, ptr %x.d, metadata !"enzyme_const", ptr %starts, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
