; The inner count depends on the outer pass: each pass takes an array from a stack, whose address its record holds.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %z  slot 0  double per iteration of %inner  for sin
; CHECK-NEXT:             %m  argument  for loop count
; CHECK-NEXT:    control  loop %outer  count recomputed  %m
; CHECK-NEXT:             loop %inner  count recomputed  {1,+,1}<nuw><%outer>
; CHECK-NEXT:    calls    @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     40 bytes + 8 bytes per iteration of %inner (array) + 16 bytes per iteration of %outer (array)   stored 1 of 2 needed values

define double @f(double %x, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %y = phi double [ %x, %entry ], [ %r, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %z = phi double [ %y, %outer ], [ %r, %inner ]
  %r = call double @llvm.sin.f64(double %z)
  %j.next = add nuw i64 %j, 1
  %j.done = icmp ugt i64 %j.next, %i
  br i1 %j.done, label %latch, label %inner
latch:
  %i.next = add nuw i64 %i, 1
  %i.done = icmp eq i64 %i.next, %m
  br i1 %i.done, label %exit, label %outer
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x, i64 %m) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %m)
  ret void
}

declare void @__enzyme_autodiff(...)
