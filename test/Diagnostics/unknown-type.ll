; Bytes that are copied and never read as anything could be floats: no guess is made.
; RUN: not %fluxion-opt -passes=fluxion -disable-output %s 2>&1 | FileCheck %s
; CHECK: cannot tell which of the bytes copied here are floats, integers or pointers; {{.*}} [UnknownType]

define void @ask(ptr %p, ptr %dp, ptr %q, ptr %dq, i64 %n) {
  call void (...) @__enzyme_autodiff(ptr @f, ptr %p, ptr %dp, ptr %q, ptr %dq, i64 %n)
  ret void
}

define void @f(ptr %p, ptr %q, i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @__enzyme_autodiff(...)
