//===- check.h - What the end-to-end programs share -------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most programs here are one function and one of the CHECK macros below, which
// differentiates it forward and reverse and compares
//
//   <w, J v> == <J^T w, v>            to Tight
//   <w, J v> == (F(x + h v) - F(x - h v)) . w / 2h     to Loose
//
// for fixed pseudo-random v and w. The macros name the function itself, since the
// request must see it. With -DFD nothing is differentiated: the primal runs, and
// two steps of the quotient must agree, which checks the program without a plug-in.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_TEST_ENDTOEND_CHECK_H
#define FLUXION_TEST_ENDTOEND_CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Under the address sanitizer every leak counts but those of what is drawn here.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define MAY_LEAK(ALLOCATION)                                                                                           \
  (__lsan_disable(), ALLOCATION);                                                                                      \
  __lsan_enable()
#endif
#endif
#ifndef MAY_LEAK
#define MAY_LEAK(ALLOCATION) ALLOCATION
#endif

struct Pair {
  double a, b;
};
struct FloatPair {
  float a, b;
};

#ifdef __cplusplus
template <typename R, typename... A> R __enzyme_autodiff(A...);
template <typename R, typename... A> R __enzyme_fwddiff(A...);
extern "C" {
#endif
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_width, enzyme_primal_return;
double __enzyme_autodiff_double(void *, ...);
double __enzyme_fwddiff_double(void *, ...);
void __enzyme_autodiff_void(void *, ...);
void __enzyme_fwddiff_void(void *, ...);
struct Pair __enzyme_autodiff_pair(void *, ...);
float __enzyme_autodiff_float(void *, float);
float __enzyme_fwddiff_float(void *, float, float);
struct FloatPair __enzyme_autodiff_floats(void *, float, float);
float __enzyme_fwddiff_floats(void *, float, float, float, float);
#ifdef __cplusplus
}
#endif

static double Tight = 1e-10, Loose = 1e-6; // relative; a program in float sets them wider
static int Failures;

static inline void checkNear(const char *what, double got, double want, double tolerance) {
  double scale = fabs(want) > 1 ? fabs(want) : 1;
  if (fabs(got - want) <= tolerance * scale)
    return;
  printf("%s: got %.15g want %.15g\n", what, got, want);
  Failures++;
}
#define NEAR(GOT, WANT) checkNear(#GOT, GOT, WANT, Tight)

static inline int finish(void) {
  if (!Failures)
    puts("ok");
  return Failures != 0;
}

/// Hides a value from the optimiser.
static inline int opaque(int n) {
  volatile int v = n;
  return v;
}
static inline double opaqueDouble(double x) {
  volatile double v = x;
  return v;
}

/// Reproducible numbers in (-1, 1).
static inline double drawNumber(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / 8388608.0 - 1.0;
}
static inline double *drawVector(unsigned seed, int n) {
  double *v = MAY_LEAK((double *)malloc((n + 1) * sizeof(double)));
  for (int i = 0; i < n; i++)
    v[i] = drawNumber(&seed);
  return v;
}
static inline double *copyVector(const double *x, int n) {
  double *v = MAY_LEAK((double *)malloc((n + 1) * sizeof(double)));
  memcpy(v, x, n * sizeof(double));
  return v;
}
static inline double dotProduct(const double *p, const double *q, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * q[i];
  return s;
}

/// Compares the two derivatives with each other and with a quotient per step.
static inline void judge(const char *name, double forward, double reverse, const double *quotients) {
  char what[200];
#ifdef FD
  (void)forward, (void)reverse;
  snprintf(what, sizeof what, "%s: quotients of two steps", name);
  checkNear(what, quotients[0], quotients[1], 10 * Loose);
#else
  snprintf(what, sizeof what, "%s: forward against reverse", name);
  checkNear(what, forward, reverse, Tight);
  snprintf(what, sizeof what, "%s: forward against quotient", name);
  double best = fabs(forward - quotients[0]) < fabs(forward - quotients[1]) ? quotients[0] : quotients[1];
  checkNear(what, forward, best, Loose);
#endif
}

static const double Steps[2] = {1e-4, 1e-5};

//===-- double f(double) --------------------------------------------------===//
typedef double (*ScalarFunction)(double);
static inline void checkScalar(const char *name, ScalarFunction f, double x, double forward, double reverse) {
  double q[2];
  for (int k = 0; k < 2; k++)
    q[k] = (8 * (f(x + Steps[k]) - f(x - Steps[k])) - (f(x + 2 * Steps[k]) - f(x - 2 * Steps[k]))) / (12 * Steps[k]);
  judge(name, forward, reverse, q);
}
#ifdef FD
#define CHECK_SCALAR(F, X) checkScalar(#F, F, X, 0, 0)
#else
#define CHECK_SCALAR(F, X)                                                                                             \
  checkScalar(#F " at " #X, F, X, __enzyme_fwddiff_double((void *)F, (double)(X), 1.0),                                \
              __enzyme_autodiff_double((void *)F, (double)(X)))
