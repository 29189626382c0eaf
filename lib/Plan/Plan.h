//===- Plan.h - How the adjoint gets what it reads -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The decisions behind one reverse-mode derivative, complete before any IR is
// written: which primal values and shadow pointers the adjoint reads and where each
// comes from, how loops and joins are run backwards, what happens to each call, and
// how the tape is laid out. Plan steps (one file each) change it; emitters obey it.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PLAN_PLAN_H
#define FLUXION_PLAN_PLAN_H

#include "Analysis/LoopCounts.h"
#include "Request/Request.h"
#include "Rules/Rule.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"
#include <limits>
#include <variant>

namespace fluxion {

class ActivityMap;
class MemoryFacts;
class TypeMap;

/// A primal value, or (second component true) the shadow pointers that belong to it.
using Needed = llvm::PointerIntPair<const llvm::Value *, 1, bool>;
inline Needed primalOf(const llvm::Value *V) { return Needed(V, false); }
inline Needed shadowOf(const llvm::Value *V) { return Needed(V, true); }

using SlotId = unsigned;
constexpr SlotId NoSlot = std::numeric_limits<SlotId>::max();

struct FromArgument {};
struct FromConstant {};
/// The same operation again, over the residuals of its operands.
struct Recompute {};
/// Written out from ScalarEvolution's closed form: induction variables and what hangs on them.
struct FromScev {
  const llvm::SCEV *Expr;
};
/// The same load again: its memory (or its shadow's pointers) did not change.
struct Reload {};
/// Shadow memory of a stack allocation; the slot itself is that memory.
struct FromStorage {
  SlotId Slot = NoSlot;
};
struct FromSlot {
  SlotId Slot = NoSlot;
};
/// Filled by running a loop again just before its adjoint, and gone behind it.
struct FromRerun {
  const llvm::Loop *Root = nullptr;
  SlotId Slot = NoSlot;
};
using Residual =
    std::variant<FromArgument, FromConstant, Recompute, FromScev, Reload, FromStorage, FromSlot, FromRerun>;

struct NeededValue {
  Residual Source;
  llvm::StringRef Reader; ///< the rule that asked first
  std::string WhyKept;    ///< for slots: why it is not reloaded or recomputed
};

struct LoopPlan {
  LoopCount Count;
  SlotId Recorded = NoSlot; ///< where the count is kept when it was counted at run time
};

struct OnlyOne {};
struct ByCondition {
  const llvm::Value *Condition;
  const llvm::BasicBlock *IfTrue, *IfFalse; ///< the predecessor that was taken
};
struct ByRecord {
  SlotId Slot = NoSlot; ///< number of the predecessor, in order of livePredecessors()
};
/// All ways to a block begin here, and none of them has anything to run backwards.
struct PastIdle {
  const llvm::BasicBlock *Begin;
};
/// How the adjoint knows from which predecessor a block was entered.
using JoinChoice = std::variant<OnlyOne, ByCondition, ByRecord, PastIdle>;

struct NoDerivative {};
struct ByRule {
  const Rule *R;
};
struct AdjointPlan;
struct ByRequest {
  Request Callee;                    ///< split reverse
  const AdjointPlan *Plan = nullptr; ///< the callee's plan; null inside a call cycle until all are planned
  bool Recursive = false;            ///< member of the same call cycle: tape by pointer
  SlotId Tape = NoSlot;              ///< the callee's tape, or the pointer to it
};
using CallPlan = std::variant<NoDerivative, ByRule, ByRequest>;

struct Slot {
  std::string Name;
  llvm::Type *Ty;
  unsigned Frame;
  unsigned Field = 0; ///< position in the frame's record
  /// Shadow memory: the alignment that accesses count on. Records are aligned to 8 bytes
  /// only, so a slot in one has room to move its contents up to the next multiple.
  llvm::MaybeAlign Alignment;
};

enum class FrameStorage {
  Function, ///< stack variables (combined) or fields of the tape (split)
  Array,    ///< one record per iteration, all allocated before the loop nest
  Stack     ///< one record per iteration, pushed as they come
};
llvm::StringRef describe(FrameStorage S);

/// The slots of one loop (or of the function: no loop).
struct Frame {
  const llvm::Loop *L = nullptr;
  FrameStorage Storage = FrameStorage::Function;
  const llvm::Loop *Root = nullptr; ///< Array: the outermost loop of the flattened nest
  llvm::SmallVector<SlotId, 4> Slots;
  llvm::StructType *Record = nullptr;
  SlotId Head = NoSlot; ///< Array: base pointer, in the frame around Root; Stack: the stack, in the function's frame
  /// Array that is filled when Root is run again and lives as long as its adjoint: neither head nor extents are kept.
  bool Rerun = false;
  bool PerPass = false; ///< the same for a single pass of Root
  /// Array whose root is in a loop: the stack from which each pass takes its array, in the function's frame.
  SlotId ArrayStack = NoSlot;
};

/// What of a loop is run again.
struct RerunPlan {
  bool PerPass = false; ///< a single pass, before the adjoint of each; else the whole loop at once
  llvm::SetVector<const llvm::Instruction *> Slice;
  llvm::SetVector<const llvm::Value *> Inputs;        ///< values from outside that the slice reads
  llvm::SetVector<const llvm::Instruction *> Buffers; ///< scratch blocks that it fills again
};

struct AdjointPlan {
  Request R;
  const PreparedFunction *F = nullptr; ///< null when the user wrote the derivative: then there is only a tape
  llvm::MapVector<Needed, NeededValue> Values;
  llvm::MapVector<const llvm::Loop *, LoopPlan> Loops; ///< that the adjoint runs backwards
  /// Of the blocks that the adjoint visits, but for the headers of loops.
  llvm::MapVector<const llvm::BasicBlock *, JoinChoice> Joins;
  llvm::MapVector<const llvm::CallBase *, CallPlan> Calls;
  std::vector<Slot> Slots;
  std::vector<Frame> Frames; ///< Frames[0] is the function's
  /// Array nests: passes of an inner loop, kept before the nest's root starts.
  llvm::MapVector<std::pair<const llvm::Loop *, const llvm::Loop *>, SlotId> Extents;
  llvm::MapVector<const llvm::AllocaInst *, SlotId> Storage;
  llvm::MapVector<const llvm::Loop *, RerunPlan> Reruns;
  /// Stores and deallocations that are done when the adjoint is, so that it finds the memory as it was.
  llvm::SmallVector<const llvm::Instruction *, 2> Delayed;

