//===- verdict.hpp - What a comparison of derivatives comes to -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One line per trial, one word for the function:
//
//   ok            forward and reverse agree with the differences
//   wrong         they do not, where the differences agree with each other
//   kink          the slopes to both sides differ: there is no derivative to compare with
//   rough         the differences do not agree with each other
//   no value      the function has none there
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_VERDICT_HPP
#define FLUXION_DETAIL_VERDICT_HPP

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

namespace fluxion {

struct CheckOptions {
  int trials = 8;         ///< at random inputs; the edges come on top
  unsigned long seed = 1; ///< of the random numbers
  std::size_t length = 5; ///< of vectors, and what integers are
  double step = 0;        ///< of the differences; 0: by the type of the floats
  double tolerance = 0;   ///< relative, against differences; 0: likewise
  double epsilon = 0;     ///< of the floats; 0: likewise
  bool color = false;
  bool verbose = false; ///< every trial, not only those that are not ok
};

enum class Verdict { Right = 0, Wrong = 1, NotChecked = 3 };

namespace detail {

/// Fills in what depends on the type of the floats.
inline CheckOptions completed(CheckOptions options, bool single) {
  auto choose = [&](double &option, double of_double, double of_float) {
    if (option == 0)
      option = single ? of_float : of_double;
  };
  choose(options.step, 1e-4, 2e-2);
  choose(options.tolerance, 1e-5, 3e-2);
  choose(options.epsilon, 1e-14, 1e-6);
  return options;
}

/// Of a function that returns nothing.
struct NoResult {};

/// Slopes to both sides of a point.
struct Slopes {
  double left = 0, right = 0;
  double central() const { return (left + right) / 2; }
  double gap() const { return std::abs(left - right); }
};

struct Trial {
  const char *inputs = "";
  double value = 0;
  Slopes coarse, fine; ///< with two steps
  Slopes tiny;         ///< with a very small one: imprecise, but sees what the others step over
  double forward = 0, reverse = 0;
};

inline constexpr double tinyStep = 1e-6; ///< times the step

enum class TrialVerdict { Ok, Wrong, Disagree, Kink, Rough, NoValue };

inline bool close(double a, double b, double scale, double tolerance) {
  return std::abs(a - b) <= tolerance * std::max({1e-3, scale, std::abs(a), std::abs(b)});
}

/// Does the function change between the points that the differences look at?
inline bool stepsOver(const Trial &t, const CheckOptions &options) {
  if (options.epsilon > 1e-10) // floats have no digits left for such a step
    return false;
  const double noise = 8 * options.epsilon * std::abs(t.value) / (options.step * tinyStep);
  return std::abs(t.tiny.central() - t.fine.central()) > noise + 0.05 * (1e-3 + std::abs(t.fine.central()));
}

inline TrialVerdict judge(const Trial &t, const CheckOptions &options) {
  if (!std::isfinite(t.value) || !std::isfinite(t.fine.central()) || !std::isfinite(t.coarse.central()))
    return TrialVerdict::NoValue;
  // A difference cannot be better than the last digits of the value over the step.
  const double noise = options.epsilon * std::abs(t.value) / options.step / options.tolerance;
  const double slope = std::max(std::abs(t.fine.left), std::abs(t.fine.right));
  // Where the function is smooth the gap shrinks with the step.
  const bool kink =
      t.fine.gap() > t.coarse.gap() / 2 && !close(t.fine.left, t.fine.right, 8 * noise, options.tolerance);
  const bool smooth =
      !kink && !stepsOver(t, options) && close(t.coarse.central(), t.fine.central(), noise, options.tolerance);
  if (!std::isfinite(t.forward) || !std::isfinite(t.reverse))
    return kink ? TrialVerdict::Kink : TrialVerdict::Wrong;
  if (!close(t.forward, t.reverse, slope, 10 * options.epsilon + 1e-9))
    return smooth ? TrialVerdict::Wrong : TrialVerdict::Disagree;
  if (close(t.forward, t.fine.central(), 8 * noise, 4 * options.tolerance))
    return TrialVerdict::Ok;
  return smooth ? TrialVerdict::Wrong : kink ? TrialVerdict::Kink : TrialVerdict::Rough;
}

inline const char *describe(TrialVerdict v) {
  switch (v) {
  case TrialVerdict::Ok:
    return "ok";
  case TrialVerdict::Wrong:
    return "WRONG";
  case TrialVerdict::Disagree:
    return "WRONG: forward and reverse differ";
  case TrialVerdict::Kink:
    return "kink";
  case TrialVerdict::Rough:
    return "rough";
  case TrialVerdict::NoValue:
    return "no value";
  }
  return "";
}

inline const char *paint(const CheckOptions &options, const char *code) { return options.color ? code : ""; }

inline void printTrial(const Trial &t, TrialVerdict v, const CheckOptions &options) {
  const bool bad = v == TrialVerdict::Wrong || v == TrialVerdict::Disagree;
  std::printf("  %-20s %14.7g %14.7g %14.7g %14.7g  %s%s%s\n", t.inputs, t.value, t.forward, t.reverse,
              t.fine.central(), paint(options, bad ? "\033[31m" : ""), describe(v), paint(options, "\033[0m"));
}

/// \p asMade: the argument that is constant because nothing could be made up for it, or 0.
inline Verdict report(const char *name, const std::vector<Trial> &trials, const CheckOptions &options, int asMade = 0) {
  int ok = 0, wrong = 0, unclear = 0;
  for (const Trial &t : trials) {
    const TrialVerdict v = judge(t, options);
    ok += v == TrialVerdict::Ok;
    wrong += v == TrialVerdict::Wrong || v == TrialVerdict::Disagree;
    unclear += v == TrialVerdict::Kink || v == TrialVerdict::Rough || v == TrialVerdict::NoValue;
  }
  const Verdict verdict = wrong ? Verdict::Wrong : ok ? Verdict::Right : Verdict::NotChecked;
  const char *word = wrong ? "WRONG" : ok ? "ok" : "not checked: no input at which the function is smooth";
  const char *color = wrong ? "\033[1;31m" : ok ? "\033[32m" : "\033[33m";
  std::printf("%s: %s%s%s  (%d of %zu trials agree", name, paint(options, color), word, paint(options, "\033[0m"), ok,
              trials.size());
  if (unclear)
    std::printf(", %d at kinks or without a value", unclear);
  if (asMade)
    std::printf(", argument %d constant, as its class makes it", asMade);
  std::printf(")\n");
  if (!wrong && !options.verbose)
    return verdict;
  std::printf("  %-20s %14s %14s %14s %14s\n", "inputs", "value", "forward", "reverse", "differences");
  for (const Trial &t : trials)
    if (const TrialVerdict v = judge(t, options); options.verbose || v != TrialVerdict::Ok)
      printTrial(t, v, options);
  return verdict;
}

inline Verdict reportSkipped(const char *name, int argument, const CheckOptions &options) {
  std::printf("%s: %snot checked%s  (no values can be made up for argument %d: call fluxion::check with a lambda that "
              "takes floats)\n",
              name, paint(options, "\033[33m"), paint(options, "\033[0m"), argument);
  return Verdict::NotChecked;
}

} // namespace detail
} // namespace fluxion

#endif
