//===- IndexShape.h - What is known of an index -----------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An index into an array of records is a multiple of their size, and more often than not
// that shows in how it is computed. Where it is the distance q - p of two pointers, as when
// a vector finds in its new memory the place that an iterator had in the old, it shows in
// where the two point: the reader is asked.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ANALYSIS_INDEXSHAPE_H
#define FLUXION_ANALYSIS_INDEXSHAPE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace fluxion {

/// Constant + any multiple of Stride.
struct IndexShape {
  int64_t Constant = 0, Stride = 0;
};

/// Are two addresses subtracted here?
bool isDistance(const llvm::BinaryOperator &I);
/// What is known of a distance; nothing when it could be any.
using DistanceOf = llvm::function_ref<std::optional<IndexShape>(const llvm::BinaryOperator &)>;

IndexShape shapeOfIndex(const llvm::Value *Index, DistanceOf Distance = nullptr, unsigned Depth = 0);

} // namespace fluxion

#endif
