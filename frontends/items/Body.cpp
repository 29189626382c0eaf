//===- Body.cpp - Bodies of targets, old and new --------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks move between a target and a function that exists only to keep them.
//===----------------------------------------------------------------------===//
#include "Body.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace fluxion {

static void moveBody(Function &From, Function &To) {
  To.splice(To.end(), &From);
  for (auto [A, B] : zip_equal(From.args(), To.args()))
    A.replaceAllUsesWith(&B);
}

static void eraseBody(Function &F) {
  for (BasicBlock &BB : F)
    BB.dropAllReferences();
  while (!F.empty())
    F.back().eraseFromParent();
}

BodyAside::BodyAside(Function &F) : F(F) {
  Keeper = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, F.getAddressSpace(),
                            "fluxion.item.aside", F.getParent());
  moveBody(F, *Keeper);
}

BodyAside::~BodyAside() {
  if (!Dropped) {
    eraseBody(F);
    moveBody(*Keeper, F);
  }
  Keeper->dropAllReferences();
  Keeper->eraseFromParent();
}

void Placeholders::give(Function &Declared) {
  DISubprogram *Described = Declared.getSubprogram();
  if (!Given.insert({&Declared, Described}).second)
    return;
  // What describes a declaration must not describe a definition.
  if (Described && !Described->isDefinition())
    Declared.setSubprogram(nullptr);
  IRBuilder<>(BasicBlock::Create(Declared.getContext(), "entry", &Declared)).CreateUnreachable();
}

Placeholders::~Placeholders() {
  for (auto [F, Described] : Given) {
    eraseBody(*F);
    F->setSubprogram(Described);
  }
}

void forgetPlaceholder(Function &Target, const Function &Source) {
  Target.setPersonalityFn(nullptr);
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoReturn, Attribute::WillReturn, Attribute::NoFree, Attribute::NoSync,
        Attribute::NoRecurse, Attribute::NoCallback, Attribute::Speculatable, Attribute::MustProgress, Attribute::Cold,
        Attribute::AllocKind, Attribute::AllocSize})
    Target.removeFnAttr(Kind);
  if (!Source.doesNotThrow())
    Target.removeFnAttr(Attribute::NoUnwind);
  for (Attribute::AttrKind Kind : {Attribute::Range, Attribute::NonNull, Attribute::NoAlias, Attribute::Alignment,
                                   Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::NoFPClass})
    Target.removeRetAttr(Kind);
  for (Argument &A : Target.args())
    for (Attribute::AttrKind Kind :
         {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::Captures, Attribute::NoFree,
          Attribute::Returned, Attribute::Initializes})
      A.removeAttr(Kind);
}

} // namespace fluxion
