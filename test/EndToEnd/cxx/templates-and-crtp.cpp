// Templates on the scalar type, CRTP, lambdas handed to templates, expression templates.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <utility>
template <typename Derived> struct Integrator {
  template <typename F> double integrate(F &&f, double a, double b, int n) const {
    double h = (b - a) / n, s = 0;
    for (int i = 0; i < n; i++)
      s += static_cast<const Derived *>(this)->step(f, a + i * h, h);
    return s;
  }
};
struct Midpoint : Integrator<Midpoint> {
  template <typename F> double step(F &f, double a, double h) const { return h * f(a + h / 2); }
};
struct Simpson : Integrator<Simpson> {
  template <typename F> double step(F &f, double a, double h) const {
    return h / 6 * (f(a) + 4 * f(a + h / 2) + f(a + h));
  }
};
template <typename T> T newton(T (*f)(T, T), T (*df)(T, T), T p, T start) {
  T x = start;
  for (int i = 0; i < 8; i++)
    x -= f(x, p) / df(x, p);
  return x;
}
static double residual(double x, double p) { return x * x * x + p * x - 2; }
static double slope(double x, double p) { return 3 * x * x + p; }
template <typename A, typename B> struct Sum {
  const A &a;
  const B &b;
  double operator[](int i) const { return a[i] + b[i]; }
};
struct Vec {
  double d[3];
  double operator[](int i) const { return d[i]; }
  template <typename E> Vec &operator=(const E &e) {
    for (int i = 0; i < 3; i++)
      d[i] = e[i];
    return *this;
  }
};
template <typename A, typename B> Sum<A, B> operator+(const A &a, const B &b) { return {a, b}; }
template <int N> double power(double x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <typename... T> double product(T... t) { return (t * ...); }
static double f(double *x, int n) {
  double p = x[0], q = x[1];
  auto g = [&](double t) { return std::exp(p * t) * std::cos(q * t); };
  double s = Midpoint().integrate(g, 0, 1, 6) + Simpson().integrate(g, 0, q * q + 1, 4);
  s += newton<double>(residual, slope, 1 + p * p, 1.0);
  Vec a{{x[0], x[1], x[2]}}, b{{x[2], x[0], 1}}, c;
  c = a + b + a;
  return s + c[0] * c[1] * c[2] + power<5>(x[2]) + product(p, q, x[2], 2.0);
}
int main() {
  double *x = drawVector(5, 3);
  CHECK_ARRAY(f, x, 3);
  return finish();
}
