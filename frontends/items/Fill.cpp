//===- Fill.cpp - Write the body of a target ------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   define { double, double } @d(ptr %x, i64 %n, ptr %dx, i64 %dn, double %y, double %seed) {
//     if (%dn < %n) complain and abort                        Checks.cpp
//     %r = call { double, double } @fluxion.item(...)         stands for the request meanwhile
//     ret { double, double } %r
//   }
//
// The stand-in call is then answered as a marker call would be (markers/Answer.h): values
// that an ABI gave another type, values in memory and the result's layout are its business.
//===----------------------------------------------------------------------===//
#include "Fill.h"
#include "Abi.h"
#include "Body.h"
#include "Checks.h"
#include "markers/Answer.h"
#include "markers/Convert.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {
namespace {

class Filler {
public:
  Filler(const ItemMatch &M, const ItemOptions &Options, Engine &E, Diagnostics &Diags, ItemError &Why)
      : M(M), Options(Options), E(E), Diags(Diags), Why(Why), DL(M.Source->getDataLayout()), B(M.Target->getContext()) {
  }

  Function *fill();

private:
  std::nullptr_t fail(ItemError::Kind What, const Twine &Message) {
    Why.What = What;
    Why.Message = Message.str();
    Why.Argument = -1;
    return nullptr;
  }

  void begin();
  MarkedCall describeCall();
  MarkedParam describeParam(unsigned Param);
  void addWideShadows(const MatchedParam &From, MarkedParam &To, Type *T);
  Value *stride(const MatchedParam &From);
  Value *seed(ArrayRef<unsigned> Pieces);
  void standIn(MarkedCall &Call);
  Type *destinationType(const MarkedCall &Call);
  Function *answerCall(const MarkedCall &Call);
  SmallVector<ReturnedField, 4> fields(const MarkedCall &Call, bool Result);
  std::optional<Returned> layOut(const MarkedCall &Call);
  std::nullptr_t misfitTarget(Type *Returns, ArrayRef<ReturnedField> Wanted, const MarkedCall &Call);
  bool verify();
  Argument *given(unsigned TargetParam) { return M.Target->getArg(TargetParam); }

  const ItemMatch &M;
  const ItemOptions &Options;
  Engine &E;
  Diagnostics &Diags;
  ItemError &Why;
  const DataLayout &DL;
  IRBuilder<> B;
  Function *StandIn = nullptr;
};

} // namespace

