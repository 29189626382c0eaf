//===- Inert.cpp - Functions that carry no derivative ---------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks up Inert.def, and knows four kinds of call that need no row: those that never
// return, those marked as inactive, assembly that does nothing (a barrier for the
// optimiser, as benchmarks use it), and the system call with which locks wait.
//===----------------------------------------------------------------------===//
#include "Rules/Library/Library.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace fluxion {
namespace {

struct Row {
  StringLiteral Name, Why;
};
constexpr Row MangledRows[] = {
#define MANGLED(PREFIX, WHY) {PREFIX, WHY},
#include "Rules/Library/Inert.def"
};
constexpr Row RustRows[] = {
#define RUST(PATH, WHY) {PATH, WHY},
#include "Rules/Library/Inert.def"
};

StringRef whyIntrinsic(Intrinsic::ID ID) {
  switch (ID) {
#define INTRINSIC(NAME, WHY)                                                                                           \
  case Intrinsic::NAME:                                                                                                \
    return WHY;
#include "Rules/Library/Inert.def"
  default:
    return {};
  }
}

StringRef whyPlatform(StringRef Name) {
  static const StringMap<StringRef> Table = {
#define FUNCTION(NAME, WHY) {#NAME, WHY},
#include "Rules/Library/Inert.def"
  };
  return Table.lookup(Name);
}

/// Takes one name with its length in front off \p Path: "6_print", in v0 "6__print".
std::string takeRustName(StringRef &Path, bool IsV0) {
  size_t Length = 0;
  if (Path.consumeInteger(10, Length))
    return {};
  if (IsV0)
    Path.consume_front("_");
  std::string Name = std::to_string(Length) + Path.take_front(Length).str();
  Path = Path.drop_front(std::min(Length, Path.size()));
  return Name;
}

StringRef whyMangled(StringRef Name) {
  for (const Row &R : MangledRows)
    if (Name.starts_with(R.Name))
      return R.Why;
  std::string Path = rustPath(Name);
  for (const Row &R : RustRows)
    if (Path == R.Name)
      return R.Why;
  return {};
}

StringRef whyAssembly(const InlineAsm &Asm, const CallBase &Call) {
  StringRef Text = StringRef(Asm.getAsmString()).trim();
  bool IsComment = Text.starts_with("#") && !Text.contains('\n');
  bool IsEmpty = (Text.empty() || IsComment) && Call.getType()->isVoidTy();
  return IsEmpty ? "assembly that does nothing" : "";
}

/// Linux's number of the system call `futex`; zero where it is not known.
unsigned futexNumber(const Triple &T) {
  if (!T.isOSLinux())
    return 0;
  if (T.getArch() == Triple::x86_64)
    return 202;
  return T.isAArch64() || T.isRISCV64() ? 98 : 0;
}

/// Rust's locks call the kernel directly: it compares an integer, and waits or wakes. Other system calls may
/// write into memory.
StringRef whySystemCall(const CallBase &Call) {
  auto *Number = Call.arg_empty() ? nullptr : dyn_cast<ConstantInt>(Call.getArgOperand(0));
  unsigned Futex = futexNumber(Call.getModule()->getTargetTriple());
  return Number && Futex && Number->getValue() == Futex ? "waits for a lock" : "";
}

StringRef why(const CallBase &Call) {
  if (auto *Asm = dyn_cast<InlineAsm>(Call.getCalledOperand()))
    return whyAssembly(*Asm, Call);
  for (StringRef Mark : {"fluxion_inactive", "enzyme_inactive"})
    if (Call.hasFnAttr(Mark))
      return "marked as inactive";
  if (Call.doesNotReturn())
    return "never returns";
  auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!Callee)
    return {};
  if (Callee->isIntrinsic())
    return whyIntrinsic(Callee->getIntrinsicID());
  StringRef Name = GlobalValue::dropLLVMManglingEscape(Callee->getName());
  if (Callee->isDeclaration() && Name == "syscall")
    return whySystemCall(Call);
  StringRef Why = Callee->isDeclaration() ? whyPlatform(Name) : StringRef();
  return Why.empty() ? whyMangled(Name) : Why;
}

} // namespace

std::string rustPath(StringRef Name) {
  bool IsV0 = Name.starts_with("_RN");
  if (IsV0) {
    size_t Crate = Name.find("Cs");
    Name = Crate == StringRef::npos ? StringRef() : Name.drop_front(Crate).split('_').second;
  } else if (Name.consume_front("_ZN")) {
    size_t Hash = Name.rfind("17h");
    Name = Hash == StringRef::npos ? StringRef() : Name.take_front(Hash);
  } else {
    return {};
  }
  std::string Path;
  while (!Name.empty() && isDigit(Name.front()))
    Path += takeRustName(Name, IsV0);
  return Name.empty() ? Path : std::string();
}

RuleAnswer findInertAnswer(const CallBase &Call) {
  StringRef Why = why(Call);
  if (Why.empty())
    return {};
  return {RuleAnswer::Inert, nullptr, Why};
}

} // namespace fluxion
