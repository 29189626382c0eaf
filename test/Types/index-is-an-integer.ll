; What indexes memory is an integer; the elements of an array repeat.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types of f
; CHECK-NEXT:  types @fluxion.prepared.f
; CHECK-NEXT:    %p  {[-1]:Pointer, [-1,-1]:Float@double}
; CHECK-NEXT:    %i  {[-1]:Integer}
; CHECK-NEXT:    %q  {[-1]:Pointer, [-1,-1]:Float@double}
; CHECK-NEXT:    %v  {[-1]:Float@double}

define double @f(ptr %p, i64 %i) {
  %q = getelementptr double, ptr %p, i64 %i
  %v = load double, ptr %q
  ret double %v
}

define void @ask(ptr %p, ptr %p.d, i64 %i) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, i64 %i)
  ret void
}

declare void @__enzyme_autodiff(...)
