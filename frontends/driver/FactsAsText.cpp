//===- FactsAsText.cpp - Explanations for a terminal -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   model.cpp
//     double energy(double const*, int)  reverse combined, 1 lane: keeps 8 bytes + 16 per pass of the loop at line 7
//       7 |   for (int i = 0; i < n; ++i)
//         |     loop: runs backwards, its passes are recomputed from a closed form
//===----------------------------------------------------------------------===//
#include "Facts.h"
#include <cstdio>

namespace fluxion {

namespace {
struct Paint {
  bool On;
  const char *operator()(const char *Code) const { return On ? Code : ""; }
};
} // namespace

static void printFact(const LineFact &F, Paint P) {
  if (F.Kind == "active" || F.Kind == "again")
    return;
  if (F.Kind == "kept")
    std::printf("        |     %skeeps %s%s: %s\n", P("\033[33m"), describeBytes(F).c_str(), P("\033[0m"),
                F.Text.c_str());
  else
    std::printf("        |     %s: %s\n", F.Kind.c_str(), F.Text.c_str());
  if (!F.Why.empty())
    std::printf("        |       why: %s\n", F.Why.c_str());
  if (!F.Try.empty())
    std::printf("        |       %stry: %s%s\n", P("\033[36m"), F.Try.c_str(), P("\033[0m"));
}

static void printLine(unsigned Number, const std::vector<LineFact> &Facts, const std::vector<std::string> &Source,
                      Paint P) {
  bool Active = false, Again = false;
  for (const LineFact &F : Facts) {
    Active |= F.Kind == "active";
    Again |= F.Kind == "again";
  }
  std::printf("  %5u | %s%s%s\n", Number, P(Active ? "\033[1m" : ""),
              Number && Number <= Source.size() ? Source[Number - 1].c_str() : "", P("\033[0m"));
  if (Active || Again)
    std::printf("        |     %s%s%s\n", Active ? "active" : "", Active && Again ? "; " : "",
                Again ? "values are computed or loaded again" : "");
  for (const LineFact &F : Facts)
    printFact(F, P);
}

void printFactsAsText(const std::map<std::string, FileFacts> &Files, bool Color) {
  Paint P{Color};
  for (const auto &[File, Facts] : Files) {
    std::printf("%s%s%s\n", P("\033[1m"), File.c_str(), P("\033[0m"));
    for (const DerivativeFact &D : Facts.Derivatives)
      std::printf("  %s  %s: keeps %s\n", D.Name.c_str(), D.Mode.c_str(), D.Tape.c_str());
    std::vector<std::string> Source = linesOf(File);
    for (const auto &[Number, Line] : Facts.Lines)
      printLine(Number, Line, Source, P);
  }
}

} // namespace fluxion
