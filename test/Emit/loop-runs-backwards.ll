; The loop is entered again at its last pass, and left before its first; its array is freed there.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:         %[[BYTES:.*]] = mul i64 8, %
; CHECK-NEXT:    %[[ARRAY:.*]] = call noalias ptr @malloc(i64 %[[BYTES]])
; CHECK-NEXT:    store ptr %[[ARRAY]], ptr %array
; CHECK:       rev.exit:
; CHECK:         %[[LAST:.*]] = sub i64 %{{.*}}, 1
; CHECK-NEXT:    store i64 %[[LAST]], ptr %[[PASS:.*]],
; CHECK:       rev.loop:
; CHECK:         %first = icmp eq i64 %{{.*}}, 0
; CHECK-NEXT:    br i1 %first, label %rev.out, label %rev.back
; CHECK:       rev.out:
; CHECK:         %[[GONE:.*]] = load ptr, ptr %array
; CHECK-NEXT:    call void @free(ptr %[[GONE]])
; CHECK:       rev.back:
; CHECK:         %[[EARLIER:.*]] = sub i64 %{{.*}}, 1
; CHECK-NEXT:    store i64 %[[EARLIER]], ptr %[[PASS]]

define double @f(double %x, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = call double @llvm.sin.f64(double %y)
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
