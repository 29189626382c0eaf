; An integer that is stored where doubles are loaded holds a double.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types of f
; CHECK-NEXT:  types @fluxion.prepared.f
; CHECK-NEXT:    %p  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %q  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %bits  {[-1]:Float@double}
; CHECK-NEXT:    %v  {[-1]:Float@double}

define double @f(ptr %p, ptr %q) {
  %bits = load i64, ptr %p
  store i64 %bits, ptr %q
  %v = load double, ptr %q
  ret double %v
}

define void @ask(ptr %p, ptr %p.d, ptr %q, ptr %q.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, ptr %q, ptr %q.d)
  ret void
}

declare void @__enzyme_autodiff(...)
