//===- Checks.cpp - What is checked when a target runs --------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   question                         with unsigned numbers
//   shadow shorter than its primal   lane:  dn < n        all lanes in one:  dn / width < n
//   overlap, dx with any primal y    y < dx + dbytes  and  dx < y + ybytes
//   null shadow                      x != 0  and  dx == 0       (of a value:  dx == 0)
//
// A slice without elements is never null nor overlaps. Where nobody says how large a
// value is, it is as large as one byte. Shadows of different arguments may overlap: two
// arguments may be the same memory.
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {

/// What a function's name ends with that made room for one of the C library.
static constexpr StringLiteral Aside = ".beside.fluxion";

namespace {

class CheckWriter {
public:
  CheckWriter(IRBuilder<> &B, const ItemMatch &M, const ItemOptions &Options)
      : B(B), M(M), Options(Options), Code(*M.Target->getParent()) {}

  void write() {
    for (unsigned I = 0; I < M.Params.size(); ++I) {
      const MatchedParam &Param = M.Params[I];
      if (Param.Shadows.empty())
        continue;
      if (Options.CheckLengths)
        checkLengths(Param);
      if (Options.CheckNull)
        checkNull(I);
      if (Options.CheckOverlap && isMemory(I))
        checkOverlap(I);
    }
  }

private:
  void checkLengths(const MatchedParam &Param);
  void checkNull(unsigned Of);
  void checkOverlap(unsigned Of);
  void failIf(Value *Wrong, const Twine &Message, Value *First, Value *Second);
  Function &failure();
  FunctionCallee fromLibrary(StringRef Name, FunctionType *T);
  /// A range of addresses.
  struct Range {
    Value *Begin, *Bytes;
  };
  Range primalRange(unsigned Of);
  Value *overlap(Range L, Range R);
  /// Does the source get memory of its caller here?
  bool isMemory(unsigned Param) {
    return M.Params[Param].Input >= 0 && !M.Params[Param].ByValue && M.Source->getArg(Param)->getType()->isPointerTy();
  }

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

/// A function of the C library. One of the module's own with that name, seen by nobody
/// else, is another function, and steps aside.
FunctionCallee CheckWriter::fromLibrary(StringRef Name, FunctionType *T) {
  if (GlobalValue *Own = Code.getNamedValue(Name); Own && Own->hasLocalLinkage())
    Own->setName(Name + Aside);
  return Code.getOrInsertFunction(Name, T);
}

/// void fluxion.item.fail(ptr format, i64, i64): says it on standard error and aborts.
Function &CheckWriter::failure() {
  StringRef Name = "fluxion.item.fail";
  if (Function *Known = Code.getFunction(Name))
    return *Known;
  LLVMContext &C = Code.getContext();
  Type *Int = Type::getInt32Ty(C), *Long = Type::getInt64Ty(C), *Pointer = PointerType::getUnqual(C);
  Type *Void = Type::getVoidTy(C);
  auto *F =
      Function::Create(FunctionType::get(Void, {Pointer, Long, Long}, false), GlobalValue::InternalLinkage, Name, Code);
  F->addFnAttr(Attribute::NoReturn);
  F->addFnAttr(Attribute::NoUnwind);
  F->addFnAttr(Attribute::NoInline);
  F->addFnAttr(Attribute::Cold);
  IRBuilder<> In(BasicBlock::Create(C, "entry", F));
  FunctionCallee Print = fromLibrary("dprintf", FunctionType::get(Int, {Int, Pointer}, /*isVarArg=*/true));
  FunctionCallee Abort = fromLibrary("abort", FunctionType::get(Void, false));
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

/// A value always has tangents; memory without a primal needs none.
void CheckWriter::checkNull(unsigned Of) {
  const MatchedParam &Param = M.Params[Of];
  Value *Needed = isMemory(Of) ? B.CreateAnd(B.CreateIsNotNull(given(Param.Value)), hasElements(Param)) : B.getTrue();
  for (auto [Lane, Shadow] : enumerate(Param.Shadows))
    if (given(Shadow)->getType()->isPointerTy())
      failIf(B.CreateAnd(Needed, B.CreateIsNull(given(Shadow))), shadowOf(Param, Lane) + " is null", B.getInt64(0),
             B.getInt64(0));
}

Value *CheckWriter::overlap(Range L, Range R) {
  Value *Both = B.CreateAnd(B.CreateICmpULT(L.Begin, B.CreateAdd(R.Begin, R.Bytes)),
                            B.CreateICmpULT(R.Begin, B.CreateAdd(L.Begin, L.Bytes)));
  return B.CreateAnd(Both, B.CreateAnd(B.CreateIsNotNull(L.Begin), B.CreateIsNotNull(R.Begin)));
}

/// Where the source finds the value of parameter \p Of.
CheckWriter::Range CheckWriter::primalRange(unsigned Of) {
  const MatchedParam &Param = M.Params[Of];
  uint64_t Least = Param.Slice ? 1 : std::max<uint64_t>(M.Source->getArg(Of)->getDereferenceableBytes(), 1);
  Value *Bytes = B.getInt64(Param.Bytes ? Param.Bytes : Least);
  if (Param.Slice)
    Bytes = B.CreateMul(Bytes, number(given(Param.Value + 1)));
  return {address(given(Param.Value)), Bytes};
}

void CheckWriter::checkOverlap(unsigned Of) {
  const MatchedParam &Param = M.Params[Of];
  Value *Bytes = primalRange(Of).Bytes;
  if (Param.Wide)
    Bytes = B.CreateMul(Bytes, B.getInt64(M.Item->Width));
  SmallVector<Range, 2> Earlier;
  for (auto [Lane, Number] : enumerate(Param.Shadows)) {
    Range Shadow{address(given(Number)), Bytes};
    for (unsigned Other = 0; Other < M.Params.size(); ++Other) {
      if (!isMemory(Other))
        continue;
      Range Primal = primalRange(Other);
      std::string Whose = Other == Of ? "its primal" : ("argument " + Twine(M.Params[Other].Input + 1)).str();
      failIf(overlap(Primal, Shadow), shadowOf(Param, Lane) + ", at 0x%llx, overlaps " + Whose + ", at 0x%llx",
             Shadow.Begin, Primal.Begin);
    }
    for (auto [Before, Other] : enumerate(Earlier))
      failIf(overlap(Other, Shadow),
             shadowOf(Param, Lane) + ", at 0x%llx, overlaps the one in lane " + Twine(Before) + ", at 0x%llx",
             Shadow.Begin, Other.Begin);
    Earlier.push_back(Shadow);
  }
}

void restoreNames(Module &M) {
  for (StringRef Name : {"abort", "dprintf"})
    if (GlobalValue *Own = M.getNamedValue((Name + Aside).str()); Own && !M.getNamedValue(Name))
      Own->setName(Name);
}

void writeChecks(IRBuilder<> &B, const ItemMatch &M, const ItemOptions &Options) { CheckWriter(B, M, Options).write(); }

} // namespace fluxion
