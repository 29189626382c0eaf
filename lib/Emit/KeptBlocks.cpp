//===- KeptBlocks.cpp - Memory that is kept for the next call -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Emit/KeptBlocks.h"
#include "Support/HeldMemory.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Triple.h"

// clang-format off
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".hidden FluxionKeptBlocksBegin\n.globl FluxionKeptBlocksBegin\nFluxionKeptBlocksBegin:\n"
        ".incbin \"" FLUXION_KEPT_BLOCKS_BITCODE "\"\n"
        ".hidden FluxionKeptBlocksEnd\n.globl FluxionKeptBlocksEnd\nFluxionKeptBlocksEnd:\n"
        ".previous\n");
// clang-format on
extern "C" const char FluxionKeptBlocksBegin[], FluxionKeptBlocksEnd[];

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral Take = "__fluxion_take_kept", GiveBack = "__fluxion_give_back_kept";

static std::unique_ptr<Module> readRuntime(Module &For) {
  StringRef Bytes(FluxionKeptBlocksBegin, FluxionKeptBlocksEnd - FluxionKeptBlocksBegin);
  Expected<std::unique_ptr<Module>> Runtime = parseBitcodeFile(MemoryBufferRef(Bytes, "runtime"), For.getContext());
  if (!Runtime) {
    consumeError(Runtime.takeError());
    return nullptr;
  }
  Module &R = **Runtime;
  R.setTargetTriple(For.getTargetTriple());
  R.setDataLayout(For.getDataLayout());
  for (NamedMDNode &Node : make_early_inc_range(R.named_metadata()))
    R.eraseNamedMetadata(&Node);
  for (Function &F : R)
    for (StringRef Attribute :
         {"target-cpu", "target-features", "tune-cpu", "frame-pointer", "stack-protector-buffer-size"})
      F.removeFnAttr(Attribute);
  return std::move(*Runtime);
}

/// As the marks are described, but the list of kept blocks is no business of the system's.
static void describe(Function &F, void (*Describe)(Function &)) {
  Describe(F);
  F.removeFnAttr(Attribute::Memory);
  F.setLinkage(GlobalValue::InternalLinkage);
}

KeptBlocks linkKeptBlocks(Module &M) {
  if (Function *Known = M.getFunction(Take); Known && M.getFunction(GiveBack))
    return {Known, M.getFunction(GiveBack)};
  const Triple &T = M.getTargetTriple();
  if (!T.isOSLinux() || !T.isArch64Bit())
    return {};
  std::unique_ptr<Module> Runtime = readRuntime(M);
  if (!Runtime || Linker::linkModules(M, std::move(Runtime)))
    return {};
  KeptBlocks Blocks = {M.getFunction(Take), M.getFunction(GiveBack)};
  describe(*Blocks.Take, describeTake);
  describe(*Blocks.GiveBack, describeGiveBack);
  return Blocks;
}

} // namespace fluxion
