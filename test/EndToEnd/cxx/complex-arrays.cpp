// std::complex in vectors: a discrete Fourier transform, polar forms, roots of a quadratic.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <complex>
#include <vector>
using C = std::complex<double>;
static double dft(double *x, int n) {
  std::vector<C> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = C(x[i], 0.1 * i);
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      out[k] += in[i] * std::polar(1.0, -2 * M_PI * k * i / n);
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += std::norm(out[k]) * k + std::arg(out[k]) * 0.1;
  return s;
}
static double roots(double *x, int n) {
  C a(x[0] + 2, x[1]), b(x[2], 1), c(1, x[3]);
  C d = std::sqrt(b * b - 4.0 * a * c);
  C r = (-b + d) / (2.0 * a), q = (-b - d) / (2.0 * a);
  return std::abs(r) + std::real(std::exp(q) * std::conj(r)) + std::imag(std::log(r) * std::pow(q, 2)) +
         std::cos(r).real();
}
int main() {
  double *x = drawVector(5, 6);
  CHECK_ARRAY(dft, x, 6);
  CHECK_ARRAY(roots, x, 4);
  return finish();
}
