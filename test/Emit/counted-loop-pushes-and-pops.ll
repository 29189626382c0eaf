; A loop of unknown count pushes a record per pass, stores its count behind it, and pops them back.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define internal double @fluxion.gradient.f
; CHECK:       loop:
; CHECK:         call ptr @__fluxion_tape_push(ptr %stack, i64 16)
; CHECK:       exit:
; CHECK:         %[[COUNT:.*]] = add i64 %{{.*}}, 1
; CHECK-NEXT:    store i64 %[[COUNT]], ptr %count
; CHECK:       rev.exit:
; CHECK:         load i64, ptr %count
; CHECK:         call ptr @__fluxion_tape_pop(ptr %stack, i64 16)
; CHECK:       rev.entry:
; CHECK-NEXT:    %[[CHUNK:.*]] = load ptr, ptr %stack
; CHECK-NEXT:    call void @free(ptr %[[CHUNK]])
; CHECK:       rev.back:
; CHECK:         call ptr @__fluxion_tape_pop(ptr %stack, i64 16)

define double @f(double %x) {
entry:
  br label %loop
loop:
  %y = phi double [ %x, %entry ], [ %r, %loop ]
  %r = call double @llvm.sin.f64(double %y)
  %more = fcmp ogt double %r, 1.0e-1
  br i1 %more, label %loop, label %exit
exit:
  ret double %r
}
declare double @llvm.sin.f64(double)

define void @ask(double %x) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x)
  ret void
}

declare void @__enzyme_autodiff(...)
