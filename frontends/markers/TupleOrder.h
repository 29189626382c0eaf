//===- TupleOrder.h - Where rustc puts the fields of a tuple ----*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A reverse derivative returns a tuple, and of a tuple rustc keeps only the last field in
// place: the others are sorted by the largest power of two in their sizes, downwards.
//
//   (f32, f64, f32)  is  { double, float, float }
//   (f64, [f64; 4], f64)  is  { [4 x double], double, double }
//
// The request shows the memory alone. Which field is which follows from what is known of
// the types of the fields, and from the sorting.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_MARKERS_TUPLEORDER_H
#define FLUXION_FRONTENDS_MARKERS_TUPLEORDER_H

#include "Returned.h"

namespace fluxion {

/// \p Fields in the order in which \p Tuple, the memory of a Rust tuple, holds them; nothing
/// when no order fits, or several do.
std::optional<llvm::SmallVector<ReturnedField, 4>>
inMemoryOrder(const MarkedCall &M, llvm::ArrayRef<ReturnedField> Fields, llvm::Type *Tuple, const llvm::DataLayout &DL);

} // namespace fluxion

#endif
