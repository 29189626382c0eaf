// SSE intrinsics: shuffles of halves of doubles, blends, horizontal sums, maxima, conversions.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -msse4.2
#include "check.h"
#include <immintrin.h>
static double doubles(double *x, int n) {
  __m128d sum = _mm_setzero_pd(), top = _mm_set1_pd(-1e9);
  for (int i = 0; i + 1 < n; i += 2) {
    __m128d v = _mm_loadu_pd(x + i);
    __m128d swapped = _mm_castsi128_pd(_mm_shuffle_epi32(_mm_castpd_si128(v), 0x4e));
    __m128d twice = _mm_castsi128_pd(_mm_shuffle_epi32(_mm_castpd_si128(v), 0xee));
    __m128d big = _mm_blendv_pd(v, _mm_mul_pd(swapped, swapped), _mm_cmplt_pd(v, _mm_setzero_pd()));
    sum = _mm_add_pd(sum, _mm_hadd_pd(big, _mm_mul_pd(twice, v)));
    top = _mm_max_pd(_mm_addsub_pd(v, swapped), top);
    sum = _mm_add_pd(sum, _mm_andnot_pd(_mm_set1_pd(-0.0), _mm_min_pd(v, swapped)));
    if (_mm_movemask_pd(v) == 3 || _mm_cvtsd_si32(v) > 100)
      sum = _mm_mul_sd(sum, v);
    sum = _mm_sub_pd(sum, _mm_mul_pd(v, _mm_sub_pd(v, _mm_floor_pd(v))));
  }
  double out[2], high[2];
  _mm_storeu_pd(out, sum);
  _mm_storeu_pd(high, top);
  return out[0] * out[1] + high[0] * high[1];
}
static double floats(double *x, int n) {
  __m128 sum = _mm_setzero_ps();
  for (int i = 0; i + 3 < n; i += 4) {
    __m128 v = _mm_movelh_ps(_mm_cvtpd_ps(_mm_loadu_pd(x + i)), _mm_cvtpd_ps(_mm_loadu_pd(x + i + 2)));
    __m128 moved = _mm_castsi128_ps(_mm_shuffle_epi32(_mm_castps_si128(v), 0x1b));
    __m128 wide = _mm_castsi128_ps(_mm_unpacklo_epi64(_mm_castps_si128(v), _mm_castps_si128(moved)));
    __m128 positive = _mm_castsi128_ps(_mm_and_si128(_mm_castps_si128(wide), _mm_set1_epi32(0x7fffffff)));
    sum = _mm_add_ps(sum, _mm_hadd_ps(_mm_mul_ps(moved, positive), _mm_max_ps(v, moved)));
    __m128i bits = _mm_castps_si128(v);
    sum = _mm_add_ps(sum, _mm_castsi128_ps(_mm_set_epi64x(_mm_extract_epi64(bits, 0), _mm_extract_epi64(bits, 1))));
  }
  float out[4];
  _mm_storeu_ps(out, sum);
  return out[0] * out[1] + out[2] * out[3];
}
int main(void) {
  double *x = drawVector(5, 8);
  CHECK_ARRAY(doubles, x, 8);
  Tight = 1e-5, Loose = 1e-2;
  CHECK_ARRAY(floats, x, 8);
  return finish();
}
