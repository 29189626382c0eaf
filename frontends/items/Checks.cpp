//===- Checks.cpp - What is checked when a target runs --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   question                         with unsigned numbers
//   shadow shorter than its primal   lane:  dn < n        all lanes in one:  dn / width < n
//   overlap                          x < dx + bytes  and  dx < x + bytes
//   null shadow                      x != 0  and  dx == 0
//
// A slice without elements is never null nor overlaps. Where nobody says how large a
// value is, only equal addresses overlap.
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {
namespace {

class CheckWriter {
public:
  CheckWriter(IRBuilder<> &B, const ItemMatch &M, const ItemOptions &Options)
      : B(B), M(M), Options(Options), Code(*M.Target->getParent()) {}

  void write() {
    for (auto [Source, Param] : zip_equal(M.Source->args(), M.Params)) {
      if (Param.Shadows.empty())
        continue;
      if (Options.CheckLengths)
        checkLengths(Param);
      if (!Source.getType()->isPointerTy() || Param.ByValue)
        continue;
      if (Options.CheckNull)
        checkNull(Param);
      if (Options.CheckOverlap)
        checkOverlap(Param, Source.getDereferenceableBytes());
    }
  }

private:
  void checkLengths(const MatchedParam &Param);
  void checkNull(const MatchedParam &Param);
  void checkOverlap(const MatchedParam &Param, uint64_t Dereferenceable);
  void failIf(Value *Wrong, const Twine &Message, Value *First, Value *Second);
  Function &failure();
  Value *overlap(Value *L, Value *LBytes, Value *R, Value *RBytes);

  Value *given(unsigned TargetParam) { return M.Target->getArg(TargetParam); }
  Value *number(Value *V) { return B.CreateZExtOrTrunc(V, B.getInt64Ty()); }
  Value *address(Value *Pointer) { return B.CreatePtrToInt(Pointer, B.getInt64Ty()); }
  /// Has the slice any element? True of what is no slice.
  Value *hasElements(const MatchedParam &Param) {
    return Param.Slice ? B.CreateIsNotNull(given(Param.Value + 1)) : B.getTrue();
  }
  std::string shadowOf(const MatchedParam &Param, unsigned Lane) {
    std::string Text = ("the shadow of argument " + Twine(Param.Input + 1)).str();
    return Param.Shadows.size() > 1 ? Text + (" in lane " + Twine(Lane)).str() : Text;
  }

  IRBuilder<> &B;
  const ItemMatch &M;
  const ItemOptions &Options;
  Module &Code;
};

} // namespace

/// void fluxion.item.fail(ptr format, i64, i64): says it on standard error and aborts.
Function &CheckWriter::failure() {
  StringRef Name = "fluxion.item.fail";
  if (Function *Known = Code.getFunction(Name))
    return *Known;
  LLVMContext &C = Code.getContext();
  Type *Int = Type::getInt32Ty(C), *Long = Type::getInt64Ty(C), *Pointer = PointerType::getUnqual(C);
  Type *Void = Type::getVoidTy(C);
  auto *F = Function::Create(FunctionType::get(Void, {Pointer, Long, Long}, false), GlobalValue::InternalLinkage, Name, Code);
  F->addFnAttr(Attribute::NoReturn);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::Cold);
  IRBuilder<> In(BasicBlock::Create(C, "entry", F));
  FunctionCallee Print = Code.getOrInsertFunction("dprintf", FunctionType::get(Int, {Int, Pointer}, /*isVarArg=*/true));
  FunctionCallee Abort = Code.getOrInsertFunction("abort", FunctionType::get(Void, false));
  In.CreateCall(Print, {In.getInt32(2), F->getArg(0), F->getArg(1), F->getArg(2)});
  In.CreateCall(Abort)->setDoesNotReturn();
  In.CreateUnreachable();
  return *F;
}

/// In a printf format the target's name must not mean anything.
static std::string escaped(StringRef Name) {
  std::string Text;
  for (char C : Name)
    Text += C == '%' ? "%%" : std::string(1, C);
  return Text;
}

