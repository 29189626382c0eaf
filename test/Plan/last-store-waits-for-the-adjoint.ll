; A result that is stored at the end, through a pointer of which nothing is known, does not make what was read be kept.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-plan;no-delay-stores>' -disable-output %s | FileCheck %s --check-prefix=NOW
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=CODE

; CHECK:   plan @f
; CHECK:   %v  reload  unchanged until the adjoint  for fmul
; CHECK:   delayed  store to %result  until the adjoint is done

; NOW:     plan @f
; NOW:     %v  slot 0  double per iteration of %loop  kept: may be overwritten by the store in %exit

; CODE-LABEL: @fluxion.gradient.f(
; CODE:       rev.entry:
; CODE:       store double %more.lcssa, ptr

; Read again behind the store: it stays where it is.
; CHECK:     plan @g
; CHECK-NOT: delayed

define void @f(ptr %x, ptr %result, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi double [ 0.0, %entry ], [ %more, %loop ]
  %p = getelementptr double, ptr %x, i64 %i
  %v = load double, ptr %p
  %square = fmul double %v, %v
  %more = fadd double %sum, %square
  %next = add nuw i64 %i, 1
  %done = icmp eq i64 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  store double %more, ptr %result
  ret void
}

define double @g(ptr %x, ptr %result) {
  %v = load double, ptr %x
  %square = fmul double %v, %v
  store double %square, ptr %result
  %again = load double, ptr %x
  %product = fmul double %again, %square
  ret double %product
}

define void @ask(ptr %x, ptr %x.d, ptr %r, ptr %r.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %x.d, ptr %r, ptr %r.d, i64 %n)
  call void (...) @__enzyme_autodiff(ptr @g, ptr %x, ptr %x.d, ptr %r, ptr %r.d)
  ret void
}

declare void @__enzyme_autodiff(...)
