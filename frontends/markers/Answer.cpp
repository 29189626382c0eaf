//===- Answer.cpp - Put the derivative where it was asked for -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   call { double, [3 x double] } @__enzyme_autodiff(ptr @f, ..., i32 @enzyme_out, ptr %v)
//
// where f takes its array behind a pointer, becomes
//
//   copy %v to %v.copy                       the callee owns that memory
//   zero %v.shadow
//   %d = call double @diff.f(ptr %v.copy, ptr %v.shadow, double 1.0)
//   { %d, *%v.shadow }                       put together in memory
//===----------------------------------------------------------------------===//
#include "Answer.h"
#include "Asked.h"
#include "Convert.h"
#include "Emit/TapeBlock.h"
#include "Request/Signature.h"
#include "Rules/Library/RuleLibrary.h"
#include "Rules/Registered.h"
#include "Support/Diagnostics.h"
#include "Support/RuntimeError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace fluxion {

/// Bytes of memory behind a ByValue parameter; 0 when nobody says.
static uint64_t bytesBehind(const MarkedCall &M, const Returned &R, unsigned Param) {
  const Argument &Arg = *M.Primal->getArg(Param);
  if (Arg.hasByValAttr())
    return M.Primal->getDataLayout().getTypeAllocSize(Arg.getParamByValType());
  if (M.Params[Param].Bytes)
    return M.Params[Param].Bytes;
  if (const ReturnedField *Adjoint = R.find(ReturnedField::Adjoint, Param))
    return Adjoint->Size;
  return Arg.getDereferenceableBytes();
}

/// The floats of the result that the primal writes to memory.
static SmallVector<Leaf, 8> floatsOfResultMemory(const MarkedCall &M, const Returned &R) {
  const DataLayout &DL = M.Primal->getDataLayout();
  SmallVector<Leaf, 8> Floats;
  const ReturnedField *Result = R.find(ReturnedField::Result);
  uint64_t Begin = Result ? Result->Offset : 0, End = Result ? Begin + Result->Size : UINT64_MAX;
  Type *T = Result ? M.returned() : M.Primal->getParamStructRetType(M.ResultParam);
  for (const Leaf &L : scalarsIn(T, DL))
    if (L.Ty->isFloatingPointTy() && Begin <= L.Offset && L.Offset < End)
      Floats.push_back({L.Offset - Begin, L.Ty});
  return Floats;
}

