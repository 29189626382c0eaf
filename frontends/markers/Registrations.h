//===- Registrations.h - What users say of their functions ------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Custom derivatives and marks are written as global arrays (Names.def) or as annotations:
//
//   void *__enzyme_register_gradient_f[] = {f, f_augmented, f_reverse};
//   __attribute__((annotate("enzyme_inactive"))) void log_it(double);
//
// They become what Rules/Registered.h reads. A function that something is said of must still be called when
// that is looked at, so it is kept apart from its callers while the optimiser runs.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_REGISTRATIONS_H
#define FLUXION_FRONTENDS_MARKERS_REGISTRATIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace fluxion {

class Diagnostics;

/// Before the optimiser: functions of arrays and annotations are called through a symbol that may be replaced,
/// so that nothing about them is known to their callers. True when \p M changed.
bool keepRegisteredApart(llvm::Module &M);
/// Undoes that.
bool joinRegistered(llvm::Module &M);

/// Are there arrays or annotations in \p M?
bool hasRegistrations(const llvm::Module &M);
/// Reads them; errors go to \p Diags.
void readRegistrations(llvm::Module &M, Diagnostics &Diags);
/// Removes the arrays and what was made of them.
void eraseRegistrations(llvm::Module &M);

} // namespace fluxion

#endif
