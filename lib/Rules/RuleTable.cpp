//===- RuleTable.cpp - Operation to rule ----------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions are looked up by opcode in Instructions.def. A call is looked up in
// this order, the first answer counts:
//
//   what the user registered -> mathematics -> block copies -> values handed on -> allocation -> inert
//   -> a function with a body: a request of its own -> unknown, with the reason
//
// A body wins over a library name, so a program's own `sin` is differentiated as it is
// written; functions that LLVM's attributes or Inert.def's mangled names describe are taken
// at their word even when link-time optimisation brought their bodies along.
//===----------------------------------------------------------------------===//
#include "Rules/RuleTable.h"
#include "Rules/Library/Library.h"
#include "Rules/Math.h"
#include "Rules/OpenWords.h"
#include "Rules/Registered.h"
#include "Rules/RuleSupport.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

namespace {
enum class Family { None, Rule, Call, Control, Inert, Unknown };

constexpr Family familyOfRow(unsigned Opcode) {
  switch (Opcode) {
#define RULE(OPCODE, FAMILY, FUNCTION)                                                                                 \
  case Instruction::OPCODE:                                                                                            \
    return Family::Rule;
#define CALL(OPCODE)                                                                                                   \
  case Instruction::OPCODE:                                                                                            \
    return Family::Call;
#define CONTROL(OPCODE)                                                                                                \
  case Instruction::OPCODE:                                                                                            \
    return Family::Control;
#define INERT(OPCODE, WHY)                                                                                             \
  case Instruction::OPCODE:                                                                                            \
    return Family::Inert;
#define UNKNOWN(OPCODE, WHY)                                                                                           \
  case Instruction::OPCODE:                                                                                            \
    return Family::Unknown;
#include "Rules/Instructions.def"
  }
  return Family::None;
}
} // namespace

#define HANDLE_INST(NUMBER, OPCODE, CLASS)                                                                             \
  static_assert(familyOfRow(NUMBER) != Family::None, #OPCODE " has no row in Instructions.def");
#include "llvm/IR/Instruction.def"

StringRef familyOf(unsigned Opcode) {
  switch (familyOfRow(Opcode)) {
  case Family::None:
    return "";
  case Family::Rule:
    return "rule";
  case Family::Call:
    return "call";
  case Family::Control:
    return "control";
  case Family::Inert:
    return "inert";
  case Family::Unknown:
    return "unknown";
  }
  llvm_unreachable("every family is named above");
}

RuleAnswer findInstructionRule(unsigned Opcode) {
  switch (Opcode) {
#define RULE(OPCODE, FAMILY, FUNCTION)                                                                                 \
  case Instruction::OPCODE:                                                                                            \
    return {RuleAnswer::ByRule, &FUNCTION(), {}};
#define CALL(OPCODE)                                                                                                   \
  case Instruction::OPCODE:                                                                                            \
    return {RuleAnswer::Unknown, nullptr, "a call depends on its callee"};
#define CONTROL(OPCODE)                                                                                                \
  case Instruction::OPCODE:                                                                                            \
    return {RuleAnswer::Inert, nullptr, "control flow is reversed as a whole"};
#define INERT(OPCODE, WHY)                                                                                             \
  case Instruction::OPCODE:                                                                                            \
    return {RuleAnswer::Inert, nullptr, WHY};
#define UNKNOWN(OPCODE, WHY)                                                                                           \
  case Instruction::OPCODE:                                                                                            \
    return {RuleAnswer::Unknown, nullptr, WHY};
#include "Rules/Instructions.def"
  }
  llvm_unreachable("every opcode has a row");
}

static RuleAnswer byRule(const Rule *R) { return R ? RuleAnswer{RuleAnswer::ByRule, R, {}} : RuleAnswer{}; }

static bool isAnswer(const RuleAnswer &A) { return A.What != RuleAnswer::Unknown || !A.Why.empty(); }

static RuleAnswer findByCallee(const CallBase &Call) {
  if (Call.isInlineAsm())
    return {RuleAnswer::Unknown, nullptr, "inline assembly has no known derivative"};
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
  if (!Callee)
    return {RuleAnswer::Unknown, nullptr, "the function that is called is only known at run time or when linking"};
  if (Callee->isIntrinsic())
    return {RuleAnswer::Unknown, nullptr, "this intrinsic has no known derivative"};
  if (Callee->getName().starts_with(OpenWordsPrefix))
    return {RuleAnswer::Unknown, nullptr, "a derivative that moves words of unknown type has no derivative of its own"};
  if (Callee->isDeclaration())
    return {RuleAnswer::Unknown, nullptr, "the function has no body here and no rule"};
  if (Callee->hasFnAttribute(TriedMark))
    return {RuleAnswer::Unknown, nullptr, "it has no body here, or is called through a pointer, and may throw"};
  if (Callee->isInterposable())
    return {RuleAnswer::Unknown, nullptr, "the function may be replaced by another when linking"};
  if (Callee->getFunctionType() != Call.getFunctionType())
    return {RuleAnswer::Unknown, nullptr, "the function is called as if it had another type"};
  return {RuleAnswer::Callee, nullptr, {}};
}

static RuleAnswer findCallRule(const CallBase &Call, const TargetLibraryInfo &TLI) {
  const Function *Callee = Call.getCalledFunction();
  // What the user says counts more than what we know.
  if (RuleAnswer A = findRegisteredAnswer(Call); isAnswer(A))
    return A;
  bool IsForeign = Callee && Callee->isDeclaration();
  // What is marked is inert whatever else is known of it.
  if (Call.hasFnAttr("fluxion_inactive"))
    return findInertAnswer(Call);
  // Math.h looks at the body itself: what the engine wrote into the module has a row.
  if (RuleAnswer A = findMathAnswer(Call, TLI); isAnswer(A))
    return A;
  if (IsForeign)
    if (RuleAnswer A = byRule(findMemoryRule(Call, TLI)); isAnswer(A))
      return A;
  if (RuleAnswer A = byRule(findPassingRule(Call)); isAnswer(A))
    return A;
  if (RuleAnswer A = byRule(findMirroredRule(Call)); isAnswer(A))
    return A;
  if (RuleAnswer A = findAllocationAnswer(Call, TLI); isAnswer(A))
    return A;
  if (RuleAnswer A = findInertAnswer(Call); isAnswer(A))
    return A;
  return findByCallee(Call);
}

RuleAnswer findRule(const Instruction &I, const TargetLibraryInfo &TLI) {
  if (auto *Call = dyn_cast<CallBase>(&I); Call && !isa<CallBrInst>(Call))
    return findCallRule(*Call, TLI);
  return findInstructionRule(I.getOpcode());
}

} // namespace fluxion
