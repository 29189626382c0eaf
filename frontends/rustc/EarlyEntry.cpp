//===- EarlyEntry.cpp - Requests before rustc's optimisation --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// rustc writes a request into a wrapper that has everything the user passed, and
// forgets some of it in the call. Only before the wrapper is inlined can it be found:
//
//   d(x.ptr, x.len, dx.ptr, dx.len, dret):
//     call @__enzyme_autodiff_d(f, enzyme_dup, x.ptr, dx.ptr, enzyme_const, x.len)
//   becomes
//     if (dx.len < x.len) complain and abort
//     call @__enzyme_autodiff_d(f, enzyme_dup, x.ptr, dx.ptr, enzyme_const, x.len, fluxion_seed, dret)
//
// A two-scalar value by value, in forward mode, arrives in the order of the wrapper's
// parameters and is put in order: `dup a b, dup a' b'` becomes `dup a a', dup b b'`.
// The wrapper packs its parameters into a tuple and unpacks them again; what an operand
// is, is found by following it through that memory.
//===----------------------------------------------------------------------===//
#include "EarlyEntry.h"
#include "ShiftedOperands.h"
#include "markers/Trace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fluxion {
namespace {

/// Follows values of a wrapper back to its parameters.
class Parameters {
public:
  explicit Parameters(Function &Wrapper);
  /// The parameter that \p V is, or whose bytes it is or points to; null if unknown.
  Argument *of(Value *V) const;

private:
  using Place = std::pair<Value *, int64_t>;
  Place placeOf(Value *Pointer) const;
  Argument *writtenTo(Place P, unsigned Steps = 0) const;

  const DataLayout &DL;
  // What is written where, once; null where several writes meet.
  DenseMap<Place, Value *> Stored;
  DenseMap<Place, Value *> Copied;
};

/// A marker and the operands that belong to it.
struct Group {
  MarkerKind Kind;
  unsigned First; ///< operand: the value; shadows follow
  unsigned Count;
};

/// One request of a wrapper.
class Completion {
public:
  Completion(CallBase &Call, const Parameters &Known)
      : Call(Call), Wrapper(*Call.getFunction()), Known(Known), DL(Call.getDataLayout()) {}

  /// False when the request is not understood; then nothing has been changed.
  bool run(bool Reverse);
  /// Has run() found that the request leaves out a parameter before one that it takes?
  bool isShifted() const { return Shifted; }

private:
  bool readGroups();
  bool traceOperands();
  bool orderPairs();
  void findLengths();
  bool leavesGaps() const;
  bool findSeed();
  Value *seedFrom(ArrayRef<Argument *> Given, const Function &Primal);
  Value *inMemory(ArrayRef<Argument *> Given);
  void checkLengths();
  void addSeed();

  /// Are the operands \p I and \p J the two halves of one value?
  bool areHalves(unsigned I, unsigned J) const;
  Value *operand(unsigned I) const { return Call.getArgOperand(I); }
  Argument *parameter(unsigned I) const { return From[I]; }

  struct Length {
    unsigned Argument; ///< of the source, from 1
    Value *Primal, *Shadow;
    unsigned Lanes; ///< in this one shadow
  };

