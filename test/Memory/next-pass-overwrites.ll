; In a loop the store of the next pass counts, although it comes earlier in the block.
; RUN: %fluxion-opt -passes='print<fluxion-memory>' -disable-output %s | FileCheck %s

; CHECK:       memory of reverse @f(duplicated, constant) -> active, 1 lane, unchanged 0 1, 0:{[-1]:Pointer}
; CHECK-NEXT:    %v  may be overwritten by the store in %loop

define double @f(ptr noalias %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = getelementptr double, ptr %p, i64 %i
  store double 1.0, ptr %at
  %before = getelementptr i8, ptr %at, i64 8
  %v = load double, ptr %before
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %r = fmul double %v, %v
  ret double %r
}

define void @ask(ptr %p, ptr %p.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
