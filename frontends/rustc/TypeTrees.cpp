//===- TypeTrees.cpp - Type trees as rustc builds them --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc describes the layout of an argument by a tree that it holds by handle and
// edits in place; ours are values. A handle is a TypeTree on the heap.
//===----------------------------------------------------------------------===//
#include "Exports.h"
#include "Types/TypeTree.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Type.h"
#include <cstdlib>
#include <cstring>

using namespace llvm;
using fluxion::ConcreteType;
using fluxion::TypeTree;

static TypeTree &treeOf(void *Handle) { return *static_cast<TypeTree *>(Handle); }

/// rustc's numbers. A number that we do not know says nothing.
static ConcreteType kindOf(uint32_t Number, LLVMContextRef C) {
  LLVMContext &Context = *unwrap(C);
  switch (Number) {
  case 0:
    return ConcreteType::Anything;
  case 1:
    return ConcreteType::Integer;
  case 2:
    return ConcreteType::Pointer;
  case 3:
    return ConcreteType::ofFloat(Type::getHalfTy(Context));
  case 4:
    return ConcreteType::ofFloat(Type::getFloatTy(Context));
  case 5:
    return ConcreteType::ofFloat(Type::getDoubleTy(Context));
  case 7:
    return ConcreteType::ofFloat(Type::getX86_FP80Ty(Context));
  case 8:
    return ConcreteType::ofFloat(Type::getBFloatTy(Context));
  case 9:
    return ConcreteType::ofFloat(Type::getFP128Ty(Context));
  default:
    return ConcreteType::Unknown;
  }
}

void *EnzymeNewTypeTree() { return new TypeTree; }
void *EnzymeNewTypeTreeCT(uint32_t Kind, LLVMContextRef C) { return new TypeTree(kindOf(Kind, C)); }
void *EnzymeNewTypeTreeTR(void *From) { return new TypeTree(treeOf(From)); }
void EnzymeFreeTypeTree(void *Tree) { delete &treeOf(Tree); }

bool EnzymeMergeTypeTree(void *To, void *From) { return treeOf(To).merge(treeOf(From)); }
void EnzymeTypeTreeOnlyEq(void *Tree, int64_t Offset) { treeOf(Tree) = treeOf(Tree).only(Offset); }
void EnzymeTypeTreeData0Eq(void *Tree) { treeOf(Tree) = treeOf(Tree).data0(); }

void EnzymeTypeTreeShiftIndiciesEq(void *Tree, const char *DataLayout, int64_t Offset, int64_t MaxSize,
                                   uint64_t AddOffset) {
  treeOf(Tree) = treeOf(Tree).shift(Offset, MaxSize, AddOffset);
}

void EnzymeTypeTreeInsertEq(void *Tree, const int64_t *Path, size_t Length, uint32_t Kind, LLVMContextRef C) {
  treeOf(Tree).insert(TypeTree::Path(Path, Path + Length), kindOf(Kind, C));
}

const char *EnzymeTypeTreeToString(void *Tree) { return strdup(treeOf(Tree).text().c_str()); }
void EnzymeTypeTreeToStringFree(const char *Text) { free(const_cast<char *>(Text)); }
