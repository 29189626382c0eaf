//===- OperationChecks.h - Where a NaN appears first -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A checked derivative (Request::Checked) asks after each operation whether its rule made a
// NaN of numbers, and before an access to shadow memory whether there is any. What the rule
// takes and gives is noted in flags on the stack, wherever in the rule's code that happens;
// one branch behind the rule reads them:
//
//   clear    in = made = met = sum = false
//   takes    in |= isnan(adjoint that arrives)
//   gives    made |= isnan(adjoint handed on) and not in
//   meets    met |= isnan(old + added) and not isnan(old) and not isnan(added)
//   sums     sum |= isnan(memory + added) and not isnan(added)
//   end      if (made) "f.c:12: the adjoint becomes NaN here ..."
//===----------------------------------------------------------------------===//
#ifndef FLUXION_EMIT_OPERATIONCHECKS_H
#define FLUXION_EMIT_OPERATIONCHECKS_H

#include "Rules/Lanes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace fluxion {

struct Options;
struct Request;

/// No object begins below: what a null pointer and an offset lead to, and where Rust has slices without elements.
constexpr uint64_t FirstAddress = 4096;
/// Is there a NaN anywhere in \p V? Null when there is no float in it.
/// Of a vector, only the elements that \p Read names count, if it names any.
llvm::Value *holdsNaN(llvm::IRBuilderBase &B, llvm::Value *V, const llvm::SmallBitVector &Read = {});
/// Says \p Text where \p IsNaN, and ends the program unless \p Opts let it go on.
void tellOfNaN(llvm::IRBuilderBase &B, llvm::Value *IsNaN, const llvm::Twine &Text, const Options &Opts);

class OperationChecks {
public:
  /// Writes through \p B into \p Into; nothing at all unless \p R is checked.
  OperationChecks(const Request &R, const Options &Opts, llvm::IRBuilder<> &B, llvm::Function &Into);

  bool areOn() const { return On; }
  /// From here on \p I of the primal is at work.
  void begin(const llvm::Instruction &I) { AtWork = &I; }
  /// Clears the flags, in front of all that it takes and gives.
  void clear();
  void takes(const Lanes &L);
  void gives(const Lanes &L);
  void meets(const Lanes &Sum, const Lanes &Old, const Lanes &Added);
  void sums(llvm::Value *Sum, llvm::Value *Added);
  /// The builder stands behind the question afterwards.
  void end();
  /// Ends the program, with the place of the operation at work, where one of \p Shadow, of what \p Ptr points to, leads
  /// nowhere.
  void needsShadow(const llvm::Value *Ptr, const Lanes &Shadow);
  /// What it was needed for. A question that is only there for loads that nobody reads is taken back in the end.
  void accesses(llvm::Instruction &Access, const llvm::Value *Ptr);
  ~OperationChecks();
  OperationChecks(const OperationChecks &) = delete;
  OperationChecks &operator=(const OperationChecks &) = delete;

private:
  enum Flag { In, Made, Met, Sum, FlagCount };

  llvm::AllocaInst *flag(Flag F);
  void note(Flag F, llvm::Value *Condition);
  void tellIf(Flag F, const llvm::Twine &What);

  const bool On, Forward;
  const Options &Opts;
  llvm::IRBuilder<> &B;
  llvm::Function &Into;
  const llvm::Instruction *AtWork = nullptr;
  bool Noted[FlagCount] = {};
  llvm::AllocaInst *Flags[FlagCount] = {};
  struct AskedForShadow {
    const llvm::Value *Ptr;
    llvm::WeakTrackingVH Branch;
    llvm::SmallVector<llvm::WeakTrackingVH, 2> For;
  };
  std::vector<AskedForShadow> AskedForShadows;
  llvm::SmallVector<llvm::Value *, 4> Taken; // handed on as they are, they are nothing new
};

} // namespace fluxion

#endif
