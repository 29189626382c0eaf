; The augmented primal and the adjoint of a split request meet in a block of memory, which knows what wrote it.
; RUN: %fluxion-opt -passes=fluxion -S %s | FileCheck %s
@enzyme_tape = external global i32
@enzyme_allocated = external global i32
@enzyme_out = external global i32

; CHECK-LABEL: define { ptr, double } @forth(
; CHECK: %[[TAPE:.*]] = call {{.*}}ptr @malloc(i64 [[BYTES:[0-9]+]])
; CHECK: %[[VALUE:.*]] = call double @fluxion.augmented.f.root(double %x, ptr %[[TAPE]], ptr null)
; CHECK: %[[OWNED:.*]] = getelementptr inbounds i8, ptr %[[TAPE]], i64 8
; CHECK: store i64 1, ptr %[[OWNED]]
define { ptr, double } @forth(double %x) {
  %a = call { ptr, double } (...) @__enzyme_augmentfwd(ptr @f, double %x)
  ret { ptr, double } %a
}

; CHECK-LABEL: define double @back(
; CHECK: call double @fluxion.adjoint.f.root(double %x, double %seed, ptr %tape)
; CHECK: call void @__fluxion_free_tape(ptr %tape)
define double @back(double %x, double %seed, ptr %tape) {
  %d = call double (...) @__enzyme_reverse(ptr @f, double %x, double %seed, ptr %tape)
  ret double %d
}

; CHECK-LABEL: define i64 @size(
; CHECK: ret i64 [[BYTES]]
define i64 @size() {
  %out = load i32, ptr @enzyme_out
  %n = call i64 (...) @__enzyme_augmentsize(ptr @f, i32 %out)
  ret i64 %n
}

; CHECK-LABEL: define double @into(
; CHECK: icmp ult i64 %bytes, [[BYTES]]
; CHECK: call void @abort()
define double @into(double %x, ptr %memory, i64 %bytes) {
  %t = load i32, ptr @enzyme_tape
  %n = load i32, ptr @enzyme_allocated
  %a = call double (...) @__enzyme_augmentfwd_into(ptr @f, i32 %n, i64 %bytes, i32 %t, ptr %memory, double %x)
  ret double %a
}

; CHECK-LABEL: define internal double @fluxion.adjoint.f.root(
; CHECK: %identity = load i64, ptr %{{.*}}
; CHECK: icmp eq i64 %identity, [[ID:-?[0-9]+]]
define double @f(double %x) {
  %s = call double @sin(double %x)
  %y = fmul double %s, %s
  ret double %y
}
declare double @sin(double)
declare { ptr, double } @__enzyme_augmentfwd(...)
declare double @__enzyme_augmentfwd_into(...)
declare double @__enzyme_reverse(...)
declare i64 @__enzyme_augmentsize(...)
