/*===- Blas.c - Derivatives of BLAS and LAPACK, written in BLAS ------------===*
 *
 * Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * This file becomes bitcode that the engine links into a module which calls these routines (RuleLibrary.cpp). For a
 * routine f of the Fortran interface it has
 *
 *   fluxion_tangent_f    tangents, before the routine runs (sees what it will overwrite)
 *   fluxion_after_f      tangents, after it ran (needs what it computes)
 *   fluxion_augmented_f  runs it, and keeps what the reverse half reads and somebody overwrites
 *   fluxion_reverse_f    adds to the shadows of what was read, makes that of what was written the one before
 *
 * with the parameters of f, each pointer followed by its shadow, null when it has none. `about` says in bit i that the memory
 * behind parameter i does not stay as it is until the reverse half runs, and in bit 32+i that parameter i has a derivative.
 * Rules of the C interface (Cblas.inc) translate their arguments and call those of the Fortran interface.
 *
 * Sources: Giles, Collected matrix derivative results for forward and reverse mode AD, 2008 (products, solves); Smith,
 * Differentiation of the Cholesky algorithm, 1995, and Murray, arXiv:1602.07527, 2016 (potrf); Giles for eigenvalues (syev).
 *===----------------------------------------------------------------------===*/
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long Bits;
#define CHANGED(I) (about >> (I) & 1)
#define WANTED(I) (about >> (32 + (I)) & 1)

/* Parameters of the Fortran interface, with shadows. */
#define CHAR(X) const char *X, void *d_##X
#define INT(X) const int *X, void *d_##X
#define OUT(X) int *X, void *d_##X
#define REAL(X) const T *X, T *d##X
#define DATA(X) T *X, T *d##X
/* The same as arguments. */
#define CHARARG(X) X, 0
#define GIVE(X) X, d##X
#define PASS(X) X, d_##X

#define TANGENT(F) NAME(fluxion_tangent_, F)
#define AFTER(F) NAME(fluxion_after_, F)
#define AUGMENTED(F) NAME(fluxion_augmented_, F)
#define REVERSE(F) NAME(fluxion_reverse_, F)

static int isUpper(const char *c) { return (*c | 32) == 'u'; }
static int isLeft(const char *c) { return (*c | 32) == 'l'; }
static int isPlain(const char *c) { return (*c | 32) == 'n'; }
static int isVectors(const char *c) { return (*c | 32) == 'v'; }
static int isUnit(const char *c) { return (*c | 32) == 'u'; }

/* Copies of up to three operands; null: not kept. */
typedef struct {
  void *at[3];
} Tape;
void fluxion_release_tape(Tape *t) {
  if (!t)
    return;
  for (int i = 0; i < 3; i++)
    free(t->at[i]);
  free(t);
}


#define T double
#define ROUTINE(F) d##F##_
#define NAME(PREFIX, F) PREFIX##d##F##_
#define LOCAL(F) d_##F
#define CNAME(PREFIX, F) PREFIX##cblas_d##F
#include "Support.inc"
#include "Level1.inc"
#include "Level2.inc"
#include "Level3.inc"
#include "Lapack.inc"
#include "Cblas.inc"
#undef T
#undef ROUTINE
#undef NAME
#undef LOCAL
#undef CNAME

#define T float
#define ROUTINE(F) s##F##_
#define NAME(PREFIX, F) PREFIX##s##F##_
#define LOCAL(F) s_##F
#define CNAME(PREFIX, F) PREFIX##cblas_s##F
#include "Support.inc"
#include "Level1.inc"
#include "Level2.inc"
#include "Level3.inc"
#include "Lapack.inc"
#include "Cblas.inc"
