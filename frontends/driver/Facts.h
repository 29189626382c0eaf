//===- Facts.h - What the plug-in explains, read -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lib/Plan/ExplanationOutput.cpp writes lines of fields; here they are sorted by file and line.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_DRIVER_FACTS_H
#define FLUXION_FRONTENDS_DRIVER_FACTS_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fluxion {

struct LineFact {
  std::string Kind; ///< active, kept, again, loop, call
  uint64_t Bytes = 0;
  unsigned LoopLine = 0;
  std::string Text, Why, Try;
  bool operator<(const LineFact &Other) const;
};

struct DerivativeFact {
  std::string Name, File, Mode, Tape;
  unsigned Line = 0;
};

struct FileFacts {
  std::vector<DerivativeFact> Derivatives;
  std::map<unsigned, std::vector<LineFact>> Lines;

  /// Bytes that a line keeps: once, and per pass of a loop.
  std::pair<uint64_t, uint64_t> bytesAt(unsigned Line) const;
};

/// By file; facts that several derivatives share stand once.
std::map<std::string, FileFacts> readFacts(const std::string &Text);

/// The lines of a file, from 1; empty if it cannot be read.
std::vector<std::string> linesOf(const std::string &File);

/// "16 bytes per pass of the loop at line 7"
std::string describeBytes(const LineFact &Fact);

void printFactsAsText(const std::map<std::string, FileFacts> &Files, bool Color);
std::string factsAsHtml(const std::map<std::string, FileFacts> &Files);

} // namespace fluxion

#endif
