//===- OptionTextTest.cpp - Options as a user writes them -----------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Option texts are read, refused with the name of what is unknown, and printed
// such that they can be read again.
//===----------------------------------------------------------------------===//
#include "Request/OptionText.h"
#include "gtest/gtest.h"

using namespace fluxion;
using namespace llvm;

static Options parsed(StringRef Text) { return cantFail(parseOptions(Text)); }

TEST(OptionText, EmptyTextGivesTheDefaults) { EXPECT_EQ(printOptions(parsed("")), printOptions(Options())); }

TEST(OptionText, NamesSwitchOnAndNoSwitchesOff) {
  Options Opts = parsed("strong-zero;no-reload");
  EXPECT_TRUE(Opts.StrongZero);
  EXPECT_FALSE(Opts.Reload);
  EXPECT_TRUE(Opts.Recompute);
}

TEST(OptionText, CommasAndBlanksSeparateToo) {
  Options Opts = parsed(" no-clean-up, no-verify ");
  EXPECT_FALSE(Opts.CleanUp);
  EXPECT_FALSE(Opts.Verify);
}

TEST(OptionText, LaterWordsWin) { EXPECT_TRUE(parsed("no-reload;reload").Reload); }

TEST(OptionText, UnknownOptionIsNamed) {
  Expected<Options> Opts = parseOptions("no-reload;no-such");
  ASSERT_FALSE(static_cast<bool>(Opts));
  std::string Message = toString(Opts.takeError());
  EXPECT_NE(Message.find("unknown option 'no-such'"), std::string::npos) << Message;
  EXPECT_NE(Message.find("strong-zero"), std::string::npos) << Message;
}

TEST(OptionText, PrintedOptionsReadBack) {
  Options Opts = parsed("strong-zero;no-recompute");
  EXPECT_EQ(printOptions(parsed(printOptions(Opts))), printOptions(Opts));
}

static Expected<Options> withVariables(const char *Written, const char *Check) {
  return optionsFromEnvironment([&](StringRef Name) -> std::optional<std::string> {
    const char *Value = Name == "FLUXION_OPTIONS" ? Written : Name == "FLUXION_CHECK" ? Check : nullptr;
    return Value ? std::optional<std::string>(Value) : std::nullopt;
  });
}

TEST(OptionText, WithoutVariablesThereAreTheDefaults) {
  EXPECT_EQ(printOptions(cantFail(withVariables(nullptr, nullptr))), printOptions(Options()));
  EXPECT_FALSE(cantFail(withVariables("", "0")).Check);
}

TEST(OptionText, BothVariablesCount) {
  Options Opts = cantFail(withVariables("strong-zero", "1"));
  EXPECT_TRUE(Opts.StrongZero && Opts.Check && !Opts.CheckGoesOn);
  Opts = cantFail(withVariables("no-reload", "go-on"));
  EXPECT_TRUE(!Opts.Reload && Opts.Check && Opts.CheckGoesOn);
}

TEST(OptionText, AWrongVariableIsNamed) {
  std::string Message = toString(withVariables("no-such", "1").takeError());
  EXPECT_NE(Message.find("'no-such'"), std::string::npos) << Message;
  EXPECT_NE(Message.find("in FLUXION_OPTIONS"), std::string::npos) << Message;
  Message = toString(withVariables(nullptr, "yes").takeError());
  EXPECT_EQ(Message, "FLUXION_CHECK is 'yes'; it can be 1, go-on or 0");
}
