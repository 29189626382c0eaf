//===- Facts.cpp - What the plug-in explains, read -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of the system (a standard header) is left out unless there is no other.
//===----------------------------------------------------------------------===//
#include "Facts.h"
#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>

namespace fluxion {

bool LineFact::operator<(const LineFact &O) const {
  return std::tie(Kind, Bytes, LoopLine, Text, Why, Try) < std::tie(O.Kind, O.Bytes, O.LoopLine, O.Text, O.Why, O.Try);
}

std::pair<uint64_t, uint64_t> FileFacts::bytesAt(unsigned Line) const {
  std::pair<uint64_t, uint64_t> Sum;
  auto Found = Lines.find(Line);
  if (Found != Lines.end())
    for (const LineFact &F : Found->second)
      if (F.Kind == "kept")
        (F.LoopLine ? Sum.second : Sum.first) += F.Bytes;
  return Sum;
}

static std::vector<std::string> fields(const std::string &Line) {
  std::vector<std::string> All;
  std::stringstream Stream(Line);
  for (std::string Field; std::getline(Stream, Field, '\t');)
    All.push_back(Field);
  All.resize(std::max<size_t>(All.size(), 8));
  return All;
}

static bool isOfTheSystem(const std::string &File) {
  return File.rfind("/usr/", 0) == 0 || File.find("/include/fluxion/") != std::string::npos;
}

/// The first template argument in \p Text, which begins inside the brackets.
static std::string firstArgument(const std::string &Text) {
  int Depth = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (Depth == 0 && (C == ',' || C == '>'))
      return Text.substr(0, I);
    Depth += C == '<' || C == '(' ? 1 : C == '>' || C == ')' ? -1 : 0;
  }
  return Text;
}

/// What the header put around the user's function is taken off.
static std::string readableName(const std::string &Name) {
  for (const char *Wrapper : {"Named<&", "detail::Primal<", "detail::GradientPrimal<"}) {
    size_t At = Name.find(Wrapper);
    if (At != std::string::npos)
      return firstArgument(Name.substr(At + std::string(Wrapper).size()));
  }
  return Name;
}

static void addLine(FileFacts &To, const std::vector<std::string> &Field) {
  LineFact Fact{
      Field[0], std::stoull("0" + Field[3]), static_cast<unsigned>(std::stoul("0" + Field[4])), Field[5], Field[6],
      Field[7]};
  std::vector<LineFact> &Here = To.Lines[static_cast<unsigned>(std::stoul("0" + Field[2]))];
  bool Known = std::any_of(Here.begin(), Here.end(), [&](const LineFact &F) { return !(F < Fact) && !(Fact < F); });
  if (!Known)
    Here.push_back(Fact);
}

namespace {
/// Sorts facts into files, and a derivative to the file that it says most of.
class Sorter {
public:
  void take(const std::vector<std::string> &Field) {
    if (Field[0] == "derivative") {
      finish();
      Last = {readableName(Field[1]), Field[2], Field[4], "", static_cast<unsigned>(std::stoul("0" + Field[3]))};
    } else if (Field[0] == "tape") {
      Last.Tape = Field[5];
    } else {
      addLine(Files[Field[1]], Field);
      ++Told[Field[1]];
    }
  }
  std::map<std::string, FileFacts> result() {
    finish();
    return std::move(Files);
  }

private:
  void finish() {
    for (const auto &[File, Count] : Told)
      if (isOfTheSystem(Last.File) && !isOfTheSystem(File))
        Last.File = File;
    Told.clear();
    if (!Last.Tape.empty())
      Files[Last.File].Derivatives.push_back(Last);
    Last = {};
  }

  std::map<std::string, FileFacts> Files;
  std::map<std::string, int> Told;
  DerivativeFact Last;
};
} // namespace

std::map<std::string, FileFacts> readFacts(const std::string &Text) {
  Sorter All;
  std::stringstream Stream(Text);
  for (std::string Line; std::getline(Stream, Line);)
    All.take(fields(Line));
  std::map<std::string, FileFacts> Files = All.result();
  bool AnyOwn = std::any_of(Files.begin(), Files.end(), [](const auto &F) { return !isOfTheSystem(F.first); });
  for (auto It = Files.begin(); AnyOwn && It != Files.end();)
    It = isOfTheSystem(It->first) ? Files.erase(It) : std::next(It);
  return Files;
}

std::vector<std::string> linesOf(const std::string &File) {
  std::ifstream In(File);
  std::vector<std::string> Lines;
  for (std::string Line; std::getline(In, Line);)
    Lines.push_back(Line);
  return Lines;
}

std::string describeBytes(const LineFact &F) {
  std::string Text = std::to_string(F.Bytes) + (F.Bytes == 1 ? " byte" : " bytes");
  return F.LoopLine ? Text + " per pass of the loop at line " + std::to_string(F.LoopLine) : Text;
}

} // namespace fluxion
