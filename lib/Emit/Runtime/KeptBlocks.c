//===- KeptBlocks.c - Memory that is kept for the next call ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into modules with derivatives (Emit/KeptBlocks.h). Memory that malloc gets from the system comes as
// pages which cost more than what a derivative computes with them, and free gives them back. So each thread keeps
// its last large blocks, and small ones of each size in a list, up to a limit, until it ends:
//
//   block    | capacity | next in its list | memory ... |
//
// What is between small and large is malloc's business alone.
// Without a C library that tells when a thread ends nothing is kept.
//===----------------------------------------------------------------------===//
typedef __SIZE_TYPE__ size_t;

void *malloc(size_t);
void free(void *);
int __cxa_thread_atexit_impl(void (*)(void *), void *, void *) __attribute__((weak));
extern char __dso_handle __attribute__((weak, visibility("hidden")));

enum { Places = 16, Step = 32, Sizes = 32 };
static const size_t Header = 16, Large = (size_t)1 << 16, Limit = (size_t)1 << 28, Absurd = (size_t)1 << 48;

static _Thread_local struct {
  size_t *small[Sizes], *blocks[Places];
  size_t bytes;
  unsigned next;
  int registered, ended;
} kept;

static void drop(unsigned place) {
  if (!kept.blocks[place])
    return;
  kept.bytes -= *kept.blocks[place];
  free(kept.blocks[place]);
  kept.blocks[place] = 0;
}

static void dropAll(void *unused) {
  kept.ended = 1;
  for (unsigned place = 0; place < Places; place++)
    drop(place);
  for (unsigned size = 0; size < Sizes; size++)
    for (size_t *block = kept.small[size]; block;) {
      size_t *next = (size_t *)block[1];
      free(block);
      block = next;
    }
}

static int keeps(void) {
  if (!kept.registered && !kept.ended) {
    if (!__cxa_thread_atexit_impl || __cxa_thread_atexit_impl(dropAll, 0, &__dso_handle))
      return 0;
    kept.registered = 1;
  }
  return !kept.ended;
}

static size_t *find(size_t bytes) {
  for (unsigned place = 0; place < Places; place++) {
    size_t *block = kept.blocks[place];
    if (!block || *block < bytes || *block / 2 > bytes)
      continue;
    kept.blocks[place] = 0;
    kept.bytes -= *block;
    return block;
  }
  return 0;
}

static size_t *fresh(size_t capacity) {
  size_t *block = malloc(capacity + Header);
  if (block)
    *block = capacity;
  return block;
}

static size_t *takeSmall(size_t bytes) {
  size_t size = bytes ? (bytes - 1) / Step : 0;
  size_t *block = kept.small[size];
  if (!block)
    return fresh((size + 1) * Step);
  kept.small[size] = (size_t *)block[1];
  kept.bytes -= *block;
  return block;
}

static void keepSmall(size_t *block) {
  size_t size = *block / Step - 1;
  block[1] = (size_t)kept.small[size];
  kept.small[size] = block;
  kept.bytes += *block;
}

static void keepLarge(size_t *block) {
  unsigned place = 0;
  while (place < Places && kept.blocks[place])
    place++;
  if (place == Places) { // the oldest goes
    place = kept.next;
    drop(place);
    kept.next = (kept.next + 1) % Places;
  }
  kept.blocks[place] = block;
  kept.bytes += *block;
}

__attribute__((noinline)) void *__fluxion_take_kept(size_t bytes) {
  if (bytes > Absurd) // of a loop that never runs: nobody touches it
    return 0;
  size_t *block = bytes <= Step * Sizes ? takeSmall(bytes) : bytes < Large ? 0 : find(bytes);
  if (!block)
    block = fresh(bytes);
  return block ? (char *)block + Header : 0;
}

__attribute__((noinline)) void __fluxion_give_back_kept(void *memory) {
  if (!memory)
    return;
  size_t *block = (size_t *)((char *)memory - Header);
  int isSmall = *block <= Step * Sizes, isLarge = *block >= Large && *block <= Limit;
  if ((!isSmall && !isLarge) || !keeps())
    return free(block);
  // Large blocks that nobody takes any more make room.
  for (unsigned place = 0; place < Places && kept.bytes + *block > Limit; place++)
    drop(place);
  if (kept.bytes + *block > Limit)
    return free(block);
  if (isSmall)
    keepSmall(block);
  else
    keepLarge(block);
}
