//===- Abi.cpp - Ways of passing that are understood ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calling conventions and parameter attributes are listed by what is understood, not by
// what is not: a new one of LLVM is refused until somebody has thought about it.
//===----------------------------------------------------------------------===//
#include "Abi.h"
#include "markers/Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

std::string describe(const Type *T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  return Text;
}

bool isSmallInteger(const Type *T) { return T->isIntegerTy() && T->getIntegerBitWidth() < 16; }

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool isKnownConvention(CallingConv::ID CC) {
  static constexpr CallingConv::ID Known[] = {
      CallingConv::C,
      CallingConv::Fast,
      CallingConv::Cold,
      CallingConv::PreserveAll,
      CallingConv::PreserveMost,
      CallingConv::Swift,
      CallingConv::Tail,
      CallingConv::SwiftTail,
      CallingConv::X86_64_SysV,
      CallingConv::Win64,
      CallingConv::X86_StdCall,
      CallingConv::X86_FastCall,
      CallingConv::X86_ThisCall,
      CallingConv::X86_VectorCall,
      CallingConv::X86_RegCall,
      CallingConv::ARM_APCS,
      CallingConv::ARM_AAPCS,
      CallingConv::ARM_AAPCS_VFP,
      CallingConv::AArch64_VectorCall,
      CallingConv::AArch64_SVE_VectorCall,
  };
  return is_contained(Known, CC);
}

/// Of the attributes that say how a parameter is passed: sret and byval are understood,
/// the first of these that \p A has is not.
static std::optional<Attribute::AttrKind> unknownPassing(const Argument &A) {
  static constexpr Attribute::AttrKind Unknown[] = {
      Attribute::InAlloca,   Attribute::Preallocated, Attribute::Nest, Attribute::SwiftSelf,
      Attribute::SwiftError, Attribute::SwiftAsync,   Attribute::ByRef};
  for (Attribute::AttrKind Kind : Unknown)
    if (A.hasAttribute(Kind))
      return Kind;
  return std::nullopt;
}

std::string unknownAbi(const Function &F) {
  if (F.getDataLayout().getAllocaAddrSpace() != 0)
    return "the stack of its machine has an address space of its own";
  if (F.isVarArg())
    return "it takes a variable number of arguments";
  if (!isKnownConvention(F.getCallingConv()))
    return "its calling convention (number " + std::to_string(F.getCallingConv()) +
           ") is not one of an ordinary function";
  if (F.hasFnAttribute(Attribute::Naked))
    return "it is naked";
  for (const Argument &A : F.args()) {
    std::string Which = "its parameter " + std::to_string(A.getArgNo() + 1);
    if (std::optional<Attribute::AttrKind> Kind = unknownPassing(A))
      return Which + " is passed as '" + Attribute::getNameFromAttrKind(*Kind).str() + "'";
    if (A.getType()->isScalableTy() || A.getType()->isTargetExtTy())
      return Which + " is of type " + describe(A.getType());
  }
  if (F.getReturnType()->isScalableTy() || F.getReturnType()->isTargetExtTy())
    return "it returns " + describe(F.getReturnType());
  return "";
}

static bool holdsVector(Type *T) {
  return T->isVectorTy() || any_of(T->subtypes(), [](Type *Part) { return holdsVector(Part); });
}

std::string vectorMismatch(const Function &Source, const Function &Target) {
  bool PassesVectors = holdsVector(Source.getReturnType()) ||
                       any_of(Source.args(), [](const Argument &A) { return holdsVector(A.getType()); });
  for (StringRef Name : {"target-cpu", "target-features"})
    if (PassesVectors && Source.getFnAttribute(Name) != Target.getFnAttribute(Name))
      return "it passes vectors, and the attribute '" + Name.str() + "' of the target is another one";
  return "";
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Can the bytes that two scalars share be understood in the same way?
static bool agree(const Leaf &L, const Leaf &R) {
  bool AnyInteger = L.Ty->isIntegerTy() || R.Ty->isIntegerTy(); // an ABI's name for whatever it is
  return AnyInteger || (L.Ty == R.Ty && L.Offset == R.Offset);
}

bool isSameValue(Type *Given, Type *Wanted, const DataLayout &DL) {
  if (Given == Wanted)
    return true;
  if (Given->isIntegerTy(8) && Wanted->isIntegerTy(1))
    return true;
  if (!Given->isSized() || !Wanted->isSized() || DL.getTypeStoreSize(Given) != DL.getTypeStoreSize(Wanted))
    return false;
  if (Given->isSingleValueType() && Wanted->isSingleValueType() && !Given->isVectorTy() && !Wanted->isVectorTy())
    return false;
  auto Ends = [&](const Leaf &L) { return L.Offset + DL.getTypeStoreSize(L.Ty); };
  auto Scalars = scalarsIn(Wanted, DL);
  return all_of(scalarsIn(Given, DL), [&](const Leaf &G) {
    return all_of(Scalars, [&](const Leaf &W) {
      bool Apart = Ends(G) <= W.Offset || Ends(W) <= G.Offset;
      return Apart || agree(G, W);
    });
  });
}

} // namespace fluxion
