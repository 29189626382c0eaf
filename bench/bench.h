//===- bench.h - Times a gradient against its primal ------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A benchmark gives three functions of one vector: the primal, Fluxion's gradient
// and a hand-written one. Before anything is timed, the hand-written gradient is
// compared with difference quotients and Fluxion's with the hand-written one. Then
// rounds of primal, Fluxion, hand, primal, Fluxion, hand ... are timed, so that a
// busy machine disturbs all three alike, and medians are reported as a line of JSON.
// With -DFD (no plug-in) the hand-written gradient stands in for Fluxion's.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_BENCH_H
#define FLUXION_BENCH_BENCH_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <time.h>
#include <vector>

template <typename R, typename... A> R __enzyme_autodiff(A...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out;

namespace bench {

using Vector = std::vector<double>;

inline double random(unsigned &state) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) / 8388608.0 - 1.0;
}

inline long peakKiB() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_maxrss;
}

inline double median(Vector v) {
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}

/// Keeps the optimiser from dropping a result.
inline void use(double x) { asm volatile("" : : "x"(x) : "memory"); }

/// Microseconds that this thread has run, not those it waited for a processor.
inline double processorTime() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

/// Microseconds per call of \p f, which is called \p times times.
template <typename F> double timed(F f, int times) {
  double start = processorTime();
  for (int i = 0; i < times; i++)
    f();
  return (processorTime() - start) / times;
}

/// How many calls of \p f take about 4 ms.
template <typename F> int batch(F f) {
  double once = std::max(timed(f, 3), 0.01);
  return std::max(1, int(4000 / once));
}

/// Largest |a - b| / max(1, |a| + |b|).
inline double distance(const Vector &a, const Vector &b) {
  double worst = 0;
  for (size_t i = 0; i < a.size(); i++) {
    double d = std::fabs(a[i] - b[i]) / std::max(1.0, std::fabs(a[i]) + std::fabs(b[i]));
    worst = d <= worst ? worst : d; // a NaN stays
  }
  return worst;
}

/// Times \p timedPrimal when the function that is differentiated has more results than the one that \p primal sums up.
template <typename Primal, typename Gradient, typename Hand, typename Timed>
int run(const std::string &name, Vector x, Primal primal, Gradient fluxion, Hand hand, Timed timedPrimal) {
  size_t n = x.size();
  Vector g(n), h(n), v(n), y(n);
  hand(x.data(), h.data());
  double slope = 0, step = 1e-5, size = 0;
  unsigned state = 5;
  for (size_t i = 0; i < n; i++)
    v[i] = random(state), slope += h[i] * v[i], size += std::fabs(h[i] * v[i]);
  auto along = [&](double t) {
    for (size_t i = 0; i < n; i++)
      y[i] = x[i] + t * v[i];
    return primal(y.data());
  };
  double quotient = (8 * (along(step) - along(-step)) - (along(2 * step) - along(-2 * step))) / (12 * step);
  if (!(std::fabs(quotient - slope) <= 1e-6 * (1 + size))) {
    std::fprintf(stderr, "%s: hand-written gradient %.12g against quotient %.12g\n", name.c_str(), slope, quotient);
    return 1;
  }
  long before = peakKiB();
  fluxion(x.data(), g.data());
  long memory = peakKiB() - before;
  double error = distance(g, h);
  if (!(error < 1e-8)) {
    std::fprintf(stderr, "%s: Fluxion's gradient is off by %.3g\n", name.c_str(), error);
    return 1;
  }
  auto p = [&] { use(timedPrimal(x.data())); };
  auto f = [&] { fluxion(x.data(), g.data()), use(g[0]); };
  auto q = [&] { hand(x.data(), h.data()), use(h[0]); };
  int np = batch(p), nf = batch(f), nq = batch(q);
  Vector tp, tf, tq;
  const char *rounds = std::getenv("BENCH_ROUNDS");
  for (int r = 0; r < (rounds ? std::atoi(rounds) : 25); r++) {
    tp.push_back(timed(p, np));
    tf.push_back(timed(f, nf));
    tq.push_back(timed(q, nq));
  }
  double mp = median(tp), mf = median(tf), mq = median(tq);
#ifdef FD
  const char *kind = "hand";
#else
  const char *kind = "fluxion";
#endif
  std::printf(
      "{\"name\": \"%s\", \"gradient\": \"%s\", \"inputs\": %zu, \"primal_us\": %.3f, \"fluxion_us\": %.3f, "
      "\"hand_us\": %.3f, \"fluxion_over_primal\": %.3f, \"hand_over_primal\": %.3f, \"fluxion_over_hand\": %.3f, "
      "\"error\": %.3g, \"memory_kib\": %ld}\n",
      name.c_str(), kind, n, mp, mf, mq, mf / mp, mq / mp, mf / mq, error, memory);
  std::fflush(stdout);
  return 0;
}

template <typename Primal, typename Gradient, typename Hand>
int run(const std::string &name, Vector x, Primal primal, Gradient fluxion, Hand hand) {
  return run(name, std::move(x), primal, fluxion, hand, primal);
}

} // namespace bench

#endif
