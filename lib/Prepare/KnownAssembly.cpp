//===- KnownAssembly.cpp - Inline assembly that says what IR can say ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See KnownAssembly.h.
//===----------------------------------------------------------------------===//
#include "Prepare/KnownAssembly.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace fluxion {

namespace {
/// One line of assembly with one result: `name $1, $2, $0`, or `name $1, $0` where the result
/// overwrites the operand that it is tied to.
struct Line {
  StringRef Name;
  SmallVector<Value *, 2> Operands; ///< as they are written; a tied one at the end
};
} // namespace

static std::optional<Line> readLine(const CallInst &Call, const InlineAsm &Asm) {
  InlineAsm::ConstraintInfoVector Constraints = Asm.ParseConstraints();
  if (Constraints.empty() || Constraints[0].Type != InlineAsm::isOutput || Constraints[0].isIndirect)
    return std::nullopt;
  Line L;
  Value *Tied = nullptr;
  for (unsigned A = 0; A < Call.arg_size(); ++A) { // inputs follow the one output
    const InlineAsm::ConstraintInfo &C = Constraints[A + 1];
    if (C.Type != InlineAsm::isInput || C.isIndirect || Call.getArgOperand(A)->getType() != Call.getType())
      return std::nullopt;
    if (C.Codes.size() == 1 && C.Codes[0] == "0")
      Tied = Call.getArgOperand(A);
  }
  StringRef Rest = StringRef(Asm.getAsmString()).trim();
  std::tie(L.Name, Rest) = Rest.split(' ');
  SmallVector<StringRef, 4> Written;
  Rest.split(Written, ',');
  if (Written.size() < 2 || Written.pop_back_val().trim() != "$0")
    return std::nullopt;
  for (StringRef Operand : Written) {
    unsigned Number = 0;
    Operand = Operand.trim();
    if (!Operand.consume_front("$") || Operand.getAsInteger(10, Number) || Number == 0 || Number > Call.arg_size())
      return std::nullopt;
    L.Operands.push_back(Call.getArgOperand(Number - 1));
  }
  if (Tied)
    L.Operands.push_back(Tied);
  return L;
}

/// minps, vmaxpd and their like; null for anything else.
static Value *writeChoice(IRBuilder<> &B, const Line &L, Type *Ty) {
  StringRef Name = L.Name;
  Name.consume_front("v");
  bool IsMaximum = Name.starts_with("max");
  if (!Name.consume_front("max") && !Name.consume_front("min"))
    return nullptr;
  StringRef Elements = Ty->getScalarType()->isDoubleTy() ? "d" : Ty->getScalarType()->isFloatTy() ? "s" : "?";
  if (Name != ((Ty->isVectorTy() ? "p" : "s") + Elements).str() || L.Operands.size() != 2)
    return nullptr;
  Value *First = L.Operands[1], *Second = L.Operands[0];
  Value *Chosen = IsMaximum ? B.CreateFCmpOGT(First, Second) : B.CreateFCmpOLT(First, Second);
  return B.CreateSelect(Chosen, First, Second);
}

/// vfmadd231pd and its like, by which Eigen keeps clang from choosing another form; null for anything else.
static Value *writeFused(IRBuilder<> &B, const Line &L, Type *Ty) {
  StringRef Name = L.Name;
  StringRef Elements = Ty->getScalarType()->isDoubleTy() ? "d" : Ty->getScalarType()->isFloatTy() ? "s" : "?";
  if (!Name.consume_front("vfmadd231") || Name != ((Ty->isVectorTy() ? "p" : "s") + Elements).str() ||
      L.Operands.size() != 3)
    return nullptr;
  return B.CreateIntrinsic(Intrinsic::fma, {Ty}, {L.Operands[1], L.Operands[0], L.Operands[2]});
}

/// asm("" : "=m"(*p) : "0"(x)) stores.
static bool isStore(const CallInst &Call, const InlineAsm &Asm) {
  if (!StringRef(Asm.getAsmString()).trim().empty() || Call.arg_size() != 2 || !Call.getType()->isVoidTy() ||
      !Call.getArgOperand(0)->getType()->isPointerTy())
    return false;
  InlineAsm::ConstraintInfoVector Constraints = Asm.ParseConstraints();
  return Constraints.size() >= 2 && Constraints[0].Type == InlineAsm::isOutput && Constraints[0].isIndirect &&
         Constraints[1].Type == InlineAsm::isInput && Call.getParamElementType(0) == Call.getArgOperand(1)->getType() &&
         StringRef(Asm.getConstraintString()).split(',').second.starts_with("0");
}

static void writeOut(CallInst &Call, const InlineAsm &Asm) {
  IRBuilder<> B(&Call);
  if (isStore(Call, Asm)) {
    B.CreateStore(Call.getArgOperand(1), Call.getArgOperand(0));
    Call.eraseFromParent();
    return;
  }
  std::optional<Line> L = readLine(Call, Asm);
  if (!L)
    return;
  Value *Written = writeChoice(B, *L, Call.getType());
  if (!Written)
    Written = writeFused(B, *L, Call.getType());
  if (!Written)
    return;
  Call.replaceAllUsesWith(Written);
  Call.eraseFromParent();
}

void writeOutAssembly(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (auto *Asm = dyn_cast<InlineAsm>(Call->getCalledOperand()); Asm && Asm->getDialect() == InlineAsm::AD_ATT)
        writeOut(*Call, *Asm);
}

} // namespace fluxion
