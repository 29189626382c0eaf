//===- CallKinds.cpp - What a call does to memory ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Leans on the tables of rules and of allocators.
//===----------------------------------------------------------------------===//
#include "Rules/CallKinds.h"
#include "Rules/Library/Library.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace fluxion {

static CallKind kindOfRule(const CallBase &Call, const TargetLibraryInfo &TLI) {
  if (isa<MemTransferInst>(Call))
    return CallKind::MemoryCopy;
  if (isa<MemSetInst>(Call))
    return CallKind::MemorySet;
  LibFunc Known;
  if (TLI.getLibFunc(Call, Known)) {
    if (Known == LibFunc_memcpy || Known == LibFunc_memmove || Known == LibFunc_memcpy_chk ||
        Known == LibFunc_memmove_chk)
      return CallKind::MemoryCopy;
    if (Known == LibFunc_memset || Known == LibFunc_memset_chk)
      return CallKind::MemorySet;
  }
  return allocationKind(Call).value_or(CallKind::Rule);
}

CallKind classifyCall(const CallBase &Call, const TargetLibraryInfo &TLI) {
  switch (findRule(Call, TLI).What) {
  case RuleAnswer::ByRule:
    return kindOfRule(Call, TLI);
  case RuleAnswer::Inert:
    return CallKind::Inert;
  case RuleAnswer::Callee:
    return CallKind::Function;
  case RuleAnswer::Unknown:
    return CallKind::Unknown;
  }
  llvm_unreachable("every answer is listed above");
}

} // namespace fluxion
