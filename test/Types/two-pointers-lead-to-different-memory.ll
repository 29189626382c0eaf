; A callee that hands on two pointers tells of each what it leads to: here a float, and an integer before a float.
; RUN: %fluxion-opt -passes=fluxion -S %s 2>&1 | FileCheck %s
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s 2>&1 | FileCheck --check-prefix=TYPES %s
; CHECK-NOT: error
; TYPES:     types of f
; TYPES:       %both  {[0]:Pointer, [0,0]:Float@double, [8]:Pointer, [8,0..7]:Integer, [8,8]:Float@double}

define internal { ptr, ptr } @borrow(ptr %cell) noinline {
  %count = load i64, ptr %cell
  %more = add i64 %count, 1
  store i64 %more, ptr %cell
  %value = getelementptr i8, ptr %cell, i64 8
  %half = insertvalue { ptr, ptr } poison, ptr %value, 0
  %both = insertvalue { ptr, ptr } %half, ptr %cell, 1
  ret { ptr, ptr } %both
}

define double @f(double %x) {
  %cell = call ptr @malloc(i64 16)
  store i64 0, ptr %cell
  %value = getelementptr i8, ptr %cell, i64 8
  store double %x, ptr %value
  %both = call { ptr, ptr } @borrow(ptr %cell)
  %first = extractvalue { ptr, ptr } %both, 0
  %second = extractvalue { ptr, ptr } %both, 1
  %v = load double, ptr %first
  %y = fmul double %v, %v
  %count = load i64, ptr %second
  %less = sub i64 %count, 1
  store i64 %less, ptr %second
  call void @free(ptr %cell)
  ret double %y
}
declare ptr @malloc(i64)
declare void @free(ptr)

define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
declare double @__enzyme_autodiff(...)
