; Checked, a rule that computes has what it takes and gives asked for NaN; one that only hands on has not; a shadow found in
; memory is asked for before it is used, that of the stack is not. Callees are checked like their callers, and only the root
; asks what it was given.
; RUN: %fluxion-opt -passes='fluxion<check;no-clean-up>' -S %s | FileCheck %s
; RUN: %fluxion-opt -fluxion-check -passes='fluxion<no-clean-up>' -S %s | FileCheck %s
; RUN: %fluxion-opt -passes='fluxion<no-clean-up>' -S %s | FileCheck %s --check-prefix=OFF
; RUN: %fluxion-opt -passes='fluxion<check;check-goes-on;no-clean-up>' -S %s | FileCheck %s --check-prefix=ON
; RUN: %fluxion-opt -passes='print<fluxion-requests;check>' -disable-output %s | FileCheck %s --check-prefix=REQUESTS
; REQUESTS-COUNT-4: , checked
; OFF-NOT: is.fpclass
; OFF-NOT: abort

; CHECK: @__fluxion_text{{.*}} = {{.*}}"fluxion: in 'f': the adjoint becomes NaN here: what arrives at 'log' is not NaN
; CHECK-LABEL: define internal double @fluxion.gradient.f(double %0, double %1)
; CHECK:         %[[IN:.*]] = call i1 @llvm.is.fpclass.f64(double %1, i32 3)
; CHECK:         %[[PARTIAL:.*]] = fdiv double 1.000000e+00, %0
; CHECK:         %[[OUT:.*]] = fmul double %[[PARTIAL]], %1
; CHECK-NEXT:    call i1 @llvm.is.fpclass.f64(double %[[OUT]], i32 3)
; CHECK:         br i1 %{{.*}}, label %[[FOUND:.*]], label %{{.*}}
; CHECK:       [[FOUND]]:
; CHECK-NEXT:    call i64 @write(i32 2, ptr @__fluxion_text{{.*}}, i64 {{[0-9]+}})
; CHECK-NEXT:    call void @abort()
; CHECK-LABEL: define internal double @fluxion.gradient.f.root(double %0, double %1)
; CHECK-NEXT:  entry:
; CHECK-NEXT:    call i1 @llvm.is.fpclass.f64(double %1, i32 3)
; CHECK:         call double @fluxion.gradient.f(double %0, double %1)
; CHECK-LABEL: define internal double @fluxion.forward.f(double %0, double %1)
; CHECK:         %[[TANGENT:.*]] = fmul double %{{.*}}, %1
; CHECK-NEXT:    store i1 false
; CHECK:         call i1 @llvm.is.fpclass.f64(double %1, i32 3)
; CHECK:         call i1 @llvm.is.fpclass.f64(double %[[TANGENT]], i32 3)

; ON-LABEL: define internal double @fluxion.gradient.f(double
; ON:         atomicrmw xchg ptr @__fluxion_told_of_nan, i8 1 monotonic
; ON:         call i64 @write
; ON-NOT:     call void @abort
; ON-LABEL: define

; CHECK-LABEL: define internal {{.*}}@fluxion.augmented.deep(ptr %0, ptr %1
; CHECK:         %[[INNER:.*]] = load ptr, ptr %1
; CHECK-LABEL: define internal {{.*}}@fluxion.adjoint.deep(
; CHECK:         %[[ADDRESS:.*]] = ptrtoint ptr %{{.*}} to i64
; CHECK-NEXT:    icmp ult i64 %[[ADDRESS]], 4096
; CHECK-LABEL: define internal {{.*}}@fluxion.gradient.caller.root(ptr %0, ptr %1
; CHECK:         %[[GIVEN:.*]] = icmp ne ptr %0, null
; CHECK:         %[[MISSING:.*]] = icmp eq ptr %1, null
; CHECK:         call {{.*}}@fluxion.gradient.caller(
; CHECK-NOT:   @fluxion.augmented.deep.root

define double @f(double %x) {
  %y = call double @llvm.log.f64(double %x)
  %z = fadd double %y, 1.0
  ret double %z
}

define internal double @deep(ptr %p) noinline {
  %q = load ptr, ptr %p
  %x = load double, ptr %q
  %y = fmul double %x, %x
  ret double %y
}

define double @caller(ptr %p) {
  %y = call double @deep(ptr %p)
  ret double %y
}

define double @ask(double %x, ptr %p, ptr %dp) {
  %d = call double (...) @__fluxion_autodiff(ptr @f, double %x)
  %e = call double (...) @__fluxion_fwddiff(ptr @f, double %x, double 1.0)
  %h = call double (...) @__fluxion_autodiff(ptr @caller, metadata !"fluxion_dup", ptr %p, ptr %dp)
  %s = fadd double %d, %e
  ret double %s
}

declare double @llvm.log.f64(double)
declare double @__fluxion_autodiff(...)
declare double @__fluxion_fwddiff(...)
