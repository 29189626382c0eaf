//===- Control.cpp - phi --------------------------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A phi is a parallel copy with the other phis of its block: forward, its tangent is
// a phi of tangents; backward, all adjoints of the block are read and cleared before any
// is handed on. That needs the whole block and its edges, so the emitters do it; this rule
// only gives the operation a name. Terminators are the emitters' too.
//===----------------------------------------------------------------------===//
#include "Rules/RuleSupport.h"

using namespace llvm;

namespace fluxion {
namespace {

class PhiRule : public Rule {
public:
  StringRef name() const override { return "phi"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void apply(const Instruction &, TangentContext &) const override {
    llvm_unreachable("the emitters write the tangents of phis");
  }
  void transpose(const Instruction &, AdjointContext &) const override {
    llvm_unreachable("the emitters reverse the phis of a block together");
  }
};

} // namespace

const Rule &phiRule() {
  static const PhiRule R;
  return R;
}

} // namespace fluxion
