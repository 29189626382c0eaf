; Within a call cycle the size of a tape is not known when it is planned: the slot holds a pointer to it.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse split, 1 lane
; CHECK-NEXT:    values   %x  argument  for call
; CHECK-NEXT:             %less  recompute  (-1 + %n)  for call
; CHECK-NEXT:             %y  slot 0  double  for sin
; CHECK-NEXT:             %end  recompute  icmp  for join
; CHECK-NEXT:             %n  argument  for recompute
; CHECK-NEXT:    control  join %done  by condition %end
; CHECK-NEXT:    calls    @f  split, tape by pointer in slot 1
; CHECK-NEXT:             @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     16 bytes   stored 1 of 5 needed values
; CHECK-NEXT:  plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %x  argument  for call
; CHECK-NEXT:             %less  slot 0  i32  for call
; CHECK-NEXT:             %y  slot 1  double  for sin
; CHECK-NEXT:             %end  slot 2  i1  for join
; CHECK-NEXT:    control  join %done  by condition %end
; CHECK-NEXT:    calls    @f  split, tape in slot 3
; CHECK-NEXT:             @llvm.sin.f64  rule sin
; CHECK-NEXT:    tape     40 bytes   stored 3 of 4 needed values

define double @f(double %x, i32 %n) {
entry:
  %end = icmp eq i32 %n, 0
  br i1 %end, label %done, label %again
again:
  %less = sub i32 %n, 1
  %y = call double @f(double %x, i32 %less)
  %s = call double @llvm.sin.f64(double %y)
  br label %done
done:
  %r = phi double [ %x, %entry ], [ %s, %again ]
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x, i32 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i32 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
