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

/// The body of a function, put aside until it is clear that the new one is good.
class BodyAside {
public:
  explicit BodyAside(Function &F) : F(F) {
    Keeper = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, F.getAddressSpace(),
                              "fluxion.item.aside", F.getParent());
    move(F, *Keeper);
  }
  ~BodyAside() {
    if (!Dropped) {
      for (BasicBlock &BB : F)
        BB.dropAllReferences();
      while (!F.empty())
        F.back().eraseFromParent();
      move(*Keeper, F);
    }
    Keeper->dropAllReferences();
    Keeper->eraseFromParent();
  }
  BodyAside(const BodyAside &) = delete;
  BodyAside &operator=(const BodyAside &) = delete;

  void drop() { Dropped = true; }

private:
  static void move(Function &From, Function &To) {
    To.splice(To.end(), &From);
    for (auto [A, B] : zip_equal(From.args(), To.args()))
      A.replaceAllUsesWith(&B);
  }

  Function &F;
  Function *Keeper;
  bool Dropped = false;
};

class Filler {
public:
  Filler(const ItemMatch &M, const ItemOptions &Options, Engine &E, Diagnostics &Diags, ItemError &Why)
      : M(M), Options(Options), E(E), Diags(Diags), Why(Why), DL(M.Source->getDataLayout()),
        B(M.Target->getContext()) {}

  bool fill();

private:
  bool fail(ItemError::Kind What, const Twine &Message) {
    Why.What = What;
    Why.Message = Message.str();
    Why.Argument = -1;
    return false;
  }

