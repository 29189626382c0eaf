; A caller learns from its callee.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types of g
; CHECK-NEXT:  types @fluxion.prepared.g
; CHECK-NEXT:    %q  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %w  {[-1]:Float@double}
; CHECK-NEXT:  types of f
; CHECK-NEXT:  types @fluxion.prepared.f
; CHECK-NEXT:    %p  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:    %v  {[-1]:Float@double}

define double @f(ptr %p) {
  %v = call double @g(ptr %p)
  ret double %v
}

define internal double @g(ptr %q) noinline {
  %w = load double, ptr %q
  ret double %w
}

define void @ask(ptr %p, ptr %p.d) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d)
  ret void
}

declare void @__enzyme_autodiff(...)
