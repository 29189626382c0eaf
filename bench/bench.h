//===- bench.h - Times a derivative against its primal ----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A benchmark gives three functions of one vector: the primal, Fluxion's derivative
// and a hand-written one. Before anything is timed, the hand-written derivative is
// compared with difference quotients and Fluxion's with the hand-written one. Then
// rounds of primal, Fluxion, hand, peers, primal, Fluxion ... are timed, so that a
// busy machine disturbs all alike, and medians are reported as a line of JSON.
// With -DFD (no plug-in) the hand-written derivative stands in for Fluxion's.
//
// BENCH_ROUNDS is the number of rounds; with BENCH_CALLGRIND nothing is timed, and each is
// run once with callgrind's instrumentation on.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_BENCH_BENCH_H
#define FLUXION_BENCH_BENCH_H

#include "memory.h"
#include "peers/peers.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <time.h>
#include <vector>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#endif

template <typename R, typename... A> R __enzyme_autodiff(A...);
template <typename R, typename... A> R __enzyme_fwddiff(A...);
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_width, enzyme_dupv, enzyme_dupnoneedv;

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

/// The value that a share \p part of \p v is below.
inline double quantile(Vector v, double part) {
  auto at = v.begin() + std::min(v.size() - 1, size_t(part * v.size()));
  std::nth_element(v.begin(), at, v.end());
  return *at;
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

/// Largest |a - b| / max(1, |a| + |b|).
inline double distance(const Vector &a, const Vector &b) {
  double worst = 0;
  for (size_t i = 0; i < a.size(); i++) {
    double d = std::fabs(a[i] - b[i]) / std::max(1.0, std::fabs(a[i]) + std::fabs(b[i]));
    worst = d <= worst ? worst : d; // a NaN stays
  }
  return worst;
}

/// What is timed, besides its functions.
struct Case {
  std::string Name;
  Vector X;
  size_t Outputs = 0;         ///< numbers of the derivative; as many as X if nothing is said
  int Columns = 1;            ///< columns of a Jacobian or lanes, for figures per column
  Vector Direction;           ///< along which the derivative is checked; random if empty
  const char *Peers = "";     ///< the name under which peers offer this program
  const void *Data = nullptr; ///< what these get besides X
  long HandKeeps = 0;         ///< bytes that the adjoint by hand keeps in memory that the caller has anyway
};

/// Something that takes turns: its name, times and how many calls one turn has.
struct Turn {
  std::string Name;
  std::function<void()> Call;
  int Times = 1;
  Vector Results;
  double median() const { return quantile(Results, 0.5); }
};

inline void countInstructions(const std::string &row, std::vector<Turn> &turns) {
#ifdef CALLGRIND_START_INSTRUMENTATION
  for (Turn &t : turns) {
    t.Call();
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    t.Call();
    std::string label = row + "|" + t.Name; // read a little later
    CALLGRIND_DUMP_STATS_AT(label.c_str());
    CALLGRIND_STOP_INSTRUMENTATION;
  }
#else
  (void)turns;
  std::fprintf(stderr, "%s: built without valgrind/callgrind.h\n", row.c_str());
#endif
}

inline void takeTurns(std::vector<Turn> &turns) {
  const char *rounds = std::getenv("BENCH_ROUNDS"), *slice = std::getenv("BENCH_SLICE_US");
  double length = slice ? std::atof(slice) : 4000;
  for (Turn &t : turns)
    t.Times = std::max(1, int(length / std::max(timed(t.Call, 1), 0.01)));
  for (Turn &t : turns) // again, now that all is warm
    t.Times = std::max(1, int(length / std::max(timed(t.Call, std::min(t.Times, 3)), 0.01)));
  for (int r = 0; r < (rounds ? std::atoi(rounds) : 25); r++)
    for (Turn &t : turns)
      t.Results.push_back(timed(t.Call, t.Times));
}

/// The median of what \p t took over what \p base took in the same round: other work on the machine disturbs both.
inline double ratio(const Turn &t, const Turn &base) {
  Vector quotients;
  for (size_t r = 0; r < t.Results.size(); r++)
    quotients.push_back(t.Results[r] / base.Results[r]);
  return quantile(quotients, 0.5);
}

inline double spread(const Turn &t) { return (quantile(t.Results, 0.75) - quantile(t.Results, 0.25)) / t.median(); }

template <typename Primal, typename Slope, typename Hand>
bool handIsRight(const Case &c, const Vector &h, Primal primal, Slope slope, Hand) {
  Vector v = c.Direction, y(c.X.size());
  unsigned state = 5;
  if (v.empty())
    for (size_t i = 0; i < c.X.size(); i++)
      v.push_back(random(state));
  auto along = [&](double t) {
    for (size_t i = 0; i < y.size(); i++)
      y[i] = c.X[i] + t * v[i];
    asm volatile("" : : "r"(y.data()) : "memory"); // clang 22.1.8: GVN takes one call for another without
    return primal(y.data());
  };
  double step = 1e-5, size = 0, exact = slope(h.data(), v.data(), size);
  double quotient = (8 * (along(step) - along(-step)) - (along(2 * step) - along(-2 * step))) / (12 * step);
  if (std::fabs(quotient - exact) <= 1e-6 * (1 + size))
    return true;
  std::fprintf(stderr, "%s: hand-written derivative %.12g against quotient %.12g\n", c.Name.c_str(), exact, quotient);
  return false;
}

/// The general form. \p primal gives one number, \p slope the slope of that number along a direction from the
/// derivative (and the size of its terms); \p timedPrimal is what is timed when the program has more results than \p
/// primal sums up.
template <typename Primal, typename Slope, typename Gradient, typename Hand, typename Timed>
int run(Case c, Primal primal, Slope slope, Gradient fluxion, Hand hand, Timed timedPrimal) {
  const double *x = c.X.data();
  Vector g(c.Outputs ? c.Outputs : c.X.size()), h(g), other(g);
  hand(x, h.data());
  if (!handIsRight(c, h, primal, slope, hand))
    return 1;
  bool counting = std::getenv("BENCH_CALLGRIND"); // which follows no other process
  auto takenBy = [&](auto f) { return counting ? Taken{0, 0} : taken(f); };
  Taken byFluxion = takenBy([&] { fluxion(x, g.data()); });
  fluxion(x, g.data());
  long handBytes = takenBy([&] { hand(x, h.data()); }).Bytes + c.HandKeeps;
  long primalBytes = takenBy([&] { use(timedPrimal(x)); }).Bytes;
  double error = distance(g, h);
  if (!(error < 1e-8)) {
    std::fprintf(stderr, "%s: Fluxion's derivative is off by %.3g\n", c.Name.c_str(), error);
    return 1;
  }
  std::vector<Turn> turns;
  turns.push_back({"primal", [&] { use(timedPrimal(x)); }, 1, {}});
  turns.push_back({"fluxion", [&] { fluxion(x, g.data()), use(g[0]); }, 1, {}});
  turns.push_back({"hand", [&] { hand(x, h.data()), use(h[0]); }, 1, {}});
  int bad = 0;
  for (const Peer &p : peers())
    if (p.Program == std::string(c.Peers)) {
      p.Gradient(x, other.data(), c.Data);
      double e = distance(other, h);
      if (e < 1e-8)
        turns.push_back({p.Name, [&x, &other, &c, p] { p.Gradient(x, other.data(), c.Data), use(other[0]); }, 1, {}});
      else
        bad = 1, std::fprintf(stderr, "%s: the gradient of %s is off by %.3g\n", c.Name.c_str(), p.Name, e);
    }
  if (counting) {
    countInstructions(c.Name, turns);
    return bad;
  }
  takeTurns(turns);
  double mp = turns[0].median(), mf = turns[1].median(), mq = turns[2].median();
#ifdef FD
  const char *kind = "hand";
#else
  const char *kind = "fluxion";
#endif
  std::printf(
      "{\"name\": \"%s\", \"gradient\": \"%s\", \"inputs\": %zu, \"columns\": %d, \"primal_us\": %.3f, "
      "\"fluxion_us\": %.3f, \"hand_us\": %.3f, \"fluxion_over_primal\": %.3f, \"hand_over_primal\": %.3f, "
      "\"fluxion_over_hand\": %.3f, \"spread\": %.3f, \"error\": %.3g, \"memory_kib\": %ld, \"fluxion_bytes\": %ld, "
      "\"hand_bytes\": %ld, \"primal_bytes\": %ld, \"peers_us\": {",
      c.Name.c_str(), kind, c.X.size(), c.Columns, mp, mf, mq, ratio(turns[1], turns[0]), ratio(turns[2], turns[0]),
      ratio(turns[1], turns[2]), spread(turns[1]), error, byFluxion.PagesKiB, byFluxion.Bytes, handBytes, primalBytes);
  for (size_t i = 3; i < turns.size(); i++)
    std::printf("%s\"%s\": %.3f", i > 3 ? ", " : "", turns[i].Name.c_str(), turns[i].median());
  std::printf("}, \"peak_rss_kib\": %ld}\n", peakKiB());
  std::fflush(stdout);
  return bad;
}

/// For gradients of one number.
template <typename Primal, typename Gradient, typename Hand, typename Timed>
int run(Case c, Primal primal, Gradient fluxion, Hand hand, Timed timedPrimal) {
  size_t n = c.X.size();
  auto slope = [n](const double *h, const double *v, double &size) {
    double s = 0;
    for (size_t i = 0; i < n; i++)
      s += h[i] * v[i], size += std::fabs(h[i] * v[i]);
    return s;
  };
  return run(std::move(c), primal, slope, fluxion, hand, timedPrimal);
}

template <typename Primal, typename Gradient, typename Hand>
int run(Case c, Primal primal, Gradient fluxion, Hand hand) {
  return run(std::move(c), primal, fluxion, hand, primal);
}

template <typename Primal, typename Gradient, typename Hand>
int run(const std::string &name, Vector x, Primal primal, Gradient fluxion, Hand hand) {
  Case c;
  c.Name = name, c.X = std::move(x);
  return run(std::move(c), primal, fluxion, hand, primal);
}

template <typename Primal, typename Gradient, typename Hand, typename Timed>
int run(const std::string &name, Vector x, Primal primal, Gradient fluxion, Hand hand, Timed timedPrimal) {
  Case c;
  c.Name = name, c.X = std::move(x);
  return run(std::move(c), primal, fluxion, hand, timedPrimal);
}

} // namespace bench

#endif
