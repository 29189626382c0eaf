//===- Text.cpp - Shadows of strings keep the shape of their primals ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text carries no derivative, so calls into std::string are inert. But the shadow of a record holds the shadow of its
// label, and code that was inlined asks the primal whether its text is on the heap and then frees both:
//
//      primal  [ text | size | capacity ]   text == &capacity: short, kept inside
//      shadow  [ text | size | capacity ]   must be short or long as the primal is
//
// After a call without a body here that may have changed a string of libstdc++, its shadow is brought to that shape.
// The shadow's text is zero; nobody reads it.
//
// Rust's formatting is inert as a whole. Forward mode copies text to shadows as it is, so it formats once more: into
// the shadow of what the text goes to, which so has room for what follows.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/CallKinds.h"
#include "Rules/Library/Library.h"
#include "Rules/OpenWords.h"
#include "Rules/RuleSupport.h"
#include "Rules/RuntimeGuard.h"
#include "Rules/ShadowAccess.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace fluxion {
namespace {

constexpr StringLiteral StringMethod = "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE";
/// Methods that leave a string half made, that are no methods of a string, or that have a rule of their own.
constexpr StringLiteral NotFollowed[] = {"7_M_data",       "9_M_length", "11_M_capacity", "9_M_create",
                                         "12_Alloc_hider", "7_S_",       "8_S_",          "12_S_",
                                         "13_S_",          "15_S_",      "16_S_",         "18_S_"};

/// The method's name and types behind the class; nothing for other functions.
std::optional<StringRef> methodOf(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.arg_empty() || !Call.getArgOperand(0)->getType()->isPointerTy() ||
      Call.paramHasAttr(0, Attribute::StructRet))
    return std::nullopt;
  StringRef Name = Callee->getName();
  if (!Name.consume_front(StringMethod) ||
      any_of(NotFollowed, [&](StringRef Other) { return Name.starts_with(Other); }))
    return std::nullopt;
  return Name;
}

bool endsString(StringRef Method) { return Method == "D1Ev" || Method == "D2Ev" || Method.starts_with("10_M_dispose"); }

/// Does it also change its first argument, another string?
bool changesAnother(StringRef Method) { return Method.contains("EOS4_") || Method.starts_with("4swapERS4_"); }

/// Writes the functions below.
class Builder {
public:
  Builder(Module &M, StringRef Name, unsigned Parameters) : B(M.getContext()) {
    Type *Ptr = B.getPtrTy();
    SmallVector<Type *, 2> Types(Parameters, Ptr);
    F = Function::Create(FunctionType::get(Ptr, Types, false), GlobalValue::InternalLinkage, Name, M);
    F->addFnAttr(Attribute::NoInline);
    B.SetInsertPoint(block("entry"));
  }
  BasicBlock *block(const Twine &Name) { return BasicBlock::Create(B.getContext(), Name, F); }
  Value *textOf(Value *String) { return B.CreateLoad(B.getPtrTy(), String, "text"); }
  Value *inside(Value *String) { return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), String, 16, "inside"); }
  Value *capacityOf(Value *String) { return B.CreateLoad(B.getInt64Ty(), inside(String), "capacity"); }
  /// What has to be given back: the text if it is on the heap, else null.
  Value *onHeap(Value *String, Value *Text) {
    return B.CreateSelect(B.CreateICmpEQ(Text, inside(String)), ConstantPointerNull::get(B.getPtrTy()), Text, "old");
  }
  IRBuilder<> B;
  Function *F;
};

/// ptr end(shadow): the shadow has no text any more.
Function *endFunction(Module &M) {
  constexpr StringLiteral Name = "fluxion.text.end";
  if (Function *Known = M.getFunction(Name))
    return Known;
  Builder Make(M, Name, 1);
  Value *Shadow = Make.F->getArg(0), *Old = Make.onHeap(Shadow, Make.textOf(Shadow));
  Make.B.CreateStore(ConstantPointerNull::get(Make.B.getPtrTy()), Shadow);
  Make.B.CreateRet(Old);
  return Make.F;
}

/// ptr follow(primal, shadow): the shadow gets the shape of the primal.
Function *followFunction(Module &M) {
  constexpr StringLiteral Name = "fluxion.text.follow";
  if (Function *Known = M.getFunction(Name))
    return Known;
  Builder Make(M, Name, 2);
  IRBuilder<> &B = Make.B;
  Value *Primal = Make.F->getArg(0), *Shadow = Make.F->getArg(1), *Null = ConstantPointerNull::get(B.getPtrTy());
  BasicBlock *Start = Make.block("start"), *Short = Make.block("short"), *Long = Make.block("long"),
             *Grow = Make.block("grow"), *Same = Make.block("same");
  B.CreateCondBr(B.CreateICmpEQ(Primal, Shadow), Same, Start);
  B.SetInsertPoint(Start);
  Value *Size = B.CreateLoad(B.getInt64Ty(), B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Primal, 8), "size");
  B.CreateStore(Size, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Shadow, 8));
  Value *Old = Make.onHeap(Shadow, Make.textOf(Shadow));
  B.CreateCondBr(B.CreateICmpEQ(Make.textOf(Primal), Make.inside(Primal)), Short, Long);
  B.SetInsertPoint(Short);
  B.CreateStore(Make.inside(Shadow), Shadow);
  B.CreateRet(Old);
  B.SetInsertPoint(Long);
  Value *Capacity = Make.capacityOf(Primal);
  Value *Fits = B.CreateAnd(B.CreateIsNotNull(Old), B.CreateICmpEQ(Capacity, Make.capacityOf(Shadow)));
  B.CreateCondBr(Fits, Same, Grow);
  B.SetInsertPoint(Grow);
  Value *Bytes = B.CreateAdd(Capacity, B.getInt64(1));
  Value *New = B.CreateCall(M.getOrInsertFunction("_Znwm", B.getPtrTy(), B.getInt64Ty()), {Bytes}, "grown");
  B.CreateMemSet(New, B.getInt8(0), Bytes, MaybeAlign());
  B.CreateStore(New, Shadow);
  B.CreateStore(Capacity, Make.inside(Shadow));
  B.CreateRet(Old);
  B.SetInsertPoint(Same);
  B.CreateRet(Null);
  return Make.F;
}

