; Where more than two ways meet, the number of the one taken is recorded.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %b  slot 0  double  for exp
; CHECK-NEXT:             %x  argument  for sin
; CHECK-NEXT:    control  join %join  recorded  slot 1
; CHECK-NEXT:    calls    @exp  rule exp
; CHECK-NEXT:             @sin  rule sin
; CHECK-NEXT:    tape     16 bytes   stored 1 of 2 needed values

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
