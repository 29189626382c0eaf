; A dense layer behind restrict keeps one number per output, as an adjoint by hand does; weights and inputs are read again.
; Without restrict its store may overwrite them, and each product keeps what it read.
; RUN: %fluxion-opt -passes='print<fluxion-plan>' -disable-output %s | FileCheck %s
; RUN: sed 's/ptr noalias/ptr/g' %s | %fluxion-opt -passes='print<fluxion-plan>' -disable-output - | FileCheck %s --check-prefix=PLAIN

; CHECK:     plan @f  reverse combined, 1 lane
; CHECK:     %input  reload  unchanged until the adjoint  for fmul
; CHECK:     %weight  reload  unchanged until the adjoint  for fmul
; CHECK:     %hidden  slot 0  double per iteration of %row  for tanh
; CHECK:     %o  reload  unchanged until the adjoint  for fmul
; CHECK:     tape     16 bytes + 8 bytes per iteration of %row (array)   stored 1 of

; PLAIN:     %input  slot {{[0-9]+}}  double per iteration of %column  kept: may be overwritten by the store in %row.latch
; PLAIN:     %weight  slot {{[0-9]+}}  double per iteration of %column  kept: may be overwritten by the store in %row.latch

define double @f(ptr noalias %w, ptr noalias %in, ptr noalias %out, i64 %n) {
entry:
  br label %row
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %row.latch ]
  %start = mul i64 %i, %n
  br label %column
column:
  %j = phi i64 [ 0, %row ], [ %j.next, %column ]
  %sum = phi double [ 0.0, %row ], [ %more, %column ]
  %k = add i64 %start, %j
  %pw = getelementptr double, ptr %w, i64 %k
  %weight = load double, ptr %pw
  %pin = getelementptr double, ptr %in, i64 %j
  %input = load double, ptr %pin
  %term = fmul double %weight, %input
  %more = fadd double %sum, %term
  %j.next = add nuw i64 %j, 1
  %row.done = icmp eq i64 %j.next, %n
  br i1 %row.done, label %row.latch, label %column
row.latch:
  %hidden = call double @tanh(double %more)
  %pout = getelementptr double, ptr %out, i64 %i
  store double %hidden, ptr %pout
  %i.next = add nuw i64 %i, 1
  %done = icmp eq i64 %i.next, %n
  br i1 %done, label %loss, label %row
loss:
  %l = phi i64 [ 0, %row.latch ], [ %l.next, %loss ]
  %total = phi double [ 0.0, %row.latch ], [ %total.more, %loss ]
  %po = getelementptr double, ptr %out, i64 %l
  %o = load double, ptr %po
  %square = fmul double %o, %o
  %total.more = fadd double %total, %square
  %l.next = add nuw i64 %l, 1
  %loss.done = icmp eq i64 %l.next, %n
  br i1 %loss.done, label %exit, label %loss
exit:
  ret double %total.more
}

declare double @tanh(double)

define void @ask(ptr %w, ptr %w.d, ptr %in, ptr %in.d, ptr %out, ptr %out.d, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %w, ptr %w.d, ptr %in, ptr %in.d, ptr %out, ptr %out.d, i64 %n)
  ret void
}

declare void @__enzyme_autodiff(...)