class StringRule : public Rule {
public:
  StringRef name() const override { return "text"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void transpose(const Instruction &, AdjointContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    const auto &Call = cast<CallBase>(I);
    StringRef Method = *methodOf(Call);
    follow(C, Call.getArgOperand(0), endsString(Method));
    if (changesAnother(Method) && Call.arg_size() > 1)
      follow(C, Call.getArgOperand(1), false);
  }

private:
  static void follow(TangentContext &C, const Value *String, bool Ends) {
    if (!C.Activity.hasShadow(String))
      return;
    whereShadowed(C, String, nullptr, [&](const Lanes &Shadows) {
      for (Value *Shadow : Shadows.values()) {
        Module &M = *C.B.GetInsertBlock()->getModule();
        FunctionCallee Delete = M.getOrInsertFunction("_ZdlPv", C.B.getVoidTy(), C.B.getPtrTy());
        Value *Old = Ends ? C.B.CreateCall(endFunction(M), {Shadow}, "old")
                          : C.B.CreateCall(followFunction(M), {primalOf(C, String), Shadow}, "old");
        if (C.isForward())
          C.B.CreateCall(Delete, {Old});
        else
          C.releaseLater(Old, Delete, {});
      }
      return Lanes();
    });
  }
};

/// Is \p Call core::fmt::write(sink, ...) or (\p Returns) a function behind format!, which returns its text through a
/// pointer?
bool formatsInto(const CallBase &Call, bool &Returns) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || Call.arg_empty() || !Call.getArgOperand(0)->getType()->isPointerTy())
    return false;
  std::string Path = rustPath(Callee->getName());
  Returns = Path == "5alloc3fmt6format" || Path == "5alloc3fmt6format12format_inner";
  return Path == "4core3fmt5write" || (Returns && Call.getType()->isVoidTy());
}
bool formatsInto(const CallBase &Call) {
  bool Returns;
  return formatsInto(Call, Returns);
}

/// What an inert call returns through a pointer has no shadow. That of what was there before would be taken for its
/// own.
class ReturnedRule : public Rule {
public:
  StringRef name() const override { return "returned"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void transpose(const Instruction &, AdjointContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    const auto &Call = cast<CallBase>(I);
    for (unsigned A = 0; A != Call.arg_size(); ++A)
      if (Type *Ty = Call.getParamStructRetType(A))
        forget(C, Call.getArgOperand(A), I.getDataLayout().getTypeAllocSize(Ty));
  }
  static void forget(TangentContext &C, const Value *Result, uint64_t Bytes) {
    // Only addresses and marks go: an adjoint there may be the caller's, of what is written later.
    if (!C.isForward() && C.Types.opensWords() && C.Activity.hasShadow(Result))
      whereShadowed(C, Result, nullptr, [&](const Lanes &Shadows) {
        for (Value *Shadow : Shadows.values())
          onlyIf(C.B, C.B.CreateICmpNE(Shadow, primalOf(C, Result)),
                 [&] { moveWords(C, Shadow, /*From=*/nullptr, C.B.getInt64(Bytes)); });
        return Lanes();
      });
  }
};

class FormattingRule : public Rule {
public:
  StringRef name() const override { return "text"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void transpose(const Instruction &, AdjointContext &) const override {}
  void apply(const Instruction &I, TangentContext &C) const override {
    const auto &Call = cast<CallBase>(I);
    const Value *Sink = Call.getArgOperand(0);
    bool Returns;
    constexpr uint64_t StringBytes = 24;
    if (formatsInto(Call, Returns) && Returns)
      ReturnedRule::forget(C, Sink, StringBytes);
    if (!C.isForward() || !C.Activity.hasShadow(Sink))
      return;
    whereShadowed(C, Sink, nullptr, [&](const Lanes &Shadows) {
      for (Value *Shadow : Shadows.values())
        onlyIf(C.B, C.B.CreateICmpNE(Shadow, primalOf(C, Sink)), [&] { formatAgain(C, Call, Shadow); });
      return Lanes();
    });
  }

private:
  static void formatAgain(TangentContext &C, const CallBase &Call, Value *Shadow) {
    SmallVector<Value *, 4> Args = {Shadow};
    for (const Use &Arg : drop_begin(Call.args()))
      Args.push_back(primalOf(C, Arg));
    CallInst *Again = C.B.CreateCall(Call.getFunctionType(), Call.getCalledOperand(), Args);
    Again->setCallingConv(Call.getCallingConv());
    Again->setAttributes(Call.getAttributes());
  }
};

} // namespace

const Rule *findTextRule(const CallBase &Call) {
  static const StringRule Text;
  static const FormattingRule Formatting;
  static const ReturnedRule Returned;
  if (methodOf(Call))
    return &Text;
  if (formatsInto(Call))
    return &Formatting;
  return Call.hasStructRetAttr() ? &Returned : nullptr;
}

} // namespace fluxion
