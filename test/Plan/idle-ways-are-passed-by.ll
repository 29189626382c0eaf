; Loops and branches in which nothing is run backwards are neither counted nor recorded; those with an active phi behind them are.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s

; CHECK:       plan @f  reverse combined, 1 lane
; CHECK-NEXT:    values   %q'  slot 0  ptr  for load
; CHECK-NEXT:             %big  slot 1  i1  for select
; CHECK-NEXT:             %x  argument  for fmul
; CHECK-NEXT:             %b.x  slot 2  double  for fmul
; CHECK-NEXT:    control  join %known  past idle blocks to %entry
; CHECK-NEXT:    tape     24 bytes   stored 3 of 4 needed values

define double @f(ptr %v, double %x, i64 %n) {
entry:
  br label %scan
scan:
  %i = phi i64 [ 0, %entry ], [ %i.next, %scan.next ]
  %p = getelementptr double, ptr %v, i64 %i
  %a = load double, ptr %p
  %less = fcmp olt double %a, %x
  br i1 %less, label %scan.next, label %found
scan.next:
  %i.next = add nuw i64 %i, 1
  %end = icmp eq i64 %i.next, %n
  br i1 %end, label %missing, label %scan
found:
  %at = phi i64 [ %i, %scan ]
  br label %known
missing:
  br label %known
known:
  %k = phi i64 [ %at, %found ], [ 0, %missing ]
  %q = getelementptr double, ptr %v, i64 %k
  %b = load double, ptr %q
  %big = fcmp ogt double %b, 1.0
  br i1 %big, label %scaled, label %plain
scaled:
  br label %join
plain:
  br label %join
join:
  %c = phi double [ %b, %scaled ], [ %x, %plain ]
  %r = fmul double %c, %x
  ret double %r
}

define void @ask(ptr %v, ptr %dv, double %x, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %v, ptr %dv, double %x, i64 %n)
  ret void
}
declare void @__enzyme_autodiff(...)
