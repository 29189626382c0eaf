; One load at either of two addresses does not make their memories one: a number beside pointers in a node says
; nothing of the array of inputs. The callee is read as it is, the primal as it is prepared.
; RUN: %fluxion-opt -passes='print<fluxion-types>' -disable-output %s | FileCheck %s

; CHECK-LABEL: types of phis
; CHECK-NEXT:  types @fluxion.prepared.phis
; CHECK-NEXT:    %node  {[-1]:Pointer, [-1,0..7]:Conflict}
; CHECK-NEXT:    %x  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-LABEL: types of selects
; CHECK-NEXT:  types @fluxion.prepared.selects
; CHECK-NEXT:    %node  {[-1]:Pointer, [-1,0..7]:Conflict}
; CHECK-NEXT:    %x  {[-1]:Pointer, [-1,0]:Float@double}
; CHECK-LABEL: types of caller
; CHECK-NEXT:  types @fluxion.prepared.caller
; CHECK-NEXT:    %node  {[-1]:Pointer, [-1,0..7]:Conflict}
; CHECK-NEXT:    %x  {[-1]:Pointer, [-1,0]:Float@double}

define double @phis(ptr %node, ptr %x, i32 %kind) noinline {
  switch i32 %kind, label %deeper [
    i32 0, label %input
    i32 1, label %load
  ]
input:
  br label %load
load:
  %at = phi ptr [ %x, %input ], [ %node, %0 ]
  %v = load double, ptr %at
  ret double %v
deeper:
  %next = load ptr, ptr %node
  store ptr %next, ptr %node
  %w = call double @phis(ptr %next, ptr %x, i32 0)
  ret double %w
}

define double @selects(ptr %node, ptr %x, i32 %kind) noinline {
  %next = load ptr, ptr %node
  store ptr %next, ptr %node
  %is = icmp eq i32 %kind, 0
  %at = select i1 %is, ptr %x, ptr %node
  %v = load double, ptr %at
  ret double %v
}

define double @caller(ptr %node, ptr %x, i32 %kind) {
  %v = call double @phis(ptr %node, ptr %x, i32 %kind)
  %w = call double @selects(ptr %node, ptr %x, i32 %kind)
  %s = fadd double %v, %w
  ret double %s
}

define void @ask(ptr %x, ptr %x.d, ptr %n, ptr %n.d) {
  call void (...) @__enzyme_autodiff(ptr @caller, ptr %n, ptr %n.d, ptr %x, ptr %x.d, i32 1)
  ret void
}

declare void @__enzyme_autodiff(...)
