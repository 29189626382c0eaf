; The callee reads a float from the record that it copies; its caller keeps a pointer there at other times, in memory
; that others see.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: cannot tell which of the 16 bytes copied here are floats, integers or pointers
; CHECK-SAME: while differentiating 'copy'
; CHECK-SAME: UnknownType

define double @f(double %x, ptr %p, ptr %a, i1 %c) {
  %b = alloca [16 x i8], align 8
  br i1 %c, label %one, label %other
one:
  store ptr %p, ptr %a
  br label %done
other:
  store double %x, ptr %a
  br label %done
done:
  %y = call double @copy(ptr %b, ptr %a, i1 %c)
  %z = load ptr, ptr %b
  %w = load double, ptr %z
  %sum = fadd double %y, %w
  ret double %sum
}

define internal double @copy(ptr %to, ptr %from, i1 %c) noinline {
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 16, i1 false)
  br i1 %c, label %one, label %other
one:
  ret double 0.0
other:
  %y = load double, ptr %to
  ret double %y
}

define double @ask(double %x, ptr %p, ptr %p.d, ptr %a, ptr %a.d, i1 %c) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, ptr %p, ptr %p.d, ptr %a, ptr %a.d, i1 %c)
  ret double %d
}

declare double @__enzyme_autodiff(...)
