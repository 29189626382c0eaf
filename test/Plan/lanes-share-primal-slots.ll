; Three lanes keep a primal value once; each shadow slot holds one pointer per lane.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 3 lanes
; CHECK-NEXT:    values   %q'  slot 0  [3 x ptr] per iteration of %loop  for load
; CHECK-NEXT:             %v  slot 1  double per iteration of %loop  kept: may be overwritten by the store in %loop  for fmul
; CHECK-NEXT:    control  loop %loop  count constant  10
; CHECK-NEXT:    tape     8 bytes + 32 bytes per iteration of %loop (array)   stored 2 of 2 needed values

define double @f(ptr %p, double %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi ptr [ %p, %entry ], [ %row, %loop ]
  %row = load ptr, ptr %at
  %q = getelementptr i8, ptr %row, i64 8
  %v = load double, ptr %q
  %r = fmul double %v, %v
  store double %r, ptr %q
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret double %x
}

define void @ask(ptr %p, double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr @enzyme_width, i64 3, ptr @enzyme_dup, ptr %p, ptr %p, ptr %p, ptr %p, ptr @enzyme_const, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
@enzyme_dup = external global ptr
@enzyme_width = external global ptr
