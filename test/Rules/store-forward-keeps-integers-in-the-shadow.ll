; Forward mode: a tangent has the primal's integers (a length, a case), also from memory without a shadow.
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s

; CHECK-LABEL: define {{.*}} @{{.*}}f{{.*}}(
; CHECK:         store i64 %{{.*}}, ptr %0
; CHECK:         store i64 %{{.*}}, ptr %1
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}%{{.*}}, ptr {{.*}}@table, i64 16, i1 false)
; CHECK:         call void @llvm.memcpy.p0.p0.i64(ptr {{.*}}%{{.*}}, ptr {{.*}}@table, i64 16, i1 false)

@table = private constant [2 x i64] [i64 3, i64 4]

define void @f(ptr %to, i64 %n, double %x) {
entry:
  %length = mul i64 %n, 3
  store i64 %length, ptr %to
  %index = getelementptr double, ptr %to, i64 %length
  store double %x, ptr %index
  %tail = getelementptr i8, ptr %to, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %tail, ptr @table, i64 16, i1 false)
  %third = load i64, ptr %tail
  %other = getelementptr double, ptr %to, i64 %third
  store double %x, ptr %other
  ret void
}

define void @ask(ptr %to, ptr %to.d, i64 %n, double %x) {
  call void (...) @__enzyme_fwddiff(ptr @f, ptr %to, ptr %to.d, i64 %n, double %x, double 1.0)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__enzyme_fwddiff(...)
