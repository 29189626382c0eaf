/*===- Words.c - Shadows of words whose type nobody knows ------------------===*
 *
 * Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Where no analysis tells what is moved, its shadow does, word by word (Rules/OpenWords.h has the picture). A shadow
 * word that may be an address, which as a double would be denormal, belongs to a pointer; any other is the adjoint of a
 * double, or zero. An address is never added to anything and an adjoint never taken for an address.
 *
 * This file becomes bitcode that the engine links into a module that calls these functions. Words are aligned; what
 * lies across a word, or is moved to another place within words, is text or the like and has no shadow.
 *===----------------------------------------------------------------------===*/
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#define FUNCTION __attribute__((noinline, visibility("hidden")))
typedef uint64_t __attribute__((may_alias)) Word;
typedef double __attribute__((may_alias)) Float;

/* What the augmented primal writes for an active float in mixed memory. */
static const uint64_t Mark = UINT64_C(1) << 63;

static int mayBeAddress(uint64_t w) { return w < UINT64_C(1) << 52; }

/* Is it gone with what the word held before? The mark of a float is, as an address is; an adjoint stays. */
static int isOfContent(uint64_t w) { return mayBeAddress(w) || w == Mark; }

static _Noreturn void stop(void) {
  static const char text[] = "fluxion: bytes of unknown type that carry a derivative are moved to places of another "
                             "alignment, so that the derivative would be lost\n";
  (void)!write(2, text, sizeof text - 1);
  abort();
}

/* The whole words in `bytes` bytes from `at`. */
typedef struct {
  size_t first, count;
} Words;
static Words wordsIn(const char *at, uint64_t bytes) {
  size_t first = -(uintptr_t)at & 7;
  Words w = {first, bytes < first ? 0 : (bytes - first) / 8};
  return w;
}
static int isAligned(const char *a, const char *b) { return !(((uintptr_t)a ^ (uintptr_t)b) & 7); }

static void stopUnlessZero(const char *from, uint64_t bytes) {
  for (uint64_t i = 0; i < bytes; i++)
    if (from[i])
      stop();
}
static void stopIfAdjoint(const char *to, Words w) {
  for (size_t i = 0; i < w.count; i++)
    if (!mayBeAddress(*(const Word *)(to + w.first + 8 * i)))
      stop();
}

/* Augmented: nothing that has a shadow is there any more. Adjoints that a caller put there stay. */
FUNCTION void __fluxion_words_forget(char *to, uint64_t bytes) {
  Words w = wordsIn(to, bytes);
  for (size_t i = 0; i < w.count; i++) {
    Word *t = (Word *)(to + w.first + 8 * i);
    if (isOfContent(*t))
      *t = 0;
  }
}

static void moveWord(Word *to, uint64_t s) {
  int isShadow = (s && mayBeAddress(s)) || (s == Mark && mayBeAddress(*to));
  if (isShadow)
    *to = s;
  else if (isOfContent(*to) && s != Mark)
    *to = 0;
}

/* Augmented: `bytes` bytes were copied, or moved where they overlap. */
FUNCTION void __fluxion_words_move(char *to, const char *from, uint64_t bytes) {
  if (!from || !isAligned(to, from)) {
    if (from)
      stopUnlessZero(from, bytes);
    __fluxion_words_forget(to, bytes);
    return;
  }
  Words w = wordsIn(to, bytes);
  for (size_t i = 0; i < w.count; i++) {
    size_t at = w.first + 8 * (to > from ? w.count - 1 - i : i);
    moveWord((Word *)(to + at), *(const Word *)(from + at));
  }
}

/* Is there a shadow, or the mark of a float, in `bytes` bytes from `from`? */
FUNCTION int __fluxion_words_any(const char *from, uint64_t bytes) {
  Words w = wordsIn(from, bytes);
  for (size_t i = 0; from && i < w.count; i++)
    if (*(const Word *)(from + w.first + 8 * i))
      return 1;
  return 0;
}

/* Nothing, also where `d` is -0, goes to memory that nobody may write. */
static void add(Float *to, double d) {
  if (d != 0)
    *to += d;
}

/* Adjoint of a copy: from += to, to = 0 for the floats among the words; only to = 0 when from is null. */
FUNCTION void __fluxion_words_return(char *to, char *from, uint64_t bytes) {
  Words w = wordsIn(to, bytes);
  if (from && !isAligned(to, from))
    return stopIfAdjoint(to, w);
  for (size_t i = 0; i < w.count; i++) {
    size_t at = w.first + 8 * (to < from ? w.count - 1 - i : i);
    Word *t = (Word *)(to + at);
    if (mayBeAddress(*t))
      continue;
    double d = *(Float *)t;
    *t = 0;
    if (from)
      add((Float *)(from + at), d);
  }
}

/* Adjoint of a load: to += d where d is not zero. */
FUNCTION void __fluxion_words_add(char *to, const char *d, uint64_t bytes) {
  Words w = wordsIn(d, bytes);
  if (!isAligned(to, d))
    return stopIfAdjoint(d, w);
  for (size_t i = 0; i < w.count; i++)
    if (!mayBeAddress(*(const Word *)(d + w.first + 8 * i)))
      add((Float *)(to + w.first + 8 * i), *(const Float *)(d + w.first + 8 * i));
}

static _Noreturn void stopComputing(void) {
  static const char text[] = "fluxion: bytes of unknown type that carry a derivative are computed with as an integer, "
                             "so that the derivative would be lost\n";
  (void)!write(2, text, sizeof text - 1);
  abort();
}

/* Numbers stand as they are in tangents, and in shadows that a caller copied from what they belong to. */
static int isNumber(uint64_t x, uint64_t a) { return a == x || a < 4096; }

/* The shadow of r, made of x and y with the shadows a and b. Forward, numbers stand there as they are. */
FUNCTION uint64_t __fluxion_words_compute(uint32_t kind, uint64_t r, uint64_t x, uint64_t a, uint64_t y, uint64_t b) {
  enum { Other, Sum, Difference, Bits, Forward }; /* as in Rules/OpenWords.cpp */
  uint64_t number = kind >= Forward ? r : 0;
  int xIsNumber = isNumber(x, a), yIsNumber = isNumber(y, b);
  if (xIsNumber && yIsNumber)
    return number;
  if ((!xIsNumber && !mayBeAddress(a)) || (!yIsNumber && !mayBeAddress(b)))
    stopComputing();
  kind %= Forward;
  if (!xIsNumber && !yIsNumber) {
    if (kind == Difference)
      return number;
    stopComputing();
  }
  /* One address: of its bits, only the lowest may be set or cleared, which leaves it where it is. */
  uint64_t moved = xIsNumber ? r - y : r - x;
  int isAddress = kind == Sum || (kind == Difference && yIsNumber) || (kind == Bits && moved + 4096 <= 8192);
  if (!isAddress)
    stopComputing();
  return (xIsNumber ? b : a) + moved;
}
