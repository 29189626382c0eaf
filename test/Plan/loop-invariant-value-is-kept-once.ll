; What a loop reads in every pass but does not change is kept once, not per pass.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:     plan @f  reverse combined, 1 lane
; CHECK:     %e  slot 0  double  for exp
; CHECK-NOT: per iteration
; CHECK:     tape     8 bytes   stored 1 of 8 needed values

define double @f(ptr %x, ptr %scale, i64 %n) {
entry:
  %s = load double, ptr %scale
  %e = call double @llvm.exp.f64(double %s)
  store double 0.0, ptr %scale
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %term = fmul double %v, %e
  %more = fadd double %sum, %term
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  ret double %more
}

declare double @llvm.exp.f64(double)

define void @ask(ptr %x, ptr %x.d, ptr %scale, ptr %scale.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, ptr %scale, ptr %scale.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
