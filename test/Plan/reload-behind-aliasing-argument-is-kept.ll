; Without noalias, a store through another argument may overwrite what was loaded.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %pa'  recompute  {%a,+,8}<nw><%loop>  for load
; CHECK-NEXT:             %v  slot 0  double per iteration of %loop  kept: may be overwritten by the store in %loop  for fmul
; CHECK-NEXT:             %pb'  recompute  {%b,+,8}<nw><%loop>  for store
; CHECK-NEXT:             %a'  argument  for recompute
; CHECK-NEXT:             %b'  argument  for recompute
; CHECK-NEXT:    control  loop %loop  count constant  10
; CHECK-NEXT:    tape     8 bytes + 8 bytes per iteration of %loop (array)   stored 1 of 5 needed values

define void @f(ptr %a, ptr %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %pa
  %r = fmul double %v, %v
  %pb = getelementptr double, ptr %b, i64 %i
  store double %r, ptr %pb
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, 10
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

define void @ask(ptr %a, ptr %a.d, ptr %b, ptr %b.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %a.d, ptr %b, ptr %b.d)
  ret void
}

declare void @__enzyme_autodiff(...)
