//===- RuleLibrary.cpp - Rules that are written in C ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A declaration with the name and the type of a row gets
//
//   declare void @cblas_dgemm(...) !fluxion.library !{tangent, after, augmented, reverse, release}
//
// Derivatives call routines too; theirs are linked as well, for second derivatives. What is linked is internal, and
// goes again unless it is called.
//===----------------------------------------------------------------------===//
#include "Rules/Library/RuleLibrary.h"
#include "Rules/OpenWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

// clang-format off
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".hidden FluxionRulesBegin\n.globl FluxionRulesBegin\nFluxionRulesBegin:\n"
        ".incbin \"" FLUXION_RULE_BITCODE "\"\n"
        ".hidden FluxionRulesEnd\n.globl FluxionRulesEnd\nFluxionRulesEnd:\n"
        ".previous\n");
// clang-format on
extern "C" const char FluxionRulesBegin[], FluxionRulesEnd[];

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral Kind = "fluxion.library", Mark = "fluxion-rule-library",
                               ReleaseName = "fluxion_release_tape";
static constexpr StringLiteral Parts[] = {"fluxion_tangent_", "fluxion_after_", "fluxion_augmented_",
                                          "fluxion_reverse_"};

namespace {
struct Row {
  StringLiteral Name, Result, Fortran, C;
};
} // namespace

static constexpr Row Rows[] = {
#define BLAS(NAME, RESULT, FORTRAN, C) {#NAME, RESULT, FORTRAN, C},
#include "Rules/Library/Blas.def"
};

static bool fits(char Letter, Type *T, Type *Float) {
  switch (Letter) {
  case 'v':
    return T->isVoidTy();
  case 'i':
    return T->isIntegerTy(32);
  case 'f':
    return T == Float;
  default:
    return T->isPointerTy();
  }
}

/// The letters of the parameters of \p F when it is a routine of the table.
static std::optional<StringRef> lettersOf(const Function &F) {
  StringRef Name = F.getName();
  bool IsC = Name.consume_front("cblas_");
  if (!F.isDeclaration() || F.isVarArg() || Name.size() < 2 || (!IsC && !Name.consume_back("_")))
    return std::nullopt;
  LLVMContext &C = F.getContext();
  Type *Float = Name[0] == 'd' ? Type::getDoubleTy(C) : Type::getFloatTy(C);
  const Row *R = Name[0] == 'd' || Name[0] == 's'
                     ? find_if(Rows, [&](const Row &R) { return R.Name == Name.drop_front(); })
                     : std::end(Rows);
  if (R == std::end(Rows))
    return std::nullopt;
  StringRef Letters = IsC ? R->C : R->Fortran;
  if (Letters.empty() || Letters.size() != F.arg_size() || !fits(R->Result[0], F.getReturnType(), Float))
    return std::nullopt;
  for (auto [Letter, A] : zip_equal(Letters, F.args()))
    if (!fits(Letter, A.getType(), Float))
      return std::nullopt;
  return Letters;
}

/// What the table says of memory, as attributes.
static void describe(Function &F, StringRef Letters) {
  F.setDoesNotThrow();
  F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  F.addFnAttr(Attribute::WillReturn);
  F.addFnAttr(Attribute::NoFree);
  for (auto [Letter, A] : zip_equal(Letters, F.args())) {
    if (!A.getType()->isPointerTy())
      continue;
    A.addAttr(Attribute::getWithCaptureInfo(F.getContext(), CaptureInfo::none()));
    if (StringRef("cnsr").contains(Letter))
      A.addAttr(Attribute::ReadOnly);
  }
}

/// It has been compiled for the machine of the build; it holds for any with these types.
static std::unique_ptr<Module> readLibrary(Module &For) {
  StringRef Bytes(FluxionRulesBegin, FluxionRulesEnd - FluxionRulesBegin);
  Expected<std::unique_ptr<Module>> Library =
      parseBitcodeFile(MemoryBufferRef(Bytes, "rule library"), For.getContext());
  if (!Library) {
    consumeError(Library.takeError());
    return nullptr;
  }
  Module &L = **Library;
  L.setTargetTriple(For.getTargetTriple());
  L.setDataLayout(For.getDataLayout());
  for (NamedMDNode &Node : make_early_inc_range(L.named_metadata()))
    L.eraseNamedMetadata(&Node);
  for (Function &F : L) {
    for (StringRef Attribute :
         {"target-cpu", "target-features", "tune-cpu", "frame-pointer", "stack-protector-buffer-size"})
      F.removeFnAttr(Attribute);
    if (!F.isDeclaration())
      F.addFnAttr(Mark);
  }
  return std::move(*Library);
}

