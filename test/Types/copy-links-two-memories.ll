; What is known of one side of a memcpy is known of the other.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types of f
; CHECK-NEXT:  types @fluxion.prepared.f
; CHECK-NEXT:    %p  {[-1]:Pointer, [-1,0]:Float@double, [-1,8]:Float@double}
; CHECK-NEXT:    %i  {[-1]:Integer}
; CHECK-NEXT:    %a  {[-1]:Pointer, [-1,-1]:Float@double}
; CHECK-NEXT:    %q  {[-1]:Pointer, [-1,-1]:Float@double}
; CHECK-NEXT:    %v  {[-1]:Float@double}

define double @f(ptr %p, i64 %i) {
  %a = alloca [2 x double]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 16, i1 false)
  %q = getelementptr double, ptr %a, i64 %i
  %v = load double, ptr %q
  ret double %v
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define void @ask(ptr %p, ptr %p.d, i64 %i) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %p.d, i64 %i)
  ret void
}

declare void @__enzyme_autodiff(...)
