//===- memory.h - How many bytes a call takes -------------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// memory.cpp is linked to each benchmark and stands before the C library's malloc and free: it counts the bytes
// that are taken and not given back, and the largest such number. The stack below the call is painted before and looked
// through afterwards. What a call takes is the sum of both peaks. It runs in a process and a thread of its own, so that
// tapes that a thread keeps for its next call count each time, and no trace is left.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_MEMORY_H
#define FLUXION_BENCH_MEMORY_H

#include <algorithm>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace bench {

/// Starts counting; then the largest number of bytes of the heap held beyond those of the start.
void startCountingHeap();
long heapPeak();

void paintStack();
long paintedOver();

/// Starts counting; then how much the pages of the process in memory have grown at most.
void startCountingPages();
long pagesPeakKiB();

struct Taken {
  long Bytes, PagesKiB;
};

/// With what a process and a thread take themselves.
template <typename F> Taken takenInAll(F f) {
  Taken result = {-1, -1};
  int ends[2];
  if (pipe(ends))
    return result;
  if (pid_t child = fork()) {
    close(ends[1]);
    if (read(ends[0], &result, sizeof result) != sizeof result)
      result = {-1, -1};
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return result;
  }
  std::thread([&] {
    paintStack();
    startCountingPages();
    startCountingHeap();
    f();
    long heap = heapPeak(); // in this order: the stack is looked through before anything else is called
    result.Bytes = heap + paintedOver();
    result.PagesKiB = pagesPeakKiB();
  }).join();
  _exit(write(ends[1], &result, sizeof result) != sizeof result);
}

template <typename F> Taken taken(F f) {
  static const Taken nothing = takenInAll([] {});
  Taken all = takenInAll(f);
  if (all.Bytes < 0)
    return all; // it did not get there
  return {std::max(0L, all.Bytes - nothing.Bytes), std::max(0L, all.PagesKiB - nothing.PagesKiB)};
}

} // namespace bench

#endif