/// Declares the functions of \p Routine that \p Library has, so that they are linked.
static void declareRules(Function &Routine, const Module &Library) {
  SmallVector<Metadata *, 4> Found;
  for (StringRef Part : Parts) {
    const Function *F = Library.getFunction((Part + Routine.getName()).str());
    FunctionCallee Here =
        F ? Routine.getParent()->getOrInsertFunction(F->getName(), F->getFunctionType()) : FunctionCallee();
    Found.push_back(F ? ConstantAsMetadata::get(cast<Constant>(Here.getCallee())) : nullptr);
  }
  const Function *Release = Library.getFunction(ReleaseName);
  FunctionCallee Here = Routine.getParent()->getOrInsertFunction(ReleaseName, Release->getFunctionType());
  Found.push_back(ConstantAsMetadata::get(cast<Constant>(Here.getCallee())));
  Routine.setMetadata(Kind, MDNode::get(Routine.getContext(), Found));
}

/// One round; true when there may be more to link.
static bool linkForDeclarations(Module &M) {
  SmallVector<std::pair<Function *, StringRef>, 8> Routines;
  for (Function &F : M)
    if (std::optional<StringRef> Letters = F.getMetadata(Kind) ? std::nullopt : lettersOf(F))
      Routines.push_back({&F, *Letters});
  std::unique_ptr<Module> Library = Routines.empty() ? nullptr : readLibrary(M);
  if (!Library)
    return false;
  for (auto [F, Letters] : Routines) {
    describe(*F, Letters);
    declareRules(*F, *Library);
  }
  return !Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded);
}

static void makeInternal(Module &M) {
  for (Function &F : M)
    if (F.hasFnAttribute(Mark))
      F.setLinkage(GlobalValue::InternalLinkage);
}

bool linkRuleLibrary(Module &M) {
  bool Changed = false;
  while (linkForDeclarations(M))
    Changed = true;
  if (Changed)
    makeInternal(M);
  return Changed;
}

void linkOpenWords(Module &M) {
  auto IsCalled = [](const Function &F) {
    return F.isDeclaration() && F.getName().starts_with(OpenWordsPrefix) && !F.use_empty();
  };
  std::unique_ptr<Module> Library = any_of(M, IsCalled) ? readLibrary(M) : nullptr;
  if (!Library)
    return;
  for (Function &F : M)
    if (IsCalled(F))
      F.setAttributes({}); // what was said for the time of differentiation
  Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded);
  makeInternal(M);
}

void dropUnusedRules(Module &M) {
  SmallVector<Function *, 32> Ours;
  for (Function &F : M) {
    F.setMetadata(Kind, nullptr);
    if (F.hasFnAttribute(Mark))
      Ours.push_back(&F);
  }
  bool Dropped = true;
  while (Dropped) {
    Dropped = false;
    for (Function *&F : Ours)
      if (F && F->use_empty()) {
        F->eraseFromParent();
        F = nullptr;
        Dropped = true;
      }
  }
}

Type *LibraryRule::scalarBehind(unsigned I) const {
  LLVMContext &C = Augmented->getContext();
  switch (Letters[I]) {
  case 'c':
    return Type::getInt8Ty(C);
  case 'n':
    return Type::getInt32Ty(C);
  case 's':
    return elementBehind(I);
  default:
    return nullptr;
  }
}

Type *LibraryRule::elementBehind(unsigned I) const {
  LLVMContext &C = Augmented->getContext();
  StringRef Name = Augmented->getName().drop_front(Parts[2].size());
  Name.consume_front("cblas_");
  switch (Letters[I]) {
  case 'c':
    return Type::getInt8Ty(C);
  case 'n':
  case 'x':
    return Type::getInt32Ty(C);
  case 's':
  case 'r':
  case 'w':
  case 'k':
    return Name[0] == 'd' ? Type::getDoubleTy(C) : Type::getFloatTy(C);
  default:
    return nullptr;
  }
}

bool isInRuleLibrary(const Function &F) { return F.hasFnAttribute(Mark); }

std::optional<LibraryRule> libraryRule(const Function &F) {
  const MDNode *Node = F.getMetadata(Kind);
  std::optional<StringRef> Letters = Node ? lettersOf(F) : std::nullopt;
  if (!Letters)
    return std::nullopt;
  auto At = [&](unsigned I) {
    auto *Value = dyn_cast_or_null<ConstantAsMetadata>(Node->getOperand(I));
    return Value ? dyn_cast<Function>(Value->getValue()) : nullptr;
  };
  LibraryRule R{At(0), At(1), At(2), At(3), At(4), *Letters};
  return R.Augmented && R.Reverse && R.Release ? std::optional(R) : std::nullopt;
}

} // namespace fluxion
