; A pointer that may be constant memory has a null shadow on that way: accesses test for it.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK:       rev.join:
; CHECK:         icmp {{eq|ne}} ptr %{{.*}}, null

define double @f(ptr %p, ptr %k, i1 %c) {
entry:
  br i1 %c, label %other, label %join
other:
  call void @note()
  br label %join
join:
  %q = phi ptr [ %p, %entry ], [ %k, %other ]
  call void @pause() ; keeps the load from going to where its address is chosen
  %v = load double, ptr %q
  ret double %v
}
declare void @note() memory(none)
declare void @pause() memory(none)

define void @ask(ptr %p, ptr %k, i1 %c) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p, ptr @enzyme_const, ptr %k, i1 %c)
  ret void
}

declare void @__enzyme_autodiff(...)
@enzyme_const = external global ptr
