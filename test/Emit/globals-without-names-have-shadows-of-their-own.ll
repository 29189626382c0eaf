; Globals that have no name are not the same global: each has a shadow of its own size.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
; CHECK-DAG: @[[SMALL:.*fluxion_shadow[^ ]*]] = internal {{.*}}global double
; CHECK-DAG: @[[LARGE:.*fluxion_shadow[^ ]*]] = internal {{.*}}global [4 x double]

@0 = private global double 0.0
@1 = private global [4 x double] zeroinitializer

define double @f(double %x) {
  store double %x, ptr @0
  %second = getelementptr inbounds [4 x double], ptr @1, i64 0, i64 1
  store double %x, ptr %second
  call void @touch()
  %a = load double, ptr @0
  %b = load double, ptr %second
  %y = fmul double %a, %b
  ret double %y
}
define void @touch() noinline {
  %a = load double, ptr @0
  %b = fmul double %a, 2.0
  store double %b, ptr @0
  ret void
}
declare double @__enzyme_autodiff(...)
define double @ask(double %x) {
  %d = call double (...) @__enzyme_autodiff(ptr @f, double %x)
  ret double %d
}
