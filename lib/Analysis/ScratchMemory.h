//===- ScratchMemory.h - Local buffers that are filled anew -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scratch block is memory that only this function knows, stored to and loaded from
// directly: then every store to it is in sight. Does a loop fill it before it reads it?
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_SCRATCHMEMORY_H
#define FLUXION_ANALYSIS_SCRATCHMEMORY_H

#include "Prepare/PreparedFunction.h"
#include "llvm/ADT/DenseMap.h"

namespace fluxion {

struct ScratchBlock {
  const llvm::Instruction *Where; ///< a stack variable, or the allocation
  llvm::SmallVector<const llvm::StoreInst *, 4> Stores;
  llvm::SmallVector<const llvm::LoadInst *, 4> Loads;
  llvm::SmallVector<const llvm::CallBase *, 1> Frees;
};

class ScratchMemory {
public:
  /// The blocks of \p F that exist once.
  explicit ScratchMemory(const PreparedFunction &F);
  /// The block that \p Access (a load or store) goes to; null when it is no scratch block.
  const ScratchBlock *blockOf(const llvm::Instruction &Access) const;
  /// Is every byte that \p Load reads written earlier in the same execution of \p L?
  bool isFilledBefore(const llvm::LoadInst &Load, const llvm::Loop &L) const;

private:
  const PreparedFunction &F;
  std::vector<ScratchBlock> Blocks;
  llvm::DenseMap<const llvm::Instruction *, unsigned> Accesses;

  void look(const llvm::Instruction &Where);
  bool fills(const llvm::StoreInst &Store, const llvm::LoadInst &Load, const llvm::Loop &L) const;
  bool fillsInLoop(const llvm::StoreInst &Store, const llvm::LoadInst &Load, const llvm::Loop &Filling) const;
};

} // namespace fluxion

#endif
