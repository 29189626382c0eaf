; Printing erases types: what its body does with an argument is not how the memory is meant, here an integer.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s 2>&1 | FileCheck %s
; CHECK:      types of f
; CHECK:        %number  {[-1]:Pointer, [-1,0..7]:Integer}
; CHECK:        %n  {[-1]:Integer}

define void @_ZN4core3fmt5write17h0123456789abcdefE(ptr %arguments) {
  %argument = load ptr, ptr %arguments
  %v = load double, ptr %argument
  store double %v, ptr %argument
  ret void
}

define double @f(i64 %k, double %x) {
  %number = alloca i64
  %arguments = alloca ptr
  %n = add i64 %k, 1
  store i64 %n, ptr %number
  store ptr %number, ptr %arguments
  call void @_ZN4core3fmt5write17h0123456789abcdefE(ptr %arguments)
  ret double %x
}

define void @ask(i64 %k, double %x) {
  call double (...) @__enzyme_autodiff(ptr @f, i64 %k, double %x)
  ret void
}
declare double @__enzyme_autodiff(...)
