//===- Flags.cpp - The switches of -Zautodiff -----------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   -Zautodiff=   flag                    effect
//   PrintSteps    EnzymePrint             prints each request
//   PrintTA       EnzymePrintType         prints the types found
//   PrintTAFn=F   EnzymeFunctionToAnalyze kept, no effect yet
//   PrintAA       EnzymePrintActivity     prints what carries a derivative
//   PrintPerf     EnzymePrintPerf         prints the plan: what is kept on the tape and why
//   Inline, LooseTypes, and the two that rustc always sets: accepted, nothing to do
//===----------------------------------------------------------------------===//
#include "Flags.h"

using fluxion::Flag;

Flag EnzymePrintPerf, EnzymePrintActivity, EnzymePrintType, EnzymeFunctionToAnalyze, EnzymePrint, EnzymeStrictAliasing,
    EnzymeInline, RustTypeRules, looseTypeAnalysis;
uint32_t EnzymeMaxTypeDepth = 6;

void EnzymeSetCLBool(void *F, uint8_t Value) { static_cast<Flag *>(F)->On = Value != 0; }
void EnzymeSetCLString(void *F, const char *Value) { static_cast<Flag *>(F)->Text = Value; }