#endif

//===-- double f(double, double) ------------------------------------------===//
typedef double (*ScalarFunction2)(double, double);
static inline void checkScalar2(const char *name, ScalarFunction2 f, double x, double y, double forward,
                                struct Pair reverse) {
  double q[2];
  for (int k = 0; k < 2; k++) {
    double h = Steps[k], g = 2 * h;
    q[k] = (8 * (f(x + h, y - 0.6 * h) - f(x - h, y + 0.6 * h)) - (f(x + g, y - 0.6 * g) - f(x - g, y + 0.6 * g))) /
           (12 * h);
  }
  judge(name, forward, reverse.a - 0.6 * reverse.b, q);
}
#ifdef FD
#define CHECK_SCALAR2(F, X, Y) checkScalar2(#F, F, X, Y, 0, (struct Pair){0, 0})
#else
#define CHECK_SCALAR2(F, X, Y)                                                                                         \
  checkScalar2(#F " at " #X ", " #Y, F, X, Y, __enzyme_fwddiff_double((void *)F, (double)(X), 1.0, (double)(Y), -0.6), \
               __enzyme_autodiff_pair((void *)F, (double)(X), (double)(Y)))
#endif

//===-- double f(double *x, int n), which may overwrite x -----------------===//
typedef double (*ArrayFunction)(double *, int);
static inline double arrayAlong(ArrayFunction f, const double *x, const double *v, const double *w, double t, int n) {
  double *at = copyVector(x, n);
  for (int i = 0; i < n; i++)
    at[i] += t * v[i];
  double s = f(at, n);
  s += dotProduct(at, w, n);
  free(at);
  return s;
}
static inline void arrayQuotients(ArrayFunction f, const double *x, const double *v, const double *w, int n,
                                  double *q) {
  for (int k = 0; k < 2; k++) {
    double h = Steps[k];
    q[k] = (8 * (arrayAlong(f, x, v, w, h, n) - arrayAlong(f, x, v, w, -h, n)) -
            (arrayAlong(f, x, v, w, 2 * h, n) - arrayAlong(f, x, v, w, -2 * h, n))) /
           (12 * h);
  }
}
static inline void compareVectors(const char *name, const double *got, const double *want, int n) {
  char what[200];
  snprintf(what, sizeof what, "%s: what the primal leaves", name);
  for (int i = 0; i < n && !Failures; i++)
    checkNear(what, got[i], want[i], Tight);
}
#ifdef FD
#define FORWARD_ARRAY(F, X, DX, N) F(X, N)
#define REVERSE_ARRAY(F, X, DX, N) F(X, N)
#else
#define FORWARD_ARRAY(F, X, DX, N) __enzyme_fwddiff_double((void *)F, enzyme_dup, X, DX, enzyme_const, N)
#define REVERSE_ARRAY(F, X, DX, N) __enzyme_autodiff_double((void *)F, enzyme_dup, X, DX, enzyme_const, N)
#endif
#define CHECK_ARRAY(F, X0, N)                                                                                          \
  do {                                                                                                                 \
    int n_ = (N);                                                                                                      \
    double *v_ = drawVector(7, n_), *w_ = drawVector(3, n_), *x_ = copyVector(X0, n_), *y_ = copyVector(X0, n_);       \
    double *t_ = copyVector(v_, n_), *g_ = copyVector(w_, n_), *z_ = copyVector(X0, n_), q_[2];                        \
    arrayQuotients(F, z_, v_, w_, n_, q_);                                                                             \
    F(z_, n_);                                                                                                         \
    double forward_ = FORWARD_ARRAY(F, x_, t_, n_) + dotProduct(t_, w_, n_);                                           \
    REVERSE_ARRAY(F, y_, g_, n_);                                                                                      \
    judge(#F, forward_, dotProduct(g_, v_, n_), q_);                                                                   \
    compareVectors(#F " forward", x_, z_, n_), compareVectors(#F " reverse", y_, z_, n_);                              \
    free(v_), free(w_), free(x_), free(y_), free(t_), free(g_), free(z_);                                              \
  } while (0)

//===-- void f(double *x, double *out, int n) with m results --------------===//
typedef void (*MapFunction)(double *, double *, int);
static inline double mapAlong(MapFunction f, const double *x, const double *v, const double *w, double t, int n,
                              int m) {
  double *at = copyVector(x, n), *out = (double *)calloc(m + 1, sizeof(double));
  for (int i = 0; i < n; i++)
    at[i] += t * v[i];
  f(at, out, n);
  double s = dotProduct(out, w, m);
  free(at), free(out);
  return s;
}
static inline void mapQuotients(MapFunction f, const double *x, const double *v, const double *w, int n, int m,
                                double *q) {
  for (int k = 0; k < 2; k++) {
    double h = Steps[k];
    q[k] = (8 * (mapAlong(f, x, v, w, h, n, m) - mapAlong(f, x, v, w, -h, n, m)) -
            (mapAlong(f, x, v, w, 2 * h, n, m) - mapAlong(f, x, v, w, -2 * h, n, m))) /
           (12 * h);
  }
}
#ifdef FD
#define DERIVE_MAP(WHICH, F, X, DX, OUT, DOUT, N) F(X, OUT, N)
#else
#define DERIVE_MAP(WHICH, F, X, DX, OUT, DOUT, N)                                                                      \
  WHICH((void *)F, enzyme_dup, X, DX, enzyme_dup, OUT, DOUT, enzyme_const, N)
#endif
#define CHECK_MAP(F, X0, N, M)                                                                                         \
  do {                                                                                                                 \
    int n_ = (N), m_ = (M);                                                                                            \
    double *v_ = drawVector(7, n_), *w_ = drawVector(3, m_), *x_ = copyVector(X0, n_), q_[2];                          \
    double *out_ = (double *)calloc(m_ + 1, 8), *dout_ = (double *)calloc(m_ + 1, 8),                                  \
           *z_ = (double *)calloc(m_ + 1, 8);                                                                          \
    double *t_ = copyVector(v_, n_), *g_ = (double *)calloc(n_ + 1, 8);                                                \
    mapQuotients(F, x_, v_, w_, n_, m_, q_);                                                                           \
    F(x_, z_, n_);                                                                                                     \
    memcpy(x_, X0, n_ * sizeof(double));                                                                               \
    DERIVE_MAP(__enzyme_fwddiff_void, F, x_, t_, out_, dout_, n_);                                                     \
    double forward_ = dotProduct(dout_, w_, m_);                                                                       \
    compareVectors(#F " forward", out_, z_, m_);                                                                       \
    memcpy(x_, X0, n_ * sizeof(double)), memset(out_, 0, m_ * sizeof(double)), memcpy(dout_, w_, m_ * sizeof(double)); \
    DERIVE_MAP(__enzyme_autodiff_void, F, x_, g_, out_, dout_, n_);                                                    \
    judge(#F, forward_, dotProduct(g_, v_, n_), q_);                                                                   \
    compareVectors(#F " reverse", out_, z_, m_);                                                                       \
    free(v_), free(w_), free(x_), free(out_), free(dout_), free(z_), free(t_), free(g_);                               \
  } while (0)

//===-- float f(float), float f(float, float) -----------------------------===//
#ifdef FD
#define CHECK_FLOAT(F, X, WANT) checkNear(#F, (F((X) + 1e-3f) - F((X) - 1e-3f)) / 2e-3f, WANT, 1e-2)
#define CHECK_FLOAT2(F, X, Y, WANT_A, WANT_B)                                                                          \
  (checkNear(#F, (F((X) + 1e-3f, Y) - F((X) - 1e-3f, Y)) / 2e-3f, WANT_A, 1e-2),                                       \
   checkNear(#F, (F(X, (Y) + 1e-3f) - F(X, (Y) - 1e-3f)) / 2e-3f, WANT_B, 1e-2))
#else
#define CHECK_FLOAT(F, X, WANT)                                                                                        \
  (checkNear(#F " at " #X " forward", __enzyme_fwddiff_float((void *)F, X, 1.0f), WANT, 1e-5),                         \
   checkNear(#F " at " #X " reverse", __enzyme_autodiff_float((void *)F, X), WANT, 1e-5))
#define CHECK_FLOAT2(F, X, Y, WANT_A, WANT_B)                                                                          \
  do {                                                                                                                 \
    struct FloatPair g_ = __enzyme_autodiff_floats((void *)F, X, Y);                                                   \
    checkNear(#F " reverse, first", g_.a, WANT_A, 1e-5), checkNear(#F " reverse, second", g_.b, WANT_B, 1e-5);         \
    checkNear(#F " forward", __enzyme_fwddiff_floats((void *)F, X, 1.0f, Y, 2.0f), (WANT_A) + 2 * (WANT_B), 1e-5);     \
  } while (0)
#endif

#endif
