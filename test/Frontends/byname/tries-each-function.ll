; opt says what would come of differentiating each function that can carry a derivative, and leaves the module alone.
; RUN: %fluxion-opt -passes='fluxion-try-each<reverse>' -S -o %t.ll %s | FileCheck %s
; RUN: FileCheck %s --check-prefix=AFTER --input-file=%t.ll
; RUN: %fluxion-opt -passes='fluxion-try-each<forward;square>' -disable-output %s | FileCheck %s --check-prefix=BEHIND

; CHECK:      begin square
; CHECK-NEXT: end square{{.}}verified{{.}}2 instructions{{.}}{{[0-9]+}} ms
; CHECK-NEXT: begin unknown
; CHECK-NEXT: end unknown{{.}}refused{{.}}5 instructions{{.*}}UnknownCallee{{.*}}'elsewhere'
; CHECK-NEXT: module intact
; AFTER-NOT:  fluxion
; BEHIND-NOT: square
; BEHIND:     begin unknown
define double @square(double %x) {
  %y = fmul double %x, %x
  ret double %y
}

define i32 @no_floats(i32 %n) {
  ret i32 %n
}

define double @unknown(double %x) {
  %y = call double @square(double %x)
  %r = call double @elsewhere(double %y)
  ret double %r
}

declare double @elsewhere(double)