bool checkAnswerable(const MarkedCall &M, const Returned &R, Diagnostics &Diags) {
  for (auto [I, Param] : enumerate(M.Params))
    if (Param.What == MarkedParam::ByValue && bytesBehind(M, R, I) == 0) {
      Diags.error(Diag::BadRequest, *M.Call,
                  "the size of the value behind the pointer that is parameter " + Twine(I + 1) + " of '" +
                      M.Primal->getName() + "' is not known; a pointer cannot be marked enzyme_out");
      return false;
    }
  bool Blind = !M.Forward && R.Seeded && M.Seeds.empty() && M.ResultParam >= 0 && floatsOfResultMemory(M, R).empty();
  if (Blind && !R.find(ReturnedField::Result)) {
    Diags.error(Diag::UnknownType, *M.Call,
                "'" + M.Primal->getName() +
                    "' returns through memory, and nothing says which bytes of its result are floats; "
                    "ask for the primal's result too");
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The request
//===----------------------------------------------------------------------===//

/// What the operand's type says of a parameter that is an integer by ABI only.
static TypeTree knownOf(const MarkedParam &Param, Type *T, const DataLayout &DL) {
  TypeTree Tree;
  if (!Param.Primal || Param.Part != Role::Active || !T->isIntegerTy() || !holdsFloat(Param.Primal->getType()))
    return Tree;
  for (const Leaf &L : scalarsIn(Param.Primal->getType(), DL))
    if (L.Ty->isFloatingPointTy())
      Tree.insert({int64_t(L.Offset)}, ConcreteType::ofFloat(L.Ty));
  return Tree;
}

/// Which elements of field \p F, a tangent, are the primal's own in what Rust gets: the integers beside
/// the floats, such as the tag of an Option. (None with a tangent is no derivative of Some.)
static SmallVector<unsigned, 2> tagsOf(const MarkedCall &M, const ReturnedField &F) {
  SmallVector<unsigned, 2> Tags;
  auto *Struct = dyn_cast_or_null<StructType>(F.Ty);
  if (!Struct || F.What != ReturnedField::Tangent || !M.Forward || !M.MarkersByAddress)
    return Tags;
  const DataLayout &DL = M.Primal->getDataLayout();
  auto IsFloatInTheCall = [&](uint64_t At) {
    return any_of(scalarsIn(M.returned(), DL),
                  [&](const Leaf &L) { return L.Offset == F.Offset + At && L.Ty->isFloatingPointTy(); });
  };
  for (auto [I, T] : enumerate(Struct->elements()))
    if (T->isIntegerTy() && !IsFloatInTheCall(DL.getStructLayout(Struct)->getElementOffset(I)))
      Tags.push_back(I);
  return Tags;
}

Request requestOf(const MarkedCall &M, const Returned &R) {
  Request Asked;
  Asked.Primal = M.Primal;
  if (std::optional<HeaderPrimal> Around = headerPrimal(*M.Primal)) {
    Asked.UserName = Around->Name;
    Asked.Hidden = Around->Hidden;
  }
  Asked.GivenByUser = isRegistered(*M.Primal) || libraryRule(*M.Primal);
  if (!M.Forward)
    Asked.Mode = ReverseMode{M.isSplit()};
  Asked.Lanes = M.Lanes;
  for (auto [Param, Arg] : zip_equal(M.Params, M.Primal->args())) {
    Asked.Params.push_back(Param.What == MarkedParam::Result ? Role::Duplicated : Param.Part);
    Asked.Known.push_back(knownOf(Param, Arg.getType(), M.Primal->getDataLayout()));
  }
  if (all_of(Asked.Known, [](const TypeTree &T) { return T.empty(); }))
    Asked.Known.clear();
  Asked.Result = R.Result;
  bool HasTags = any_of(R.Fields, [&](const ReturnedField &F) { return !tagsOf(M, F).empty(); });
  Asked.PrimalResult =
      !M.Primal->getReturnType()->isVoidTy() && (M.isSplit() || R.find(ReturnedField::Result) || HasTags);
  // Nothing runs between the two sweeps of a combined derivative.
  Asked.Unchanged.resize(M.Params.size(), !M.Forward && !M.isSplit());
  return Asked;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

namespace {

class Writer {
public:
  Writer(const MarkedCall &M, const Returned &R, Signature S, Function &Derivative, uint64_t TapeBytes = 0)
      : M(M), R(R), S(std::move(S)), Derivative(Derivative), TapeBytes(TapeBytes), DL(M.Primal->getDataLayout()),
        B(M.Call) {
    // A call without a location may not stand in a function that has them.
    if (DISubprogram *Scope = M.Call->getFunction()->getSubprogram(); Scope && !M.Call->getDebugLoc())
      B.SetCurrentDebugLocation(DILocation::get(B.getContext(), 0, 0, Scope));
  }

  void write() {
    for (unsigned I = 0; I < M.Params.size(); ++I)
      supply(I);
    if (M.isSplit())
      supplyTape();
    Answer = B.CreateCall(&Derivative, arguments());
    Answer->setCallingConv(Derivative.getCallingConv());
    if (M.isSplit())
      finishTape();
    Value *All = M.destination() || R.Fields.empty() ? nullptr : gather();
    if (M.destination())
      storeFields(M.destination(), M.Call->getParamAlign(0).valueOrOne());
    replace(All);
  }

private:
  struct Supplied {
    Value *Primal = nullptr;
    SmallVector<Value *, 1> Shadows; // or tangents
  };

  void supply(unsigned Param);
  void supplyByValue(unsigned Param, Supplied &To);
  void supplyResult(Supplied &To);
  void supplyTape();
  void checkAllocated();
  void finishTape();
  SmallVector<Value *, 16> arguments();
  Value *seed(unsigned Lane);
  Value *defaultSeed();
  Value *laneOf(const MarkedParam &From, unsigned Lane);
  AllocaInst *memory(uint64_t Bytes, Align Alignment, const Twine &Name);
  AllocaInst *zeroed(uint64_t Bytes, Align Alignment, const Twine &Name);
  AllocaInst *copied(Value *From, uint64_t Bytes, Align Alignment, const Twine &Name);
  Value *at(Value *Memory, uint64_t Offset) {
    return Offset ? B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Memory, Offset) : Memory;
  }

  Value *valueOf(const ReturnedField &F);
  Value *memoryOf(const ReturnedField &F);
  Value *gather();
  Value *gatherElements(StructType *Into);
  void storeFields(Value *Memory, Align Alignment);
  void replace(Value *All);

  const MarkedCall &M;
  const Returned &R;
  const Signature S;
  Function &Derivative;
  const uint64_t TapeBytes;
  const DataLayout &DL;
  IRBuilder<> B;
  std::vector<Supplied> Given;
  Value *Tape = nullptr;
  CallInst *Answer = nullptr;
};

} // namespace

AllocaInst *Writer::memory(uint64_t Bytes, Align Alignment, const Twine &Name) {
  return stackMemory(B, ArrayType::get(B.getInt8Ty(), Bytes), std::max(Alignment, Align(8)), Name);
}

AllocaInst *Writer::zeroed(uint64_t Bytes, Align Alignment, const Twine &Name) {
  AllocaInst *Memory = memory(Bytes, Alignment, Name);
  B.CreateMemSet(Memory, B.getInt8(0), Bytes, Memory->getAlign());
  return Memory;
}

AllocaInst *Writer::copied(Value *From, uint64_t Bytes, Align Alignment, const Twine &Name) {
  AllocaInst *Memory = memory(Bytes, Alignment, Name);
  B.CreateMemCpy(Memory, Memory->getAlign(), From, Alignment, Bytes);
  return Memory;
}

/// The shadow or tangent of one lane, as given.
Value *Writer::laneOf(const MarkedParam &From, unsigned Lane) {
  if (!From.Stride)
    return From.Shadows[Lane];
  if (Lane == 0)
    return From.Shadows[0];
  Value *Stride = B.CreateSExtOrTrunc(From.Stride, B.getInt64Ty());
  return B.CreateGEP(B.getInt8Ty(), From.Shadows[0], B.CreateMul(Stride, B.getInt64(Lane)));
}

/// Prepares the operands of one parameter of the primal.
void Writer::supply(unsigned Param) {
  const MarkedParam &From = M.Params[Param];
  Supplied &To = Given.emplace_back();
  switch (From.What) {
  case MarkedParam::Result:
    supplyResult(To);
    return;
  case MarkedParam::ByValue:
    supplyByValue(Param, To);
    return;
  case MarkedParam::Plain:
    Type *T = M.Primal->getArg(Param)->getType();
    To.Primal = convert(B, From.Primal, T);
    if (!From.Shadows.empty())
      for (unsigned Lane = 0; Lane < M.Lanes; ++Lane)
        To.Shadows.push_back(convert(B, laneOf(From, Lane), T));
    return;
  }
}

/// The callee may write to the memory of its argument, and shall not reach the caller's.
void Writer::supplyByValue(unsigned Param, Supplied &To) {
  const MarkedParam &From = M.Params[Param];
  const Argument &Arg = *M.Primal->getArg(Param);
  uint64_t Bytes = bytesBehind(M, R, Param);
  Align Alignment = Arg.getParamAlign().valueOrOne();
  To.Primal = copied(From.Primal, Bytes, Alignment, Arg.getName() + ".copy");
  if (From.Part == Role::Constant)
    return;
  for (unsigned Lane = 0; Lane < M.Lanes; ++Lane)
    To.Shadows.push_back(From.ReturnsAdjoint ? zeroed(Bytes, Alignment, Arg.getName() + ".shadow")
                                             : copied(laneOf(From, Lane), Bytes, Alignment, Arg.getName() + ".shadow"));
}

void Writer::supplyResult(Supplied &To) {
  uint64_t Bytes = DL.getTypeAllocSize(M.Primal->getParamStructRetType(M.ResultParam));
  Align Alignment = M.Primal->getParamAlign(M.ResultParam).valueOrOne();
  To.Primal = memory(Bytes, Alignment, "result");
  for (unsigned Lane = 0; Lane < M.Lanes; ++Lane) {
    AllocaInst *Shadow = zeroed(Bytes, Alignment, "result.shadow");
    To.Shadows.push_back(Shadow);
    if (M.Forward || !R.Seeded)
      continue;
    if (!M.Seeds.empty()) {
      B.CreateMemCpy(Shadow, Shadow->getAlign(), M.Seeds[Lane], Align(1), Bytes);
      continue;
    }
    for (const Leaf &L : floatsOfResultMemory(M, R))
      B.CreateAlignedStore(ConstantFP::get(L.Ty, 1.0), at(Shadow, L.Offset),
                           commonAlignment(Shadow->getAlign(), L.Offset));
  }
}

/// The block between the halves: the caller's, or one from the heap.
void Writer::supplyTape() {
  Tape = M.Tape;
  if (M.Part != MarkedPart::Augment)
    return;
  if (M.Tape)
    checkAllocated();
  else
    Tape = emitAllocateBlock(B, TapeBytes);
}

/// Ends the program when the caller's memory is too small; a constant size was checked before.
void Writer::checkAllocated() {
  if (isa<ConstantInt>(M.Allocated))
    return;
  Value *Given = B.CreateZExtOrTrunc(M.Allocated, B.getInt64Ty());
  Value *TooSmall = B.CreateICmpULT(Given, B.getInt64(TapeBytes));
  Instruction *Then = SplitBlockAndInsertIfThen(TooSmall, B.GetInsertPoint(), /*Unreachable=*/true);
  IRBuilder<> Inside(Then);
  emitRuntimeError(Inside, "the memory for the tape of '" + M.Primal->getName() + "' is too small: it needs " +
                               Twine(TapeBytes) + " bytes, see __enzyme_augmentsize");
  B.SetInsertPoint(M.Call);
}

void Writer::finishTape() {
  if (M.Part == MarkedPart::Augment && !M.Tape)
    emitOwnBlock(B, Tape);
  if (M.Part == MarkedPart::Adjoint && !M.KeepsTape)
    emitFreeBlock(B, Tape);
}

/// One in each float of \p T, zero elsewhere.
static Constant *onesOf(Type *T) {
  if (T->isFPOrFPVectorTy())
    return ConstantFP::get(T, 1.0);
  if (auto *Struct = dyn_cast<StructType>(T))
    return ConstantStruct::get(Struct, map_to_vector(Struct->elements(), onesOf));
  if (auto *Array = dyn_cast<ArrayType>(T))
    return ConstantArray::get(Array, SmallVector<Constant *>(Array->getNumElements(), onesOf(Array->getElementType())));
  return Constant::getNullValue(T);
}

/// The adjoint of the primal's result that the reverse sweep begins with.
Value *Writer::seed(unsigned Lane) {
  if (M.Seeds.empty())
    return defaultSeed();
  Type *T = M.Primal->getReturnType();
  Value *Given = M.Seeds[Lane];
  return Given->getType()->isPointerTy() ? loadWithoutTail(B, T, Given, Align(1)) : convert(B, Given, T);
}

Value *Writer::defaultSeed() {
  Type *T = M.Primal->getReturnType();
  if (holdsFloat(T))
    return onesOf(T);
  // Floats that travel as an integer: the call's type says where they are.
  const ReturnedField &Result = *R.find(ReturnedField::Result);
  AllocaInst *Memory = zeroed(DL.getTypeAllocSize(T), DL.getPrefTypeAlign(T), "seed");
  for (const Leaf &L : scalarsIn(M.returned(), DL))
    if (L.Ty->isFloatingPointTy() && Result.Offset <= L.Offset && L.Offset < Result.Offset + Result.Size)
      B.CreateAlignedStore(ConstantFP::get(L.Ty, 1.0), at(Memory, L.Offset - Result.Offset),
                           commonAlignment(Memory->getAlign(), L.Offset - Result.Offset));
  return B.CreateAlignedLoad(T, Memory, Memory->getAlign());
}

SmallVector<Value *, 16> Writer::arguments() {
  SmallVector<Value *, 16> Arguments;
  for (const SignatureEntry &E : S.params()) {
    switch (E.What) {
    case SignatureEntry::Primal:
      Arguments.push_back(Given[E.Index].Primal);
      break;
    case SignatureEntry::Tangent:
    case SignatureEntry::Shadow:
      Arguments.push_back(Given[E.Index].Shadows[E.Lane]);
      break;
    case SignatureEntry::Seed:
      Arguments.push_back(seed(E.Lane));
      break;
    case SignatureEntry::Tape:
      Arguments.push_back(Tape);
      break;
    case SignatureEntry::Released: // the block has its own
      Arguments.push_back(ConstantPointerNull::get(B.getPtrTy()));
      break;
    case SignatureEntry::Adjoint:
      llvm_unreachable("a derivative takes no adjoints");
    }
  }
  return Arguments;
}

/// Where the field is, when it is in memory.
Value *Writer::memoryOf(const ReturnedField &F) {
  switch (F.What) {
  case ReturnedField::Result:
    return Given[M.ResultParam].Primal;
  case ReturnedField::Tangent:
    return Given[M.ResultParam].Shadows[F.Lane];
  case ReturnedField::Adjoint:
    return Given[F.Param].Shadows[F.Lane];
  case ReturnedField::Tape:
    llvm_unreachable("the tape is a pointer, which is a value");
  }
  llvm_unreachable("every field is found above");
}

Value *Writer::valueOf(const ReturnedField &F) {
  if (F.What == ReturnedField::Tape)
    return Tape;
  SignatureEntry::Kind What = F.What == ReturnedField::Result    ? SignatureEntry::Primal
                              : F.What == ReturnedField::Adjoint ? SignatureEntry::Adjoint
                              : M.Forward                        ? SignatureEntry::Tangent
                                                                 : SignatureEntry::Shadow;
  int Position = S.result(What, F.Param, F.Lane);
  // What cannot hold a float was not asked for: its derivative is zero.
  Value *V = Position < 0 ? Constant::getNullValue(F.Ty) : extractResult(B, Answer, S, Position);
  for (unsigned Tag : tagsOf(M, F)) {
    Value *Primal = extractResult(B, Answer, S, S.result(SignatureEntry::Primal, -1));
    V = B.CreateInsertValue(V, B.CreateExtractValue(Primal, Tag), Tag);
  }
  return V;
}

void Writer::storeFields(Value *Memory, Align Alignment) {
  for (const ReturnedField &F : R.Fields) {
    Value *Where = at(Memory, F.Offset);
    Align There = commonAlignment(Alignment, F.Offset);
    if (F.Ty)
      storeWithoutTail(B, valueOf(F), Where, There);
    else
      B.CreateMemCpy(Where, There, memoryOf(F), F.Alignment, F.Size);
  }
}

/// Without memory, when each field is one element of a struct; else null.
Value *Writer::gatherElements(StructType *Into) {
  const StructLayout *Layout = DL.getStructLayout(Into);
  if (Into->getNumElements() != R.Fields.size())
    return nullptr;
  for (auto [I, F] : enumerate(R.Fields))
    if (F.Ty != Into->getElementType(I) || F.Offset != Layout->getElementOffset(I))
      return nullptr;
  Value *All = PoisonValue::get(Into);
  for (auto [I, F] : enumerate(R.Fields))
    All = B.CreateInsertValue(All, valueOf(F), unsigned(I));
  return All;
}

/// All fields as one value of the type that the call returns.
Value *Writer::gather() {
  Type *Into = M.returned();
  if (R.Fields.size() == 1 && R.Fields[0].Ty == Into)
    return valueOf(R.Fields[0]);
  if (auto *Struct = dyn_cast<StructType>(Into))
    if (Value *All = gatherElements(Struct))
      return All;
  Align Alignment = DL.getPrefTypeAlign(Into);
  AllocaInst *Memory = zeroed(DL.getTypeAllocSize(Into), Alignment, "returned");
  storeFields(Memory, Memory->getAlign());
  return B.CreateAlignedLoad(Into, Memory, Memory->getAlign());
}

/// An exception leaves the derivative to where it would have left the request.
static void unwindTo(InvokeInst &Asking, CallInst *Answer) {
  BasicBlock *Pad = Asking.getUnwindDest();
  BasicBlock *Before = Asking.getParent();
  changeToInvokeAndSplitBasicBlock(Answer, Pad);
  BasicBlock *After = Asking.getParent();
  for (PHINode &Phi : Pad->phis())
    Phi.addIncoming(Phi.getIncomingValueForBlock(After), Before);
}

void Writer::replace(Value *All) {
  CallBase &Call = *M.Call;
  if (!Call.getType()->isVoidTy() && !Call.use_empty())
    Call.replaceAllUsesWith(All ? All : Constant::getNullValue(Call.getType()));
  auto *Invoke = dyn_cast<InvokeInst>(&Call);
  if (!Invoke) {
    Call.eraseFromParent();
    return;
  }
  if (!Derivative.doesNotThrow())
    unwindTo(*Invoke, Answer);
  changeToCall(Invoke)->eraseFromParent();
}

void answer(const MarkedCall &M, const Returned &R, const Request &Asked, Function &Derivative) {
  assert(Derivative.getFunctionType() == Signature::of(Asked).type(Derivative.getContext()) &&
         "the engine answers with the type that the signature promises");
  Writer(M, R, Signature::of(Asked), Derivative).write();
}

static void answerSize(CallBase &Call, uint64_t Bytes) {
  Call.replaceAllUsesWith(ConstantInt::get(Call.getType(), Bytes));
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    changeToCall(Invoke)->eraseFromParent();
  else
    Call.eraseFromParent();
}

void answerHalf(const MarkedCall &M, const Returned &R, const Request &Asked, const Engine::Halves &Halves) {
  switch (M.Part) {
  case MarkedPart::TapeSize:
    return answerSize(*M.Call, Halves.Bytes);
  case MarkedPart::Augment:
    return Writer(M, R, Signature::of(Asked), *Halves.Augmented, Halves.Bytes).write();
  case MarkedPart::Adjoint:
    return Writer(M, R, Signature::ofAdjoint(Asked), *Halves.Adjoint, Halves.Bytes).write();
  case MarkedPart::Whole:
    llvm_unreachable("only halves are answered here");
  }
}

void answerWithTrap(CallBase &Call) {
  IRBuilder<> B(&Call);
  B.CreateIntrinsic(Intrinsic::trap, {});
  if (!Call.getType()->isVoidTy())
    Call.replaceAllUsesWith(PoisonValue::get(Call.getType()));
  if (auto *Invoke = dyn_cast<InvokeInst>(&Call))
    changeToCall(Invoke)->eraseFromParent();
  else
    Call.eraseFromParent();
}

} // namespace fluxion
