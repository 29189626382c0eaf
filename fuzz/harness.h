//===- harness.h - What a generated program offers to its checks ----------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A generated program is a function z = F(u) in three forms. u holds two scalars
// and two arrays of eight, z the result (z[0]), nothing (z[1]) and both arrays as
// the function left them:
//
//   u = [ x  y | a0 .. a7 | b0 .. b7 ]     z = [ result  0 | a0 .. a7 | b0 .. b7 ]
//
// With `alias` the function gets the array a for both. The numbers are checked by
// harness.c, which is compiled once and knows nothing about derivatives.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FUZZ_HARNESS_H
#define FLUXION_FUZZ_HARNESS_H

enum { FuzzDim = 18 };

#ifdef __cplusplus
extern "C" {
#endif

/// z = F(u), all in the types of the program.
void fuzzPrimal(const double *u, double *z, int n, int alias);
/// z = F(u) with every float widened to double, for the difference quotients.
void fuzzPrecise(const double *u, double *z, int n, int alias);
#ifndef FD
/// z = F(u), dz = F'(u) v.
void fuzzTangent(const double *u, const double *v, double *z, double *dz, int n, int alias);
/// Two tangents in one sweep: dz[k] = F'(u) v[k]. Used when fuzzWide is set.
void fuzzTangent2(const double *u, const double *v[2], double *z, double *dz[2], int n, int alias);
/// z = F(u), ubar = F'(u)^T w; w[0] is 1 when the program returns a value.
void fuzzAdjoint(const double *u, const double *w, double *z, double *ubar, int n, int alias);
#endif

extern const int fuzzReturns;  // has the function a result?
extern const int fuzzCanAlias; // may both arrays be the same?
extern const int fuzzWide;     // is there a fuzzTangent2?
extern const int fuzzLoose;    // does the program compute in float?
extern const int fuzzPrints;   // does it print? (then its heap use is not watched)
extern const unsigned fuzzSeed;

#ifdef __cplusplus
}
#endif

#endif
