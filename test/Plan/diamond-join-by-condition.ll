; The two ways of an if are told apart by its condition, asked again.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %b  slot 0  double  for exp
; CHECK-NEXT:             %x  argument  for sin
; CHECK-NEXT:             %c  argument  for join
; CHECK-NEXT:    control  join %join  by condition %c
; CHECK-NEXT:    calls    @exp  rule exp
; CHECK-NEXT:             @sin  rule sin
; CHECK-NEXT:    tape     8 bytes   stored 1 of 3 needed values

define double @f(double %x, i1 %c) {
entry:
  br i1 %c, label %yes, label %no
yes:
  %a = call double @sin(double %x)
  br label %join
no:
  %b = call double @exp(double %x)
  br label %join
join:
  %r = phi double [ %a, %yes ], [ %b, %no ]
  ret double %r
}
declare double @sin(double)
declare double @exp(double)

define void @ask(double %x, i1 %c) {
  call void (...) @__enzyme_autodiff(ptr @f, double %x, i1 %c)
  ret void
}

declare void @__enzyme_autodiff(...)
