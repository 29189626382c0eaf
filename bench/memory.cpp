//===- memory.cpp - How many bytes a call takes ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "memory.h"
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <malloc.h>

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);
}

namespace {

long Live, Peak, Start;

void *taken(void *p) {
  Live += p ? malloc_usable_size(p) : 0;
  Peak = Live > Peak ? Live : Peak;
  return p;
}

void left(void *p) { Live -= p ? malloc_usable_size(p) : 0; }

const long Painted = 1 << 20;
const unsigned char Paint = 0xa5;

} // namespace

extern "C" {
void *malloc(size_t n) { return taken(__libc_malloc(n)); }
void *calloc(size_t n, size_t m) { return taken(__libc_calloc(n, m)); }
void *realloc(void *p, size_t n) {
  left(p);
  return taken(__libc_realloc(p, n));
}
void *memalign(size_t a, size_t n) { return taken(__libc_memalign(a, n)); }
void *aligned_alloc(size_t a, size_t n) { return taken(__libc_memalign(a, n)); }
int posix_memalign(void **p, size_t a, size_t n) {
  *p = taken(__libc_memalign(a, n));
  return *p ? 0 : ENOMEM;
}
void free(void *p) {
  left(p);
  __libc_free(p);
}
}

void bench::startCountingHeap() { Start = Peak = Live; }
long bench::heapPeak() { return Peak - Start; }

__attribute__((noinline)) void bench::paintStack() {
  volatile unsigned char area[Painted];
  for (long i = 0; i < Painted; i++)
    area[i] = Paint;
}

__attribute__((noinline)) long bench::paintedOver() {
  volatile unsigned char area[Painted]; // the same place as before, since nothing lies between
  long i = 0;
  while (i < Painted && area[i] == Paint)
    i++;
  return Painted - i;
}

namespace {

long PagesAtStart;

long statusKiB(const char *what) {
  char line[256];
  long result = 0;
  if (FILE *f = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof line, f))
      if (!std::strncmp(line, what, std::strlen(what)))
        std::sscanf(line + std::strlen(what), ": %ld", &result);
    std::fclose(f);
  }
  return result;
}

} // namespace

void bench::startCountingPages() {
  if (FILE *f = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", f); // the peak begins again
    std::fclose(f);
  }
  PagesAtStart = statusKiB("VmRSS");
}

long bench::pagesPeakKiB() { return statusKiB("VmHWM") - PagesAtStart; }