  void begin();
  MarkedCall describeCall();
  MarkedParam describeParam(unsigned Param);
  void addWideShadows(const MatchedParam &From, MarkedParam &To, Type *T);
  Value *stride(const MatchedParam &From);
  Value *seed(ArrayRef<unsigned> Pieces);
  void standIn(MarkedCall &Call);
  bool answerCall(const MarkedCall &Call);
  std::optional<Returned> layOut(const MarkedCall &Call);
  bool verify();
  void forgetPlaceholder();
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

bool Filler::fill() {
  if (any_of(*M.Target, [](const BasicBlock &BB) { return BB.hasAddressTaken(); }))
    return fail(ItemError::BadTarget, "the address of a block of the target '" + M.Target->getName() +
                                          "' is taken, so its body cannot be replaced");
  BodyAside Old(*M.Target);
  begin();
  MarkedCall Call = describeCall();
  writeChecks(B, M, Options);
  standIn(Call);
  bool Answered = answerCall(Call);
  if (!Answered && Call.Call) {
    Call.Call->replaceAllUsesWith(PoisonValue::get(Call.Call->getType()));
    Call.Call->eraseFromParent();
  }
  StandIn->eraseFromParent();
  if (!Answered || !verify())
    return false;
  Old.drop();
  forgetPlaceholder();
  return true;
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
  for (unsigned Lane = 0; Lane < M.Item->Width; ++Lane) {
    if (All->getType()->isPointerTy())
      To.Shadows.push_back(B.CreateAlignedLoad(T, B.CreateConstGEP1_64(T, All, Lane), Align(1)));
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
  Type *Memory = Pieces.size() == 1 && DL.getTypeAllocSize(First->getType()) > DL.getTypeAllocSize(T) ? First->getType() : T;
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

/// Writes the call that stands for the request, and what follows it.
void Filler::standIn(MarkedCall &Call) {
  Function &Target = *M.Target;
  StandIn = Function::Create(Target.getFunctionType(), GlobalValue::ExternalLinkage, "fluxion.item", Target.getParent());
  SmallVector<Value *, 8> Args;
  for (Argument &A : Target.args())
    Args.push_back(&A);
  CallInst *C = B.CreateCall(StandIn, Args);
  if (M.Destination) {
    Type *Into = Target.getParamStructRetType(0);
    if (!Into) { // nobody says how large it is: as large as what is returned
      uint64_t Bytes = 0;
      Call.Call = C;
      for (const ReturnedField &F : returnedFields(Call, M.ReturnsResult, M.ReturnsTangents))
        Bytes = alignTo(Bytes, F.Ty ? DL.getABITypeAlign(F.Ty) : F.Alignment) +
                (F.Ty ? DL.getTypeStoreSize(F.Ty).getFixedValue() : F.Size);
      for (uint64_t Offset : M.Item->ResultOffsets)
        Bytes += Offset;
      Into = ArrayType::get(B.getInt8Ty(), Bytes);
    }
    C->addParamAttr(0, Attribute::getWithStructRetType(B.getContext(), Into));
    if (MaybeAlign A = Target.getParamAlign(0))
      C->addParamAttr(0, Attribute::getWithAlignment(B.getContext(), *A));
  }
  Call.Call = C;
  if (Target.getReturnType()->isVoidTy())
    B.CreateRetVoid();
  else
    B.CreateRet(C);
}

/// Where in the target's result everything lies.
std::optional<Returned> Filler::layOut(const MarkedCall &Call) {
  Returned R;
  R.Result = M.ResultParam < 0 ? M.Result : Role::Constant;
  R.Seeded = M.Seeded;
  R.Fields = returnedFields(Call, M.ReturnsResult, M.ReturnsTangents);
  Type *Into = Call.returned();
  bool Empty = Into->isVoidTy() || DL.getTypeAllocSize(Into).isZero();
  auto Place = [&] {
    return R.Fields.empty() ? Empty : !Into->isVoidTy() && placeFields(Call, R.Fields, M.Item->ResultOffsets);
  };
  if (Place())
    return R;
  auto Wanted = R.Fields;
  R.Fields = returnedFields(Call, /*Result=*/false, M.ReturnsTangents);
  if (M.ResultIsOptional && Place())
    return R;
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "the target '" << M.Target->getName() << "' returns ";
  Into->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  OS << ", but the activities call for ";
  if (Wanted.empty())
    OS << "nothing";
  interleave(Wanted, OS, [&](const ReturnedField &F) { OS << describe(F, Call); }, ", ");
  fail(ItemError::BadTarget, Text);
  return std::nullopt;
}

/// A convention of the target that any function can have.
static bool isPlainConvention(CallingConv::ID CC) {
  return CC == CallingConv::Fast || CC == CallingConv::Cold || CC == CallingConv::PreserveMost ||
         CC == CallingConv::PreserveAll;
}

bool Filler::answerCall(const MarkedCall &Call) {
  auto EngineFailed = [&] {
    return fail(ItemError::NotDifferentiable, "'" + M.Source->getName() + "' could not be differentiated for '" +
                                                  M.Target->getName() + "'");
  };
  std::optional<Returned> Result = layOut(Call);
  if (!Result)
    return false;
  Diagnostics::Trail Trail(Diags, ("asked for by '" + M.Target->getName() + "'").str());
  if (!checkAnswerable(Call, *Result, Diags))
    return EngineFailed();
  Request Asked = requestOf(Call, *Result);
  if (Error Wrong = checkRequest(Asked))
    return fail(ItemError::BadActivity, toString(std::move(Wrong)));
  Function *Derivative = E.differentiate(Asked);
  if (!Derivative)
    return EngineFailed();
  if (Derivative->use_empty() && isPlainConvention(M.Target->getCallingConv()))
    Derivative->setCallingConv(M.Target->getCallingConv());
  answer(Call, *Result, Asked, *Derivative);
  return true;
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
  return fail(ItemError::VerifierRejected, "the new body of '" + M.Target->getName() + "' is not valid IR");
}

/// What somebody found out about the placeholder is not true of the derivative.
void Filler::forgetPlaceholder() {
  Function &F = *M.Target;
  F.setPersonalityFn(nullptr);
  for (Attribute::AttrKind Kind :
       {Attribute::Memory, Attribute::NoReturn, Attribute::WillReturn, Attribute::NoFree, Attribute::NoSync,
        Attribute::NoRecurse, Attribute::NoCallback, Attribute::Speculatable, Attribute::MustProgress, Attribute::Cold})
    F.removeFnAttr(Kind);
  if (!M.Source->doesNotThrow())
    F.removeFnAttr(Attribute::NoUnwind);
  for (Attribute::AttrKind Kind : {Attribute::Range, Attribute::NonNull, Attribute::NoAlias, Attribute::Alignment,
                                   Attribute::Dereferenceable, Attribute::DereferenceableOrNull, Attribute::NoFPClass})
    F.removeRetAttr(Kind);
  for (Argument &A : F.args())
    for (Attribute::AttrKind Kind : {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::Captures,
                                     Attribute::NoFree, Attribute::Returned, Attribute::Initializes})
      A.removeAttr(Kind);
}

bool fillTarget(const ItemMatch &M, const ItemOptions &Options, Engine &E, Diagnostics &Diags, ItemError &Why) {
  return Filler(M, Options, E, Diags, Why).fill();
}

} // namespace fluxion