Function *Filler::fill() {
  if (any_of(*M.Target, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return fail(ItemError::BadTarget, "the address of a block of the target '" + M.Target->getName() +
                                          "' is taken, so its body cannot be replaced");
  BodyAside Old(*M.Target);
  begin();
  writeChecks(B, M, Options);
  MarkedCall Call = describeCall();
  standIn(Call);
  Function *Derivative = answerCall(Call);
  if (!Derivative) {
    Call.Call->replaceAllUsesWith(PoisonValue::get(Call.Call->getType()));
    Call.Call->eraseFromParent();
  }
  StandIn->eraseFromParent();
  if (!Derivative || !verify())
    return nullptr;
  Old.drop();
  forgetPlaceholder(*M.Target, *M.Source);
  return Derivative;
}

void Filler::begin() {
  B.SetInsertPoint(BasicBlock::Create(B.getContext(), "entry", M.Target));
  if (DISubprogram *Scope = M.Target->getSubprogram())
    B.SetCurrentDebugLocation(DILocation::get(B.getContext(), Scope->getLine(), 0, Scope));
}

//===----------------------------------------------------------------------===//
// What is asked for
//===----------------------------------------------------------------------===//

MarkedCall Filler::describeCall() {
  MarkedCall Call;
  Call.Primal = M.Source;
  Call.Forward = M.isForward();
  Call.Lanes = M.Item->Width;
  Call.ResultParam = M.ResultParam;
  for (unsigned I = 0; I < M.Params.size(); ++I)
    Call.Params.push_back(describeParam(I));
  for (ArrayRef<unsigned> Pieces : M.Seeds)
    Call.Seeds.push_back(seed(Pieces));
  return Call;
}

MarkedParam Filler::describeParam(unsigned Param) {
  const MatchedParam &From = M.Params[Param];
  MarkedParam To;
  if (From.Input < 0) {
    To.What = MarkedParam::Result;
    return To;
  }
  To.What = From.ByValue ? MarkedParam::ByValue : MarkedParam::Plain;
  To.Part = From.Part;
  To.Primal = given(From.Value);
  To.Bytes = From.ByValue ? From.Bytes : 0;
  To.ReturnsAdjoint = From.ReturnsAdjoint;
  if (From.Part == Role::Constant)
    return To;
  Type *T = M.Source->getArg(Param)->getType();
  if (From.Wide && !T->isPointerTy()) {
    addWideShadows(From, To, T);
    return To;
  }
  for (unsigned Shadow : From.Shadows)
    To.Shadows.push_back(given(Shadow));
  if (From.Wide)
    To.Stride = stride(From);
  return To;
}

/// The tangents of a value, which come together in one parameter.
void Filler::addWideShadows(const MatchedParam &From, MarkedParam &To, Type *T) {
  Value *All = given(From.Shadows.front());
  uint64_t Bytes = From.Bytes ? From.Bytes : DL.getTypeAllocSize(T).getFixedValue();
  for (unsigned Lane = 0; Lane < M.Item->Width; ++Lane) {
    if (All->getType()->isPointerTy())
      To.Shadows.push_back(loadWithoutTail(B, T, B.CreateConstGEP1_64(B.getInt8Ty(), All, Lane * Bytes), Align(1)));
    else if (All->getType()->isVectorTy())
      To.Shadows.push_back(B.CreateExtractElement(All, Lane));
    else
      To.Shadows.push_back(B.CreateExtractValue(All, Lane));
  }
}

/// Bytes from one lane's shadow to the next.
Value *Filler::stride(const MatchedParam &From) {
  Value *Bytes = B.getInt64(From.Bytes);
  if (!From.Slice)
    return Bytes;
  return B.CreateMul(B.CreateZExtOrTrunc(given(From.Value + 1), B.getInt64Ty()), Bytes);
}

/// A value of the result's type, or a pointer to memory of its layout.
Value *Filler::seed(ArrayRef<unsigned> Pieces) {
  Type *T = resultType(M);
  Value *First = given(Pieces.front());
  bool IsValue = Pieces.size() == 1 && M.ResultParam < 0;
  if (First->getType()->isPointerTy() || IsValue)
    return First;
  Type *Memory =
      Pieces.size() == 1 && DL.getTypeAllocSize(First->getType()) > DL.getTypeAllocSize(T) ? First->getType() : T;
  AllocaInst *Seed = stackMemory(B, Memory, DL.getPrefTypeAlign(Memory), "seed");
  if (Pieces.size() == 1) {
    B.CreateAlignedStore(First, Seed, Seed->getAlign());
    return Seed;
  }
  for (auto [Piece, Scalar] : zip_equal(Pieces, scalarsIn(T, DL)))
    B.CreateAlignedStore(given(Piece), B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Seed, Scalar.Offset),
                         commonAlignment(Seed->getAlign(), Scalar.Offset));
  return Seed;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// The memory that the target's result goes to; as large as the result when nobody says.
Type *Filler::destinationType(const MarkedCall &Call) {
  if (Type *Given = M.Target->getParamStructRetType(0))
    return Given;
  uint64_t Bytes = 0;
  for (auto [I, F] : enumerate(fields(Call, M.ReturnsResult))) {
    bool Placed = I < M.Item->ResultOffsets.size();
    uint64_t Begin = Placed ? M.Item->ResultOffsets[I] : alignTo(Bytes, F.Alignment);
    Bytes = std::max(Bytes, Begin + (F.Ty ? sizeWithoutTail(F.Ty, DL) : F.Size));
  }
  return ArrayType::get(B.getInt8Ty(), Bytes);
}

/// Writes the call that stands for the request, and what follows it.
void Filler::standIn(MarkedCall &Call) {
  Function &Target = *M.Target;
  StandIn =
      Function::Create(Target.getFunctionType(), GlobalValue::ExternalLinkage, "fluxion.item", Target.getParent());
  SmallVector<Value *, 8> Args;
  for (Argument &A : Target.args())
    Args.push_back(&A);
  Call.Call = B.CreateCall(StandIn, Args);
  if (M.Destination) {
    Call.Call->addParamAttr(0, Attribute::getWithStructRetType(B.getContext(), destinationType(Call)));
    if (MaybeAlign A = Target.getParamAlign(0))
      Call.Call->addParamAttr(0, Attribute::getWithAlignment(B.getContext(), *A));
  }
  if (Target.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(Call.Call);
}

std::nullptr_t Filler::misfitTarget(Type *Returns, ArrayRef<ReturnedField> Wanted, const MarkedCall &Call) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "the target '" << M.Target->getName() << "' returns " << describe(Returns) << ", but the activities call for ";
  if (Wanted.empty())
    OS << "nothing";
  interleave(Wanted, OS, [&](const ReturnedField &F) { OS << describe(F, Call); }, ", ");
  return fail(ItemError::BadTarget, Text);
}

/// What the target returns, in order. An argument in several parts is one: all parts of a lane
/// come together.
SmallVector<ReturnedField, 4> Filler::fields(const MarkedCall &Call, bool Result) {
  auto Fields = returnedFields(Call, Result, M.ReturnsTangents);
  auto Order = [&](const ReturnedField &F) {
    return std::tuple(F.What, F.Param < 0 ? -1 : M.Params[F.Param].Input, F.Lane, F.Param);
  };
  sort(Fields, [&](const ReturnedField &L, const ReturnedField &R) { return Order(L) < Order(R); });
  return Fields;
}

/// Where in the target's result everything lies.
std::optional<Returned> Filler::layOut(const MarkedCall &Call) {
  Returned R;
  R.Result = M.ResultParam < 0 ? M.Result : Role::Constant;
  R.Seeded = M.Seeded;
  Type *Into = Call.returned();
  bool Empty = Into->isVoidTy() || DL.getTypeAllocSize(Into).isZero();
  auto Place = [&](bool Result) {
    R.Fields = fields(Call, Result);
    if (R.Fields.empty())
      return Empty;
    return !Into->isVoidTy() && placeFields(Call, R.Fields, M.Item->ResultOffsets);
  };
  if (Place(M.ReturnsResult) || (M.ResultIsOptional && Place(false)))
    return R;
  misfitTarget(Into, fields(Call, M.ReturnsResult), Call);
  return std::nullopt;
}

Function *Filler::answerCall(const MarkedCall &Call) {
  auto EngineFailed = [&] {
    return fail(ItemError::NotDifferentiable,
                "'" + M.Source->getName() + "' could not be differentiated for '" + M.Target->getName() + "'");
  };
  std::optional<Returned> Result = layOut(Call);
  if (!Result)
    return nullptr;
  Diagnostics::Trail Trail(Diags, ("asked for by '" + M.Target->getName() + "'").str());
  if (!checkAnswerable(Call, *Result, Diags))
    return EngineFailed();
  Request Asked = requestOf(Call, *Result);
  Asked.MemoryIsAsked = true; // Checks.h
  if (Error Wrong = checkRequest(Asked))
    return fail(ItemError::BadActivity, toString(std::move(Wrong)));
  Function *Derivative = E.differentiate(Asked);
  if (!Derivative)
    return EngineFailed();
  answer(Call, *Result, Asked, *Derivative);
  return Derivative;
}

//===----------------------------------------------------------------------===//
// Afterwards
//===----------------------------------------------------------------------===//

bool Filler::verify() {
  std::string Broken;
  raw_string_ostream OS(Broken);
  if (!verifyFunction(*M.Target, &OS))
    return true;
  Why.Details.push_back(Broken);
  fail(ItemError::VerifierRejected, "the new body of '" + M.Target->getName() + "' is not valid IR");
  return false;
}

Function *fillTarget(const ItemMatch &M, const ItemOptions &Options, Engine &E, Diagnostics &Diags, ItemError &Why) {
  return Filler(M, Options, E, Diags, Why).fill();
}

} // namespace fluxion
