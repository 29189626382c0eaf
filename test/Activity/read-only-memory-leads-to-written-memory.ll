; A callee only reads the record that it gets, but stores a pointer to active memory where a pointer in the record leads: a closure
; that fills a vector of boxes.
; RUN: %fluxion-opt -passes='print<fluxion-activity>' -disable-output %s 2>&1 | FileCheck %s
; CHECK-LABEL: activity of reverse @f(
; CHECK:         %buffer  shadow
; CHECK:         %record  shadow
; CHECK:         %v  active

define internal void @fill(ptr %x, ptr readonly %record) noinline {
  %buffer = load ptr, ptr %record
  %box = call ptr @malloc(i64 8)
  %v = load double, ptr %x
  store double %v, ptr %box
  store ptr %box, ptr %buffer
  ret void
}

define double @f(ptr %x) {
  %buffer = call ptr @malloc(i64 8)
  %record = alloca ptr
  store ptr %buffer, ptr %record
  call void @fill(ptr %x, ptr %record)
  %box = load ptr, ptr %buffer
  %v = load double, ptr %box
  %y = fmul double %v, %v
  call void @free(ptr %box)
  call void @free(ptr %buffer)
  ret double %y
}
declare ptr @malloc(i64)
declare void @free(ptr)

define void @ask(ptr %x, ptr %dx) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx)
  ret void
}
declare void @__enzyme_autodiff(...)
