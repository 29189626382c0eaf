//===- SortCalls.h - C's qsort as the copies it makes -----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorting moves elements, whatever they are, into an order that is constant almost
// everywhere. qsort has no body here, but its effect can be written with one:
//
//   order = fluxion.sort.order(base, n, size, compare)     no derivative: integers
//   copy  = malloc(n * size), memcpy(copy, base, n * size)
//   for i: memcpy(base + i * size, copy + order[i] * size, size)
//   free(copy), free(order)
//
// The order is found by qsort itself, on elements that are followed by their number. So no
// later stage needs to know of sorting, nor what the callback does.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_PREPARE_SORTCALLS_H
#define FLUXION_PREPARE_SORTCALLS_H

namespace llvm {
class Function;
} // namespace llvm

namespace fluxion {

/// Writes out the calls of qsort in \p F, a private clone.
void writeOutSorts(llvm::Function &F);

} // namespace fluxion

#endif
