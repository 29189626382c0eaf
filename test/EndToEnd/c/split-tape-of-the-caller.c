// A tape in memory of the caller: asked for its size, filled again and again, never given back by the derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

#ifndef FD
extern int enzyme_tape, enzyme_allocated, enzyme_nofree;
size_t __enzyme_augmentsize_f(void *, ...);
double __enzyme_augmentfwd_f(void *, ...);
struct Pair __enzyme_reverse_f(void *, ...);
void *__enzyme_augmentfwd_tape(void *, ...);
struct FloatPair __enzyme_reverse_lanes(void *, ...);
#endif

static double f(double x, double y) { return exp(x * y) * sin(y); }
static float g(float x) { return x * x * x; }
int main() {
#ifndef FD
  size_t bytes = __enzyme_augmentsize_f((void *)f, enzyme_out, enzyme_out);
  void *memory = malloc(bytes);
  for (int i = 1; i < 4; i++) {
    double x = 0.3 * i, y = 0.5;
    double value =
        __enzyme_augmentfwd_f((void *)f, enzyme_allocated, bytes, enzyme_tape, memory, enzyme_out, x, enzyme_out, y);
    NEAR(value, f(x, y));
    struct Pair d = __enzyme_reverse_f((void *)f, enzyme_allocated, bytes, enzyme_tape, memory, x, y, 3.0);
    NEAR(d.a, 3 * y * exp(x * y) * sin(y));
    NEAR(d.b, 3 * exp(x * y) * (x * sin(y) + cos(y)));
  }
  free(memory);

  void *tape = __enzyme_augmentfwd_tape((void *)g, enzyme_width, 2, 2.0f);
  struct FloatPair d =
      __enzyme_reverse_lanes((void *)g, enzyme_width, 2, enzyme_nofree, 2.0f, 1.0f, 10.0f, enzyme_tape, tape);
  free(tape); // it came from malloc
  NEAR(d.a, 12);
  NEAR(d.b, 120);
#endif
  return finish();
}
