; A volatile load is not repeated.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %k  slot 0  double per iteration of %loop  kept: volatile or atomic  for fmul
; CHECK-NEXT:    control  loop %loop  count constant  10
; CHECK-NEXT:    tape     8 bytes + 8 bytes per iteration of %loop (array)   stored 1 of 1 needed values

define double @f(double %x, ptr %flags) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %k = load volatile double, ptr %flags
  %r = fmul double %y, %k
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
}

define void @ask(double %x, ptr %flags) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, ptr @enzyme_const, ptr %flags)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
