//===- harness.c - Checks the derivatives of one generated program --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At a few random points, for random directions v and weights w:
//
//   primal     forward and reverse leave the same results as the primal alone
//   dot        <w, J v> == <J^T w, v>
//   lanes      two tangents in one sweep equal two sweeps
//   quotient   <w, J v> agrees with a difference quotient of <w, F(u + t v)>
//   leak       the heap does not grow over repeated calls
//
// A difference quotient is only believed where it can be: any step that agrees is
// enough, and a disagreement counts only when the quotients of neighbouring steps
// agree with each other and with the one-sided ones, so kinks and jumps raise no alarm.
// Prints `ok` or the first mismatch. With -DFD the derivatives themselves are difference
// quotients: that checks the generator and this file without a plug-in.
//===----------------------------------------------------------------------===//
#include "harness.h"
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned long long State;

/// Uniform in (-1, 1).
static double draw(void) {
  State = State * 6364136223846793005ull + 1442695040888963407ull;
  return (double)(State >> 11) / 4503599627370496.0 - 1.0;
}

static double dot(const double *p, const double *q) {
  double s = 0;
  for (int i = 0; i < FuzzDim; i++)
    s += p[i] * q[i];
  return s;
}

static double dotSize(const double *p, const double *q) {
  double s = 0;
  for (int i = 0; i < FuzzDim; i++)
    s += fabs(p[i] * q[i]);
  return s;
}

static int bounded(const double *p, double limit) {
  for (int i = 0; i < FuzzDim; i++)
    if (!(fabs(p[i]) <= limit))
      return 0;
  return 1;
}

static void show(const char *name, const double *p) {
  printf("  %-4s", name);
  for (int i = 0; i < FuzzDim; i++)
    printf(" %.10g", p[i]);
  puts("");
}

/// w . F(u + t v)
static double along(const double *u, const double *v, const double *w, double t, int n, int alias) {
  double at[FuzzDim], z[FuzzDim];
  for (int i = 0; i < FuzzDim; i++)
    at[i] = u[i] + t * v[i];
  fuzzPrecise(at, z, n, alias);
  return dot(w, z);
}

static double central(const double *u, const double *v, const double *w, double h, int n, int alias) {
  return (along(u, v, w, h, n, alias) - along(u, v, w, -h, n, alias)) / (2 * h);
}

static double extrapolated(const double *u, const double *v, const double *w, double h, int n, int alias) {
  return (4 * central(u, v, w, h / 2, n, alias) - central(u, v, w, h, n, alias)) / 3;
}

#ifdef FD
static void fuzzTangent(const double *u, const double *v, double *z, double *dz, int n, int alias) {
  double e[FuzzDim] = {0};
  fuzzPrimal(u, z, n, alias);
  for (int i = 0; i < FuzzDim; i++) {
    e[i] = 1;
    dz[i] = extrapolated(u, v, e, 1e-4, n, alias);
    e[i] = 0;
  }
}

static void fuzzTangent2(const double *u, const double *v[2], double *z, double *dz[2], int n, int alias) {
  for (int k = 0; k < 2; k++)
    fuzzTangent(u, v[k], z, dz[k], n, alias);
}

static void fuzzAdjoint(const double *u, const double *w, double *z, double *ubar, int n, int alias) {
  double e[FuzzDim] = {0};
  fuzzPrimal(u, z, n, alias);
  for (int i = 0; i < FuzzDim; i++) {
    e[i] = 1;
    ubar[i] = alias && i >= 10 ? 0 : extrapolated(u, e, w, 1e-4, n, alias);
    e[i] = 0;
  }
}
#endif

enum Verdict { Agrees, Disagrees, Unclear };