void CheckWriter::failIf(Value *Wrong, const Twine &Message, Value *First, Value *Second) {
  LLVMContext &C = B.getContext();
  Function &F = *M.Target;
  BasicBlock *Complain = BasicBlock::Create(C, "complain", &F), *Fine = BasicBlock::Create(C, "checked", &F);
  B.CreateCondBr(Wrong, Complain, Fine)->setMetadata(LLVMContext::MD_prof, MDBuilder(C).createUnlikelyBranchWeights());
  B.SetInsertPoint(Complain);
  std::string Text = "fluxion: in '" + escaped(F.getName()) + "': " + Message.str() + "\n";
  Value *Format = B.CreateGlobalString(Text, "fluxion.item.message", 0, &Code);
  B.CreateCall(&failure(), {Format, First, Second})->setDoesNotReturn();
  B.CreateUnreachable();
  B.SetInsertPoint(Fine);
}

void CheckWriter::checkLengths(const MatchedParam &Param) {
  if (!Param.Slice)
    return;
  Value *Length = number(given(Param.Value + 1));
  for (auto [Lane, ShadowLength] : enumerate(Param.ShadowLengths)) {
    Value *Given = number(given(ShadowLength));
    Value *PerLane = Param.Wide ? B.CreateUDiv(Given, B.getInt64(M.Item->Width)) : Given;
    std::string Lanes = Param.Wide && M.Item->Width > 1 ? (" in each of " + Twine(M.Item->Width) + " lanes").str() : "";
    failIf(B.CreateICmpULT(PerLane, Length),
           shadowOf(Param, Lane) + " has %llu elements, but its primal has %llu" + Lanes, Given, Length);
  }
}

void CheckWriter::checkNull(const MatchedParam &Param) {
  Value *Needed = B.CreateAnd(B.CreateIsNotNull(given(Param.Value)), hasElements(Param));
  for (auto [Lane, Shadow] : enumerate(Param.Shadows))
    failIf(B.CreateAnd(Needed, B.CreateIsNull(given(Shadow))), shadowOf(Param, Lane) + " is null", B.getInt64(0),
           B.getInt64(0));
}

Value *CheckWriter::overlap(Value *L, Value *LBytes, Value *R, Value *RBytes) {
  return B.CreateAnd(B.CreateICmpULT(L, B.CreateAdd(R, RBytes)), B.CreateICmpULT(R, B.CreateAdd(L, LBytes)));
}

void CheckWriter::checkOverlap(const MatchedParam &Param, uint64_t Dereferenceable) {
  // One byte stands for a size that is not known.
  Value *Bytes = B.getInt64(Param.Bytes ? Param.Bytes : std::max<uint64_t>(Param.Slice ? 0 : Dereferenceable, 1));
  if (Param.Slice)
    Bytes = B.CreateMul(Bytes, number(given(Param.Value + 1)));
  Value *ShadowBytes = Param.Wide ? B.CreateMul(Bytes, B.getInt64(M.Item->Width)) : Bytes;
  Value *Primal = address(given(Param.Value));
  for (auto [Lane, Number] : enumerate(Param.Shadows)) {
    Value *Shadow = address(given(Number));
    Value *Both = B.CreateAnd(B.CreateIsNotNull(given(Param.Value)), overlap(Primal, Bytes, Shadow, ShadowBytes));
    failIf(Both, shadowOf(Param, Lane) + ", at 0x%llx, overlaps its primal, at 0x%llx", Shadow, Primal);
    for (unsigned Other = 0; Other < Lane; ++Other) {
      Value *Earlier = address(given(Param.Shadows[Other]));
      failIf(B.CreateAnd(B.CreateIsNotNull(Earlier), overlap(Earlier, ShadowBytes, Shadow, ShadowBytes)),
             shadowOf(Param, Lane) + ", at 0x%llx, overlaps the one in lane " + Twine(Other) + ", at 0x%llx", Shadow,
             Earlier);
    }
  }
}

void writeChecks(IRBuilder<> &B, const ItemMatch &M, const ItemOptions &Options) { CheckWriter(B, M, Options).write(); }

} // namespace fluxion
