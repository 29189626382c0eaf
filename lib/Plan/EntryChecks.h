//===- EntryChecks.h - What a checked derivative asks first -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decided from the request and its signature, before anything is written:
//
//   question                                      asked in
//   is a shadow null and its primal not?          both modes
//   does a shadow overlap memory of the primal?   reverse; forward where the primal writes to it
//   do the shadows of two lanes overlap?          reverse
//   is a tangent or seed by value NaN?            both modes
//
// Memory is as large as the primal's parameter says (a reference, a value by address), and
// one byte otherwise: equal pointers. In forward mode what is only read may be its own
// tangent. Shadows of different arguments may overlap: two arguments may be the same memory.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PLAN_ENTRYCHECKS_H
#define FLUXION_PLAN_ENTRYCHECKS_H

#include "Request/Signature.h"
#include <vector>

namespace fluxion {

struct EntryCheck {
  enum Kind { NotNull, ApartFromPrimal, ApartFromLane, Number } What;
  unsigned Checked;   ///< parameter of the derivative
  unsigned Other = 0; ///< the one that it is compared with
  uint64_t Bytes = 1; ///< behind Checked
  uint64_t OtherBytes = 1;
};

/// What is asked of the parameters of a function with signature \p S, one of those of \p R. \p Body is the primal's,
/// prepared or not.
std::vector<EntryCheck> planEntryChecks(const Request &R, const Signature &S, const llvm::Function &Body);

} // namespace fluxion

#endif
