; Forward, a phi of numbers says which way was taken; in reverse a switch goes back there.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       join:
; CHECK:         %[[PATH:.*]] = phi i8
; CHECK:         store i8 %[[PATH]], ptr %path
; CHECK:       rev.join:
; CHECK:         %[[TAKEN:.*]] = load i8, ptr %path
; CHECK:         switch i8 %[[TAKEN]], label %rev.edge [
; CHECK-NEXT:      i8 1, label %rev.edge
; CHECK-NEXT:      i8 2, label %rev.edge

define double @f(double %x, i32 %k) {
entry:
  switch i32 %k, label %join [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  %a = call double @sin(double %x)
  br label %join
two:
  %b = call double @exp(double %x)
  br label %join
join:
  %r = phi double [ %x, %entry ], [ %a, %one ], [ %b, %two ]
  ret double %r
}
declare double @sin(double)
declare double @exp(double)

define void @ask(double %x, i32 %k) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i32 %k)
  ret void
}

declare void @__enzyme_autodiff(...)
