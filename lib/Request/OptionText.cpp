//===- OptionText.cpp - Options as a user writes them ---------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over the rows of Options.def gives the name and the field of each
// option; reading and printing are loops over that table.
//===----------------------------------------------------------------------===//
#include "Request/OptionText.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace fluxion {

namespace {
struct Row {
  StringRef Name;
  bool Options::*Field;
};

const Row Rows[] = {
#define OPTION(NAME, DEFAULT, HELP) {#NAME, &Options::NAME},
#include "Request/Options.def"
};
} // namespace

/// StrongZero as strong-zero.
static std::string dashed(StringRef CamelCase) {
  std::string Text;
  for (char C : CamelCase) {
    if (isUpper(C) && !Text.empty())
      Text += '-';
    Text += toLower(C);
  }
  return Text;
}

static const Row *findRow(StringRef Dashed) {
  for (const Row &R : Rows)
    if (dashed(R.Name) == Dashed)
      return &R;
  return nullptr;
}

static Error unknownOption(StringRef Text) {
  std::string Known;
  for (const Row &R : Rows)
    Known += (Known.empty() ? "" : ", ") + dashed(R.Name);
  return createStringError("unknown option '" + Text + "' (there are " + Known + ", each also with no-)");
}

Expected<Options> parseOptions(StringRef Text, Options Base) {
  SmallVector<StringRef, 4> Parts;
  SplitString(Text, Parts, ";, ");
  for (StringRef Written : Parts) {
    StringRef Name = Written;
    bool On = !Name.consume_front("no-");
    const Row *R = findRow(Name);
    if (!R)
      return unknownOption(Written);
    Base.*(R->Field) = On;
  }
  return Base;
}

/// FLUXION_CHECK as options.
static Expected<StringRef> checkOptions(StringRef Value) {
  if (Value.empty() || Value == "0")
    return StringRef();
  if (Value == "1")
    return StringRef("check");
  if (Value == "go-on")
    return StringRef("check;check-goes-on");
  return createStringError("FLUXION_CHECK is '" + Value + "'; it can be 1, go-on or 0");
}

Expected<Options> optionsFromEnvironment(function_ref<std::optional<std::string>(StringRef)> Variable) {
  std::string Written = Variable("FLUXION_OPTIONS").value_or(""), CheckValue = Variable("FLUXION_CHECK").value_or("");
  Expected<Options> Opts = parseOptions(Written);
  if (!Opts)
    return createStringError(toString(Opts.takeError()) + ", in FLUXION_OPTIONS");
  Expected<StringRef> Check = checkOptions(CheckValue);
  if (!Check)
    return Check.takeError();
  return parseOptions(*Check, *Opts);
}

Expected<Options> optionsFromEnvironment() {
  return optionsFromEnvironment([](StringRef Name) { return sys::Process::GetEnv(Name); });
}

std::string printOptions(const Options &Opts) {
  std::string Text;
  for (const Row &R : Rows)
    Text += (Text.empty() ? "" : ";") + std::string(Opts.*(R.Field) ? "" : "no-") + dashed(R.Name);
  return Text;
}

} // namespace fluxion
