; An inner loop's recurrence that has no closed form is run again before the loop's adjoint: the tape does not
; hold it for each pass of the outer loop.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-rerun>' -disable-output %s | FileCheck %s --check-prefix=KEPT
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=CODE

; CHECK-LABEL: plan @f
; CHECK:         %w  rerun of %inner  slot 0  double per iteration of %inner  for fmul
; CHECK:         %c  argument  for rerun
; CHECK:         tape     0 bytes + 8 bytes per iteration of %inner (rerun)   stored 0 of

; KEPT-LABEL:  plan @f
; KEPT:          %w  slot 0  double per iteration of %inner  for fmul
; KEPT:          8 bytes per iteration of %inner (array)   stored 1 of

; CODE-LABEL:  @fluxion.gradient.f(
; CODE:        again.inner:
; CODE:          %w{{.*}} = phi double
; CODE:          %w.next{{.*}} = fmul double %w
; CODE:        again.done:

; The outermost loop of a combined derivative would run again at once what it has just run.
; CHECK-LABEL: plan @once
; CHECK:         %w  slot 0  double per iteration of %loop  for fmul

; What it is made of changes before the adjoint.
; CHECK-LABEL: plan @overwritten
; CHECK:         %w  slot 0  double per iteration of %inner  for fmul

; Many operations for one value are not run again.
; CHECK-LABEL: plan @dear
; CHECK:         %w  slot 0  double per iteration of %inner  for fmul

define double @f(ptr noalias %x, double %c, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next.row ]
  %before = phi double [ 0.0, %entry ], [ %more, %next.row ]
  %start = mul i64 %i, %m
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %w = phi double [ 1.0, %outer ], [ %w.next, %inner ]
  %sum = phi double [ %before, %outer ], [ %more, %inner ]
  %at = add i64 %start, %j
  %p = getelementptr double, ptr %x, i64 %at
  %v = load double, ptr %p
  %t = fmul double %v, %w
  %more = fadd double %sum, %t
  %w.next = fmul double %w, %c
  %j.next = add nuw i64 %j, 1
  %row.done = icmp eq i64 %j.next, %m
  br i1 %row.done, label %next.row, label %inner
next.row:
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %more
}

define double @once(ptr noalias %x, double %c, i64 %n) {
entry:
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %w = phi double [ 1.0, %entry ], [ %w.next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %x, i64 %j
  %v = load double, ptr %p
  %t = fmul double %v, %w
  %more = fadd double %sum, %t
  %w.next = fmul double %w, %c
  %j.next = add nuw i64 %j, 1
  %done = icmp eq i64 %j.next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

define double @overwritten(ptr noalias %x, ptr noalias %c, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next.row ]
  %before = phi double [ 0.0, %entry ], [ %more, %next.row ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %w = phi double [ 1.0, %outer ], [ %w.next, %inner ]
  %sum = phi double [ %before, %outer ], [ %more, %inner ]
  %p = getelementptr double, ptr %x, i64 %j
  %v = load double, ptr %p
  %t = fmul double %v, %w
  %more = fadd double %sum, %t
  %factor = load double, ptr %c
  %w.next = fmul double %w, %factor
  %j.next = add nuw i64 %j, 1
  %row.done = icmp eq i64 %j.next, %m
  br i1 %row.done, label %next.row, label %inner
next.row:
  %row = uitofp i64 %i to double
  store double %row, ptr %c
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %more
}

define double @dear(ptr noalias %x, double %c, i64 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next.row ]
  %before = phi double [ 0.0, %entry ], [ %more, %next.row ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %w = phi double [ 1.0, %outer ], [ %w.next, %inner ]
  %sum = phi double [ %before, %outer ], [ %more, %inner ]
  %p = getelementptr double, ptr %x, i64 %j
  %v = load double, ptr %p
  %t = fmul double %v, %w
  %more = fadd double %sum, %t
  %quotient = fdiv double %w, %c
  %w.next = fadd double %quotient, %c
  %j.next = add nuw i64 %j, 1
  %row.done = icmp eq i64 %j.next, %m
  br i1 %row.done, label %next.row, label %inner
next.row:
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %exit, label %outer
exit:
  ret double %more
}

define void @ask(ptr %x, ptr %x.d, double %c, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, metadata !"enzyme_const", double %c, i64 %n, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @once, ptr %x, ptr %x.d, metadata !"enzyme_const", double %c, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @overwritten, ptr %x, ptr %x.d, metadata !"enzyme_const", ptr %x, i64 %n, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @dear, ptr %x, ptr %x.d, metadata !"enzyme_const", double %c, i64 %n, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
