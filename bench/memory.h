//===- memory.h - How many bytes a call takes -------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memory.cpp is linked to each benchmark and stands before the C library's malloc and free: it counts the bytes
// that are taken and not given back, and the largest such number. The stack below the call is painted before and looked
// through afterwards. What a call takes is the sum of both peaks.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_MEMORY_H
#define FLUXION_BENCH_MEMORY_H

namespace bench {

/// Starts counting; then the largest number of bytes of the heap held beyond those of the start.
void startCountingHeap();
long heapPeak();

void paintStack();
long paintedOver();

template <typename F> long bytesTaken(F f) {
  paintStack();
  startCountingHeap();
  f();
  long heap = heapPeak();
  return heap + paintedOver();
}

} // namespace bench

#endif
