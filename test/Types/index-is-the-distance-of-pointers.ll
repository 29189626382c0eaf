; A place in new memory that is found by the distance of two pointers into old memory lies at an element's start,
; also where only the subtraction shows that the two belong together.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s
; CHECK: %place {{.*}}[-1,0..7]:Integer, [-1,8]:Float@double, [-1,16..23]:Integer, [-1,24]:Float@double
; CHECK-NOT: Conflict
define double @f(ptr %begin, i64 %n, ptr %new, double %x) {
  %here = getelementptr inbounds { i64, double }, ptr %begin, i64 %n
  %q = ptrtoint ptr %here to i64
  %p = ptrtoint ptr %begin to i64
  %distance = sub i64 %q, %p
  %place = getelementptr inbounds i8, ptr %new, i64 %distance
  %weight = getelementptr inbounds i8, ptr %place, i64 8
  store i64 7, ptr %place, align 8
  store double %x, ptr %weight, align 8
  %first = getelementptr inbounds i8, ptr %new, i64 8
  %r = load double, ptr %first, align 8
  ret double %r
}

declare double @__enzyme_autodiff(ptr, ...)
define void @ask(ptr %a, ptr %da, ptr %b, ptr %db) {
  %1 = call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %a, ptr %da, i64 3, ptr %b, ptr %db, double 1.0)
  ret void
}
