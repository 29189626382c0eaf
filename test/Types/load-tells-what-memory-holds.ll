; A load of a double says what its pointer points to.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types of f
; CHECK-NEXT:  types @fluxion.prepared.f
; CHECK-NEXT:    %p  {[-1]:Pointer, [-1,8]:Float@double}
; CHECK-NEXT:    %q  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %v  {[-1]:Float@double}

define double @f(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  %v = load double, ptr %q
  ret double %v
}

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
