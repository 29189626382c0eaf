; A lock beside a float: waiting for it asks the kernel about an integer. Another system call may write into the memory.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s
; RUN: sed 's/i64 202/i64 17/' %s | not %fluxion-opt -passes=fluxion -disable-output 2>&1 | FileCheck --check-prefix=OTHER %s

; CHECK: call i64 (i64, ...) @syscall(i64 202, ptr %0, i32 137, i32 2)
; OTHER: no derivative is known for 'syscall'

target triple = "x86_64-unknown-linux-gnu"

define double @f(ptr %locked) {
entry:
  %state = cmpxchg ptr %locked, i32 0, i32 1 acquire monotonic
  %got = extractvalue { i32, i1 } %state, 1
  br i1 %got, label %inside, label %wait
wait:
  %woken = call i64 (i64, ...) @syscall(i64 202, ptr %locked, i32 137, i32 2)
  br label %inside
inside:
  %place = getelementptr i8, ptr %locked, i64 8
  %v = load double, ptr %place
  %y = fmul double %v, %v
  ret double %y
}
declare i64 @syscall(i64, ...)

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