  CallBase &Call;
  Function &Wrapper;
  const Parameters &Known;
  const DataLayout &DL;
  SmallVector<Group, 8> Groups;
  SmallVector<Argument *, 16> From; // per operand of the call; null: a marker
  unsigned Lanes = 1;
  bool Shifted = false;
  unsigned Used = 0; // parameters of the wrapper that inputs account for
  SmallVector<Length, 4> Lengths;
  Value *Seed = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// In memory a bool is a byte.
static Argument *parameterIn(Value *V) {
  if (auto *Widened = dyn_cast_or_null<ZExtInst>(V))
    V = Widened->getOperand(0);
  return dyn_cast_or_null<Argument>(V);
}

Parameters::Parameters(Function &Wrapper) : DL(Wrapper.getDataLayout()) {
  auto Note = [](DenseMap<Place, Value *> &In, Place P, Value *V) {
    auto [It, New] = In.try_emplace(P, V);
    if (!New)
      It->second = nullptr;
  };
  for (Instruction &I : instructions(Wrapper)) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      Note(Stored, placeOf(Store->getPointerOperand()), Store->getValueOperand());
    else if (auto *Copy = dyn_cast<MemCpyInst>(&I))
      Note(Copied, placeOf(Copy->getRawDest()), Copy->getRawSource());
  }
}

Parameters::Place Parameters::placeOf(Value *Pointer) const {
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  Value *Base = Pointer->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  return {Base, Offset.getSExtValue()};
}

Argument *Parameters::writtenTo(Place P, unsigned Steps) const {
  if (Steps == 8)
    return nullptr;
  bool IsStored = Stored.contains(P), IsCopied = Copied.contains(P);
  if (IsStored == IsCopied)
    return nullptr;
  if (IsStored)
    return parameterIn(Stored.lookup(P));
  Value *Source = Copied.lookup(P);
  if (!Source)
    return nullptr;
  if (auto *Param = dyn_cast<Argument>(Source))
    return Param;
  return writtenTo(placeOf(Source), Steps + 1);
}

Argument *Parameters::of(Value *V) const {
  if (Argument *Param = parameterIn(V))
    return Param;
  uint64_t Offset = 0;
  if (auto *Part = dyn_cast<ExtractValueInst>(V)) {
    auto *Struct = dyn_cast<StructType>(Part->getAggregateOperand()->getType());
    if (!Struct || Part->getNumIndices() != 1)
      return nullptr;
    Offset = DL.getStructLayout(Struct)->getElementOffset(Part->getIndices()[0]);
    V = Part->getAggregateOperand();
    if (!isa<LoadInst>(V))
      return nullptr;
  }
  Place P = placeOf(isa<LoadInst>(V) ? cast<LoadInst>(V)->getPointerOperand() : V);
  if (!isa<AllocaInst>(P.first))
    return nullptr;
  return writtenTo({P.first, P.second + int64_t(Offset)});
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static bool isDup(MarkerKind K) { return K == MarkerKind::Dup || K == MarkerKind::DupOnly; }
static bool isVariable(MarkerKind K) { return K == MarkerKind::Dupv || K == MarkerKind::DupvOnly; }

bool Completion::readGroups() {
  for (unsigned I = 1; I < Call.arg_size();) {
    std::optional<Marker> M = traceMarker(operand(I++));
    if (!M)
      return false;
    switch (M->Kind) {
    case MarkerKind::PrimalReturn:
      continue;
    case MarkerKind::Width: {
      auto *Number = I < Call.arg_size() ? dyn_cast<ConstantInt>(operand(I++)) : nullptr;
      if (!Number)
        return false;
      Lanes = Number->getZExtValue();
      continue;
    }
    case MarkerKind::Constant:
    case MarkerKind::Out:
      Groups.push_back({M->Kind, I, 1});
      break;
    case MarkerKind::Dup:
    case MarkerKind::DupOnly:
      Groups.push_back({M->Kind, I, 1 + Lanes});
      break;
    case MarkerKind::Dupv:
    case MarkerKind::DupvOnly:
      Groups.push_back({M->Kind, I + 1, 2}); // the stride comes first
      break;
    case MarkerKind::Seed:
    case MarkerKind::Tape:
    case MarkerKind::Allocated:
    case MarkerKind::NoFree:
    case MarkerKind::NotYet:
    case MarkerKind::Unknown:
      return false;
    }
    I = Groups.back().First + Groups.back().Count;
    if (I > Call.arg_size())
      return false;
  }
  return true;
}

bool Completion::traceOperands() {
  From.resize(Call.arg_size());
  for (const Group &G : Groups)
    for (unsigned I = G.First; I < G.First + G.Count; ++I) {
      // An argument without a size shifts the operands against their markers.
      if (DL.getTypeAllocSize(operand(I)->getType()).isZero())
        return false;
      From[I] = Known.of(operand(I));
      if (!From[I] || From[I]->hasStructRetAttr())
        return false;
      Used = std::max(Used, From[I]->getArgNo() + 1);
    }
  return true;
}

bool Completion::areHalves(unsigned I, unsigned J) const {
  auto *First = dyn_cast<ExtractValueInst>(operand(I)), *Second = dyn_cast<ExtractValueInst>(operand(J));
  return First && Second && First->getAggregateOperand() == Second->getAggregateOperand() &&
         First->getIndices() == ArrayRef(0u) && Second->getIndices() == ArrayRef(1u);
}

/// Puts operands of pairs in order; false when a pair is not as expected.
bool Completion::orderPairs() {
  for (unsigned G = 0; G < Groups.size(); ++G) {
    if (!isDup(Groups[G].Kind) || !areHalves(Groups[G].First, Groups[G].First + 1))
      continue;
    if (G + 1 == Groups.size() || Groups[G + 1].Kind != Groups[G].Kind)
      return false;
    SmallVector<unsigned, 8> Places;
    for (const Group &Half : {Groups[G], Groups[G + 1]})
      append_range(Places, seq(Half.First, Half.First + Half.Count));
    SmallVector<Value *, 8> Given = map_to_vector(Places, [&](unsigned I) { return operand(I); });
    SmallVector<Argument *, 8> GivenFrom = map_to_vector(Places, [&](unsigned I) { return From[I]; });
    for (unsigned I = 1; I < Given.size(); ++I)
      if (GivenFrom[I]->getArgNo() != GivenFrom[I - 1]->getArgNo() + 1)
        return false;
    for (auto [I, Place] : enumerate(Places)) {
      unsigned Copy = I % (1 + Lanes), Half = I / (1 + Lanes);
      Call.setArgOperand(Place, Given[2 * Copy + Half]);
      From[Place] = GivenFrom[2 * Copy + Half];
    }
    ++G;
  }
  return true;
}

/// The lengths of slices and of their shadows, which are parameters beside the pointers.
void Completion::findLengths() {
  unsigned Source = 0;
  for (unsigned G = 0; G < Groups.size(); ++G) {
    ++Source;
    const Group &Data = Groups[G];
    bool IsPair = G + 1 < Groups.size() && areHalves(Data.First, Groups[G + 1].First);
    if (!IsPair)
      continue;
    ++G;
    if (Groups[G].Kind != MarkerKind::Constant || !(isDup(Data.Kind) || isVariable(Data.Kind)))
      continue;
    unsigned Position = Groups[G].First;
    for (unsigned I = Data.First + 1; I < Data.First + Data.Count; ++I) {
      unsigned Next = parameter(I)->getArgNo() + 1;
      if (Next >= Wrapper.arg_size() || Wrapper.getArg(Next)->getType() != operand(Position)->getType())
        continue;
      Lengths.push_back({Source, operand(Position), Wrapper.getArg(Next), isVariable(Data.Kind) ? Lanes : 1});
      Used = std::max(Used, Next + 1);
    }
  }
}

bool Completion::leavesGaps() const {
  for (unsigned I = Wrapper.hasStructRetAttr(); I < Used; ++I) {
    const Argument *A = Wrapper.getArg(I);
    if (!is_contained(From, A) && none_of(Lengths, [&](const Length &L) { return L.Shadow == A; }))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// The seed
//===----------------------------------------------------------------------===//

/// The scalars of a seed as they lie in the result's memory.
Value *Completion::inMemory(ArrayRef<Argument *> Given) {
  SmallVector<Type *, 2> Types = map_to_vector<2>(Given, [](Argument *A) { return A->getType(); });
  auto *Pair = StructType::get(Call.getContext(), Types);
  IRBuilder<> B(&*Wrapper.getEntryBlock().getFirstInsertionPt());
  AllocaInst *Memory = B.CreateAlloca(Pair, nullptr, "seed");
  for (auto [I, A] : enumerate(Given))
    B.CreateStore(A, B.CreateStructGEP(Pair, Memory, I));
  return Memory;
}

/// What follows the inputs is the seed, in the form that an argument of the result's
/// type has; null when that does not fit the result.
Value *Completion::seedFrom(ArrayRef<Argument *> Given, const Function &Primal) {
  Type *Result = Primal.getReturnType();
  bool ByMemory = Result->isVoidTy();
  if (ByMemory && !(Primal.arg_size() > 0 && Primal.hasStructRetAttr()))
    return nullptr;
  if (Given.size() == 1 && (Given[0]->getType() == Result || Given[0]->getType()->isPointerTy()))
    return Given[0];
  auto *Struct = dyn_cast<StructType>(Result);
  bool IsPair = Given.size() == 2 && Struct && Struct->getNumElements() == 2 &&
                all_of(seq(2), [&](int I) { return Struct->getElementType(I) == Given[I]->getType(); });
  if (IsPair) {
    IRBuilder<> B(&Call);
    Value *Both = B.CreateInsertValue(PoisonValue::get(Struct), Given[0], 0);
    return B.CreateInsertValue(Both, Given[1], 1);
  }
  Type *Wanted = ByMemory ? Primal.getParamStructRetType(0) : Result;
  uint64_t Bytes = 0;
  for (Argument *A : Given)
    Bytes = alignTo(Bytes, DL.getABITypeAlign(A->getType())) + DL.getTypeStoreSize(A->getType());
  return Bytes <= DL.getTypeAllocSize(Wanted) && Given.size() <= 2 ? inMemory(Given) : nullptr;
}

/// False when there is a seed that does not fit.
bool Completion::findSeed() {
  if (Used == Wrapper.arg_size())
    return true;
  SmallVector<Argument *, 2> Given;
  for (unsigned I = std::max(Used, unsigned(Wrapper.hasStructRetAttr())); I < Wrapper.arg_size(); ++I)
    Given.push_back(Wrapper.getArg(I));
  const Function *Primal = traceFunction(operand(0));
  if (Given.empty())
    return true;
  Seed = Primal ? seedFrom(Given, *Primal) : nullptr;
  return Seed != nullptr;
}

void Completion::addSeed() {
  Module &M = *Wrapper.getParent();
  SmallVector<Value *, 16> Operands(Call.args());
  Operands.push_back(M.getOrInsertGlobal("fluxion_seed", PointerType::get(M.getContext(), 0)));
  Operands.append(Lanes, Seed);
  IRBuilder<> B(&Call);
  CallInst *Complete = B.CreateCall(Call.getFunctionType(), Call.getCalledOperand(), Operands);
  Complete->setCallingConv(Call.getCallingConv());
  Complete->setAttributes(Call.getAttributes());
  Complete->takeName(&Call);
  Call.replaceAllUsesWith(Complete);
  Call.eraseFromParent();
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

/// void fluxion.shadow_too_short(ptr function, i64 argument, i64 have, i64 want)
static Function *complaint(Module &M) {
  constexpr StringLiteral Name = "fluxion.shadow_too_short";
  if (Function *F = M.getFunction(Name))
    return F;
  LLVMContext &C = M.getContext();
  Type *Word = Type::getInt64Ty(C), *Pointer = PointerType::get(C, 0), *Int = Type::getInt32Ty(C);
  auto *T = FunctionType::get(Type::getVoidTy(C), {Pointer, Word, Word, Word}, false);
  Function *F = Function::Create(T, GlobalValue::InternalLinkage, Name, M);
  for (auto Kind : {Attribute::Cold, Attribute::NoInline, Attribute::NoReturn, Attribute::NoUnwind})
    F->addFnAttr(Kind);
  IRBuilder<> B(BasicBlock::Create(C, "", F));
  FunctionCallee Print = M.getOrInsertFunction("dprintf", FunctionType::get(Int, {Int, Pointer}, true));
  FunctionCallee Abort = M.getOrInsertFunction("abort", FunctionType::get(Type::getVoidTy(C), false));
  Value *Format = B.CreateGlobalString("fluxion: in '%s', the shadow of argument %lld has %lld elements, "
                                       "but it needs %lld\n");
  B.CreateCall(Print, {B.getInt32(2), Format, F->getArg(0), F->getArg(1), F->getArg(2), F->getArg(3)});
  B.CreateCall(Abort)->setDoesNotReturn();
  B.CreateUnreachable();
  return F;
}

void Completion::checkLengths() {
  for (const Length &L : Lengths) {
    IRBuilder<> B(&Call);
    Type *Word = B.getInt64Ty();
    Value *Room = L.Lanes == 1 ? L.Shadow : B.CreateUDiv(L.Shadow, ConstantInt::get(L.Shadow->getType(), L.Lanes));
    Value *TooShort = B.CreateICmpULT(Room, L.Primal, "shadow.too.short");
    B.SetInsertPoint(SplitBlockAndInsertIfThen(TooShort, Call.getIterator(), /*Unreachable=*/true));
    B.SetCurrentDebugLocation(Call.getDebugLoc());
    Value *Name = B.CreateGlobalString(demangle(Wrapper.getName()));
    Value *Want = B.CreateMul(B.CreateZExtOrTrunc(L.Primal, Word), B.getInt64(L.Lanes));
    B.CreateCall(complaint(*Wrapper.getParent()),
                 {Name, B.getInt64(L.Argument), B.CreateZExtOrTrunc(L.Shadow, Word), Want})
        ->setDoesNotReturn();
  }
}

bool Completion::run(bool Reverse) {
  if (!readGroups() || !traceOperands() || !orderPairs())
    return false;
  findLengths();
  Shifted = leavesGaps();
  if (Shifted || (Reverse && !findSeed()))
    return false;
  checkLengths();
  if (Seed)
    addSeed();
  return true;
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

namespace {

/// rustc makes an error of DiagnosticInfoUnsupported, whatever its severity, and drops the
/// generic ones; what a linker says stays a warning.
class Warning : public DiagnosticInfo {
public:
  explicit Warning(const Twine &Text) : DiagnosticInfo(DK_Linker, DS_Warning), Text(Text.str()) {}
  void print(DiagnosticPrinter &Printer) const override { Printer << Text; }

private:
  std::string Text;
};

} // namespace

static void warn(const Function &Wrapper, const Twine &What) { Wrapper.getContext().diagnose(Warning(What)); }

static bool hasSeed(const CallBase &Call) {
  return any_of(Call.args(), [](Value *V) {
    std::optional<Marker> M = traceMarker(V);
    return M && M->Kind == MarkerKind::Seed;
  });
}

/// Completes one request; \p Derivative is the mangled name of what the user calls.
static bool complete(CallBase &Call, bool Reverse, StringRef Derivative) {
  Function &Wrapper = *Call.getFunction();
  if (hasSeed(Call))
    return false;
  std::string Name = demangle(Derivative);
  if (Wrapper.getName() != Derivative) {
    if (Reverse)
      warn(Wrapper, "fluxion: the seed of '" + Name +
                        "' is not visible where rustc has inlined it, 1.0 is used; "
                        "compile with -Zinline-mir=no");
    return false;
  }
  Parameters Known(Wrapper);
  Completion AsGiven(Call, Known);
  if (AsGiven.run(Reverse))
    return true;
  CallBase *Restored = restoreOperands(Call, AsGiven.isShifted());
  if (Restored && Completion(*Restored, Known).run(Reverse))
    return true;
  if (AsGiven.isShifted() && !Restored)
    Wrapper.getContext().emitError("fluxion: rustc gives the arguments of '" + Name +
                                   "' in the wrong places, beside one without a size; put that one last");
  else
    warn(Wrapper, "fluxion: the arguments of '" + Name +
                      "' are not understood: a seed other than 1.0 has no effect and "
                      "lengths of shadows are not checked");
  return Restored;
}

bool completeRequests(Module &M) {
  bool Changed = false;
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = F.getName();
    bool Reverse = Name.consume_front("__enzyme_autodiff");
    if (!F.isDeclaration() || !(Reverse || Name.consume_front("__enzyme_fwddiff")))
      continue;
    // Hand-written requests say all that they mean.
    if (!Name.starts_with("_R") && !Name.starts_with("_ZN"))
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
        Changed |= complete(*Call, Reverse, Name);
  }
  return Changed;
}

} // namespace fluxion
