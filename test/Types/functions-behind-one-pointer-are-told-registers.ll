; What a caller sees of the memory of an object is not told to the functions that a pointer may lead to: each may get
; another object. Memory that holds nothing but numbers of one type is the same for all.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK:      types @fluxion.prepared.one
; CHECK-NEXT:   %object  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-NEXT:   %numbers  {[-1]:Pointer, [-1,-1]:Float@double}

@functions = constant [2 x ptr] [ptr @one, ptr @two]

define double @f(double %x, i64 %k, ptr %numbers) {
  %object = alloca [16 x i8]
  store double %x, ptr %object
  %second = getelementptr i8, ptr %object, i64 8
  store ptr %object, ptr %second
  %element = getelementptr double, ptr %numbers, i64 %k
  %number = load double, ptr %element
  %place = getelementptr ptr, ptr @functions, i64 %k
  %function = load ptr, ptr %place
  %v = call double %function(ptr %object, ptr %numbers)
  %sum = fadd double %v, %number
  ret double %sum
}

define internal double @one(ptr %object, ptr %numbers) noinline {
  %v = load double, ptr %object
  ret double %v
}

define internal double @two(ptr %object, ptr %numbers) noinline {
  %v = load double, ptr %object
  %w = fmul double %v, %v
  ret double %w
}

define double @ask(double %x, i64 %k, ptr %numbers) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x, i64 %k, metadata !"enzyme_const", ptr %numbers)
  ret double %d
}

declare double @__enzyme_autodiff(...)
