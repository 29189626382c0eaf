; Nobody uses the last seven bytes of the record; a callee that only copies hears of it from its caller.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:       types @fluxion.prepared.move
; CHECK-NEXT:    %to  {[-1]:Pointer, [-1,0]:Float@double, [-1,8..15]:Integer}
; CHECK-NEXT:    %from  {[-1]:Pointer, [-1,0]:Float@double, [-1,8..15]:Integer}

define double @f(double %x) {
  %a = alloca [16 x i8], align 8
  %b = alloca [16 x i8], align 8
  store double %x, ptr %a
  %flag = getelementptr i8, ptr %a, i64 8
  store i8 1, ptr %flag
  call void @move(ptr %b, ptr %a)
  %y = load double, ptr %b
  ret double %y
}

define internal void @move(ptr %to, ptr %from) noinline {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  ret void
}

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}

declare double @__enzyme_autodiff(...)
