//===- Precompiled.h - LLVM headers compiled once ---------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only for the build's precompiled header; each file still includes what it uses.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_SUPPORT_PRECOMPILED_H
#define FLUXION_SUPPORT_PRECOMPILED_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include <variant>
#include <vector>

#endif