  /// The innermost loop that the adjoint runs backwards around \p BB, or null.
  const llvm::Loop *loopOf(const llvm::BasicBlock *BB) const { return F->loops().getLoopFor(BB); }
  /// Does the adjoint come by \p BB, rather than pass it?
  bool visits(const llvm::BasicBlock *BB) const;
  /// The loop whose frame holds what is kept of \p V.
  const llvm::Loop *loopOf(const llvm::Value *V) const;
  /// Frame of \p L on the tape, or of the function; null when the loop keeps nothing.
  const Frame *frameOf(const llvm::Loop *L) const;

  /// Makes \p N available to the adjoint, kept in a slot unless it is at hand anyway.
  void need(Needed N, llvm::StringRef Reader);
  bool reads(Needed N) const { return Values.contains(N); }
  /// The callee's tape in split mode (the record of the function's frame).
  llvm::StructType *tapeType() const { return Frames.front().Record; }

  void print(llvm::raw_ostream &OS) const;
};

/// The blocks of \p L that are copied when it is run again, in order.
llvm::SmallVector<const llvm::BasicBlock *, 8> rerunBlocks(const PreparedFunction &F, const llvm::Loop &L);
/// What \p Terminator branches by, or null.
const llvm::Value *rerunCondition(const llvm::Instruction &Terminator);

/// Predecessors of \p BB on a path to the return, each once, in order of the block list.
llvm::SmallVector<const llvm::BasicBlock *, 4> livePredecessors(const PreparedFunction &F, const llvm::BasicBlock *BB);

} // namespace fluxion

#endif