/// Compares \p slope with difference quotients along \p v.
static enum Verdict compareQuotient(double slope, const double *u, const double *v, const double *w, int n, int alias,
                                    double *quotient) {
  static const double Steps[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
  double scale = fabs(slope) + 1e-2, q[5], tol = fuzzLoose ? 5e-3 : 1e-6;
  for (int k = 0; k < 5; k++) {
    q[k] = extrapolated(u, v, w, Steps[k], n, alias);
    if (fabs(q[k] - slope) <= tol * scale)
      return Agrees;
  }
  *quotient = q[3];
  scale += fabs(q[3]);
  double base = along(u, v, w, 0, n, alias), h = 1e-6;
  double right = (along(u, v, w, h, n, alias) - base) / h, left = (base - along(u, v, w, -h, n, alias)) / h;
  int settled = fabs(q[2] - q[3]) <= 1e-2 * tol * scale + 1e-7 && fabs(q[3] - q[4]) <= tol * scale;
  int smooth = fabs(right - left) <= 1e-3 * scale;
  return settled && smooth ? Disagrees : Unclear;
}

static int complain(const char *what, int n, int alias, double got, double want) {
  printf("seed %u: %s mismatch: n %d alias %d: %.15g against %.15g\n", fuzzSeed, what, n, alias, got, want);
  return 1;
}

static int sameVector(const char *what, int n, int alias, const double *got, const double *want, double tol) {
  for (int i = 0; i < FuzzDim; i++)
    if (!(fabs(got[i] - want[i]) <= tol * (1 + fabs(want[i])))) {
      complain(what, n, alias, got[i], want[i]);
      show("got", got), show("want", want);
      return 0;
    }
  return 1;
}

static int checkLanes(const double *u, const double *v, const double *dz, int n, int alias, double tol) {
  double second[FuzzDim], z[FuzzDim], one[FuzzDim], two[FuzzDim], alone[FuzzDim];
  for (int i = 0; i < FuzzDim; i++)
    second[i] = alias && i >= 10 ? 0 : draw();
  const double *in[2] = {v, second};
  double *out[2] = {one, two};
  fuzzTangent2(u, in, z, out, n, alias);
  fuzzTangent(u, second, z, alone, n, alias);
  return sameVector("lanes", n, alias, one, dz, tol) && sameVector("lanes", n, alias, two, alone, tol);
}

/// One point; 0 when all is well, 1 after a complaint, 2 when it says nothing.
static int checkPoint(int n, int alias) {
  double u[FuzzDim], v[FuzzDim], w[FuzzDim], z[FuzzDim], zf[FuzzDim], zr[FuzzDim], dz[FuzzDim], ubar[FuzzDim];
  for (int i = 0; i < FuzzDim; i++) {
    int unused = alias && i >= 10;
    u[i] = unused ? 0 : (double)(float)(1.4 * draw());
    v[i] = unused ? 0 : (double)(float)draw();
    w[i] = unused ? 0 : (double)(float)draw();
  }
  w[0] = fuzzReturns, w[1] = 0;
  double loose = fuzzLoose ? 1e-4 : 1e-10, same = fuzzLoose ? 1e-5 : 1e-12;
#ifdef FD
  loose = 1e-3;
#endif
  fuzzPrimal(u, z, n, alias);
  if (!bounded(z, 1e6))
    return 2;
  fuzzTangent(u, v, zf, dz, n, alias);
  fuzzAdjoint(u, w, zr, ubar, n, alias);
  if (!sameVector("primal (forward)", n, alias, zf, z, same) || !sameVector("primal (reverse)", n, alias, zr, z, same))
    return 1;
  double q = 0, forward = dot(w, dz), reverse = dot(ubar, v);
  if (fabs(forward) > 1e7 && fabs(reverse) > 1e7)
    return 2;
  double scale = dotSize(w, dz) + dotSize(ubar, v) + 1e-2;
  int agree = fabs(forward - reverse) <= loose * scale;
#ifdef FD
  agree |= compareQuotient(forward, u, v, w, n, alias, &q) != Disagrees; // a quotient may have crossed a kink
#endif
  if (!agree) {
    complain("dot", n, alias, forward, reverse);
    if (compareQuotient(forward, u, v, w, n, alias, &q) == Agrees)
      puts("  forward agrees with the difference quotient");
    else if (compareQuotient(reverse, u, v, w, n, alias, &q) == Agrees)
      puts("  reverse agrees with the difference quotient");
    else
      printf("  difference quotient %.10g\n", q);
    show("u", u), show("v", v), show("w", w), show("Jv", dz), show("JTw", ubar);
    return 1;
  }
  if (fuzzWide && !checkLanes(u, v, dz, n, alias, loose))
    return 1;
  if (fuzzLoose) { // a rounding may have sent the float program another way
    double p[FuzzDim];
    fuzzPrecise(u, p, n, alias);
    for (int i = 0; i < FuzzDim; i++)
      if (!(fabs(p[i] - z[i]) < 1e-4 * (1 + fabs(z[i]))))
        return 2;
  }
  switch (compareQuotient(forward, u, v, w, n, alias, &q)) {
  case Agrees:
    return 0;
  case Unclear:
    return 2;
  case Disagrees:
    complain("quotient", n, alias, forward, q);
    show("u", u), show("v", v), show("w", w), show("Jv", dz), show("JTw", ubar);
    return 1;
  }
  return 1;
}

static int checkHeap(void) {
  double u[FuzzDim], w[FuzzDim] = {1}, z[FuzzDim], g[FuzzDim];
  for (int i = 0; i < FuzzDim; i++)
    u[i] = draw();
  size_t before = 0, after;
  for (int k = 0; k < 20; k++) {
    if (k == 4)
      before = mallinfo2().uordblks;
    fuzzAdjoint(u, w, z, g, 7, 0);
  }
  after = mallinfo2().uordblks;
  return after > before ? complain("leak", 7, 0, (double)after, (double)before) : 0;
}

int main(void) {
  static const int Counts[] = {7, 3, 5, 0, 6};
  State = fuzzSeed * 2654435761ull + 12345;
  draw(), draw();
  int unclear = 0;
  for (int k = 0; k < 5; k++) {
    int verdict = checkPoint(Counts[k], fuzzCanAlias && k == 2);
    if (verdict == 1)
      return 1;
    unclear += verdict == 2;
  }
#ifndef FD
  if (!fuzzPrints && checkHeap())
    return 1;
#endif
  printf("ok %d\n", 5 - unclear);
  return 0;
}
