//===- MarkedCall.cpp - A marker call, read -------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks the operands once from left to right, next to the primal's parameters:
//
//   call double @__enzyme_fwddiff(ptr @f, i32 @enzyme_width, i32 2,
//                                 i32 @enzyme_dup, ptr %x, ptr %dx0, ptr %dx1,     parameter 0
//                                 i32 @enzyme_const, i64 %n,                       parameter 1
//                                 double %y, double %dy0, double %dy1)             parameter 2, by its type
//
// One C argument can be several operands: clang passes a small struct in pieces. It
// says `noundef` of a scalar and never of a piece, which is how pieces are told
// from arguments of their own:  enzyme_dup, a.0, a.1, da.0, da.1.
//===----------------------------------------------------------------------===//
#include "MarkedCall.h"
#include "Convert.h"
#include "Rules/Library/RuleLibrary.h"
#include "Rules/Registered.h"
#include "Support/Diagnostics.h"
#include "Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fluxion {

static bool hasDestination(const CallBase &Call) {
  return Call.arg_size() > 0 && Call.paramHasAttr(0, Attribute::StructRet);
}

Type *MarkedCall::returned() const { return hasDestination(*Call) ? Call->getParamStructRetType(0) : Call->getType(); }

Value *MarkedCall::destination() const { return hasDestination(*Call) ? Call->getArgOperand(0) : nullptr; }

static std::string describe(const Type *T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T->print(OS, /*IsForDebug=*/false, /*NoDetails=*/true);
  return Text;
}

Function *primalOf(CallBase &Call) {
  unsigned First = hasDestination(Call) ? 1 : 0;
  return Call.arg_size() > First ? traceFunction(Call.getArgOperand(First)) : nullptr;
}

/// Likewise, with a body; null after a diagnostic.
static Function *readPrimal(CallBase &Call, Diagnostics &Diags) {
  unsigned First = hasDestination(Call) ? 1 : 0;
  if (Call.arg_size() <= First) {
    Diags.error(Diag::BadRequest, Call, "the request names no function to differentiate");
    return nullptr;
  }
  if (Function *F = primalOf(Call)) {
    if (!F->isDeclaration() || isRegistered(*F) || libraryRule(*F))
      return F;
    Diags.error(Diag::PrimalWithoutBody, Call, "'" + F->getName() + "', which shall be differentiated, has no body");
    return nullptr;
  }
  if (isa<Argument>(traceVariable(Call.getArgOperand(First))))
    Diags.error(Diag::UnknownPrimal, Call,
                "the function to differentiate is an argument of '" + Call.getFunction()->getName() +
                    "', which is only known once that is inlined (-O1 and up, or always_inline)");
  else
    Diags.error(Diag::UnknownPrimal, Call, "the function to differentiate is not known here");
  return nullptr;
}

static MarkedPart partOf(RequestKind Kind) {
  switch (Kind) {
  case RequestKind::Forward:
  case RequestKind::Reverse:
    return MarkedPart::Whole;
  case RequestKind::Augment:
    return MarkedPart::Augment;
  case RequestKind::Adjoint:
    return MarkedPart::Adjoint;
  case RequestKind::TapeSize:
    return MarkedPart::TapeSize;
  case RequestKind::NotYet:
    break;
  }
  llvm_unreachable("such requests are not read");
}

namespace {

class Reader {
public:
  Reader(CallBase &Call, RequestKind Kind, Diagnostics &Diags)
      : Call(Call), Diags(Diags), DL(Call.getDataLayout()), Variadic(Call.getFunctionType()->isVarArg()) {
    Read.Call = &Call;
    Read.Forward = Kind == RequestKind::Forward;
    Read.Part = partOf(Kind);
    Next = hasDestination(Call) ? 1 : 0;
    FromClang = Next < Call.arg_size() && Call.paramHasAttr(Next, Attribute::NoUndef);
  }

  std::optional<MarkedCall> read() {
    Read.Primal = readPrimal(Call, Diags);
    if (!Read.Primal || !checkPrimal() || !readSettings() || !readSeeds() || !readArguments() || !checkTape())
      return std::nullopt;
    return std::move(Read);
  }

private:
  bool fail(const Twine &What) {
    Diags.error(Diag::BadRequest, Call, What);
    return false;
  }
  bool notYet(const Twine &What) {
    Diags.error(Diag::UnsupportedRequest, Call, What);
    return false;
  }

  bool checkPrimal();
  bool readSettings();
  bool readTape(unsigned At, const Marker &M);
  bool checkTape();
  bool readTrailing();
  bool readActivity(std::optional<Marker> M);
  bool readSeeds();
  bool readArguments();
  bool readArgument(std::optional<Marker> M);
  unsigned piecesOfArgument(bool WithShadows) const;
  bool arePiecesOf(unsigned First, unsigned Copies, unsigned Pieces) const;
  bool decideRole(std::optional<Marker> M, Argument &Param, MarkedParam &To);
  bool decideForward(MarkerKind Kind, Argument &Param, MarkedParam &To);
  bool decideReverse(MarkerKind Kind, Argument &Param, MarkedParam &To);
  MarkerKind defaultKind(const Argument &Param) const;
  bool readStride(MarkedParam &To);
  Value *take(Argument &Param, const Twine &What);
  std::string naming(const Argument &Param) const;

  bool atEnd() const { return Next >= Call.arg_size(); }
  Value *operand(unsigned I) const { return Call.getArgOperand(I); }
  /// Is operand \p I a piece of a struct? Only clang lets us tell.
  bool isPiece(unsigned I) const {
    return FromClang && I < Call.arg_size() && !Call.paramHasAttr(I, Attribute::NoUndef) && !traceMarker(operand(I)) &&
           !operand(I)->getType()->isMetadataTy();
  }

  CallBase &Call;
  Diagnostics &Diags;
  const DataLayout &DL;
  const bool Variadic;
  bool FromClang = false;
  MarkedCall Read;
  unsigned Next = 0;                   // operand
  SmallVector<Argument *, 8> Expected; // parameters that have operands, in order
  unsigned NextParam = 0;              // in Expected
};

} // namespace

bool Reader::checkPrimal() {
  Function &F = *Read.Primal;
  if (F.isVarArg())
    return notYet("'" + F.getName() + "' takes a variable number of arguments");
  Read.Params.resize(F.arg_size());
  for (Argument &Param : F.args()) {
    if (!Param.hasStructRetAttr()) {
      Expected.push_back(&Param);
      continue;
    }
    Read.ResultParam = Param.getArgNo();
    Read.Params[Param.getArgNo()].What = MarkedParam::Result;
    if (Read.isSplit())
      return notYet("'" + F.getName() + "' returns through memory, which the two halves of a derivative cannot share");
  }
  ++Next;
  return true;
}

static std::optional<unsigned> smallConstant(Value *V) {
  auto *Number = dyn_cast<ConstantInt>(traceVariable(V));
  if (!Number || Number->isNegative() || Number->getValue().ugt(1024))
    return std::nullopt;
  return Number->getZExtValue();
}

/// Width and the like hold for the whole call wherever they stand, so they are
/// found before the first argument is read.
bool Reader::readSettings() {
  for (unsigned I = Next; I < Call.arg_size(); ++I) {
    std::optional<Marker> M = traceMarker(operand(I));
    if (!M)
      continue;
    Read.MarkersByAddress |= isMarkerAddress(operand(I));
    if (M->Kind == MarkerKind::NotYet)
      return notYet("the marker '" + M->Name + "'");
    if (M->Kind == MarkerKind::Unknown)
      return fail("there is no marker '" + M->Name + "'");
    if (M->Kind == MarkerKind::PrimalReturn)
      Read.PrimalReturn = true;
    if ((M->Kind == MarkerKind::Tape || M->Kind == MarkerKind::Allocated || M->Kind == MarkerKind::NoFree) &&
        !readTape(I, *M))
      return false;
    if (M->Kind != MarkerKind::Width)
      continue;
    std::optional<unsigned> Lanes = I + 1 < Call.arg_size() ? smallConstant(operand(I + 1)) : std::nullopt;
    if (!Lanes || *Lanes == 0)
      return fail("'" + M->Name + "' must be followed by a constant number from 1 to 1024");
    Read.Lanes = *Lanes;
  }
  return true;
}

/// How many operands belong to a marker that is about the whole call; none when it is
/// the activity of an argument.
static std::optional<unsigned> operandsOfSetting(MarkerKind K, unsigned Lanes) {
  if (K == MarkerKind::PrimalReturn || K == MarkerKind::NoFree)
    return 0;
  if (K == MarkerKind::Width || K == MarkerKind::Tape || K == MarkerKind::Allocated)
    return 1;
  if (K == MarkerKind::Seed)
    return Lanes;
  return std::nullopt;
}

/// What \p M, operand \p At, says of the tape.
bool Reader::readTape(unsigned At, const Marker &M) {
  if (Read.Part != MarkedPart::Augment && Read.Part != MarkedPart::Adjoint)
    return fail("'" + M.Name + "' is for the two halves of a reverse derivative");
  if (M.Kind == MarkerKind::NoFree) {
    Read.KeepsTape = true;
    return true;
  }
  Value *Operand = At + 1 < Call.arg_size() ? operand(At + 1) : nullptr;
  bool IsTape = M.Kind == MarkerKind::Tape;
  if (!Operand || (IsTape ? !Operand->getType()->isPointerTy() : !Operand->getType()->isIntegerTy()))
    return fail("'" + M.Name + "' must be followed by " +
                (IsTape ? "a pointer to the tape's memory" : "the number of bytes of the tape's memory"));
  (IsTape ? Read.Tape : Read.Allocated) = Operand;
  return true;
}

bool Reader::checkTape() {
  if (Read.Part == MarkedPart::Augment && !Read.Tape != !Read.Allocated)
    return fail("memory for a tape is given as 'enzyme_allocated' with its size and 'enzyme_tape' with its address");
  if (Read.Part == MarkedPart::Adjoint && !Read.Tape)
    return fail("the tape is missing: it is the last operand");
  if (Read.Part == MarkedPart::Adjoint && holdsFloat(Read.Primal->getReturnType()) && Read.Seeds.empty())
    return fail("the adjoint of the result of '" + Read.Primal->getName() + "' is missing: it stands before the tape");
  return true;
}

/// What stands behind the arguments of an adjoint half: the seeds, then the tape.
bool Reader::readTrailing() {
  Type *Result = Read.Primal->getReturnType();
  bool MaySeed = Read.Seeds.empty() && holdsFloat(Result);
  unsigned First = Next, Left = 0, Tapes = Read.Tape ? 0 : 1;
  while (Next + Left < Call.arg_size() && !traceMarker(operand(Next + Left)))
    ++Left;
  if (MaySeed && Left == Read.Lanes + Tapes)
    for (unsigned Lane = 0; Lane < Read.Lanes; ++Lane) {
      Value *Seed = operand(Next++);
      if (!isConvertible(Seed, Result, Variadic, DL))
        return fail("a seed of '" + Read.Primal->getName() + "' must be of type " + describe(Result) +
                    ", but operand " + Twine(Next) + " of the request is of type " + describe(Seed->getType()));
      Read.Seeds.push_back(Seed);
    }
  else if (holdsFloat(Result) && Read.Seeds.empty())
    return fail("behind the arguments of '" + Read.Primal->getName() + "' must stand " +
                (Read.Lanes == 1 ? "the adjoint of its result" : Twine(Read.Lanes) + " adjoints of its result") +
                (Tapes ? ", then the tape" : "") + ", but there are " + Twine(Left) + " operands");
  if (!Read.Tape && Next == First + Left - 1 && operand(Next)->getType()->isPointerTy())
    Read.Tape = operand(Next++);
  return Next == First + Left ||
         fail("operand " + Twine(Next + 1) + " of the request is none of the arguments, seeds and tape of '" +
              Read.Primal->getName() + "'");
}

/// Of a size only activities matter: a marker per parameter, and no operands.
bool Reader::readActivity(std::optional<Marker> M) {
  if (!M)
    return fail("operand " + Twine(Next + 1) +
                " of the request is no marker: the size of a tape is asked for with activities alone");
  if (NextParam == Expected.size())
    return fail("'" + Read.Primal->getName() + "' has " + Twine(Expected.size()) +
                " parameters, but the request describes more");
  Argument &Param = *Expected[NextParam++];
  return decideRole(M, Param, Read.Params[Param.getArgNo()]);
}

/// The seeds behind `fluxion_seed`, one per lane: values of the result's type, or pointers
/// to them when the result is no single value.
bool Reader::readSeeds() {
  for (unsigned I = Next; I < Call.arg_size(); ++I) {
    std::optional<Marker> M = traceMarker(operand(I));
    if (!M || M->Kind != MarkerKind::Seed)
      continue;
    Type *Result = Read.Primal->getReturnType();
    if (Read.Forward)
      return fail("'" + M->Name + "' is for reverse mode; forward mode takes tangents of the arguments");
    if (!Read.Seeds.empty())
      return fail("'" + M->Name + "' may stand only once in a request");
    if (Read.ResultParam < 0 && !holdsFloat(Result) && !Result->isIntegerTy())
      return fail("'" + Read.Primal->getName() + "' returns nothing that could have a seed");
    if (I + Read.Lanes >= Call.arg_size())
      return fail("'" + M->Name + "' must be followed by a seed for each of " + Twine(Read.Lanes) + " lanes");
    for (unsigned Lane = 0; Lane < Read.Lanes; ++Lane) {
      Value *Seed = operand(++I);
      bool InMemory = Seed->getType()->isPointerTy() && !traceMarker(Seed) &&
                      (Read.ResultParam >= 0 || !Result->isFloatingPointTy());
      if (!InMemory && (Read.ResultParam >= 0 || !isConvertible(Seed, Result, Variadic, DL)))
        return fail("a seed of '" + Read.Primal->getName() + "' must be " +
                    (Read.ResultParam >= 0 ? "a pointer to a value of its result" : "of type " + describe(Result)) +
                    ", but operand " + Twine(I + 1) + " of the request is of type " + describe(Seed->getType()));
      Read.Seeds.push_back(Seed);
    }
  }
  return true;
}

bool Reader::readArguments() {
  while (!atEnd()) {
    std::optional<Marker> M = traceMarker(operand(Next));
    Next += M ? 1 : 0;
    if (std::optional<unsigned> Skipped = M ? operandsOfSetting(M->Kind, Read.Lanes) : std::nullopt) {
      Next += *Skipped;
      continue;
    }
    if (Read.Part == MarkedPart::Adjoint && NextParam == Expected.size() && !M) {
      if (!readTrailing())
        return false;
      continue;
    }
    if (!(Read.Part == MarkedPart::TapeSize ? readActivity(M) : readArgument(M)))
      return false;
  }
  for (; Read.Part == MarkedPart::TapeSize && NextParam < Expected.size(); ++NextParam) {
    Argument &Param = *Expected[NextParam];
    if (!decideRole(Marker{defaultKind(Param), ""}, Param, Read.Params[Param.getArgNo()]))
      return false;
  }
  if (NextParam == Expected.size())
    return true;
  return fail("'" + Read.Primal->getName() + "' has " + Twine(Expected.size()) +
              " parameters, but the request passes only " + Twine(NextParam));
}

std::string Reader::naming(const Argument &Param) const {
  unsigned Position = find(Expected, &Param) - Expected.begin() + 1;
  std::string Name = Param.hasName() ? (" ('" + Param.getName() + "')").str() : "";
  return ("parameter " + Twine(Position) + Name + " of '" + Read.Primal->getName() + "'").str();
}

/// The next operand, which must be the \p What of \p Param.
Value *Reader::take(Argument &Param, const Twine &What) {
  std::optional<Marker> M = atEnd() ? std::nullopt : traceMarker(operand(Next));
  if (atEnd() || M) {
    fail("the " + What + " of " + naming(Param) + " is missing" + (M ? ": '" + M->Name + "' stands there" : ""));
    return nullptr;
  }
  Value *V = operand(Next++);
  if (isConvertible(V, Param.getType(), Variadic, DL))
    return V;
  fail("the " + What + " of " + naming(Param) + " must be of type " + describe(Param.getType()) + ", but operand " +
       Twine(Next) + " of the request is of type " + describe(V->getType()));
  return nullptr;
}

/// Are the operands from \p First on \p Copies copies of a struct of \p Pieces pieces?
bool Reader::arePiecesOf(unsigned First, unsigned Copies, unsigned Pieces) const {
  for (unsigned I = 0; I < Copies * Pieces; ++I)
    if (!isPiece(First + I) || operand(First + I)->getType() != operand(First + I % Pieces)->getType())
      return false;
  return true;
}

/// How many parameters the next argument is spread over. (x86-64 uses two at most, and so
/// does AArch64 with its arrays.)
unsigned Reader::piecesOfArgument(bool WithShadows) const {
  if (NextParam + 1 >= Expected.size())
    return 1;
  return arePiecesOf(Next, WithShadows ? 1 + Read.Lanes : 1, 2) && isPiece(Next + 1) ? 2 : 1;
}

static bool isVariable(MarkerKind K) { return K == MarkerKind::Dupv || K == MarkerKind::DupvOnly; }
static bool hasShadows(MarkerKind K) { return K != MarkerKind::Constant && K != MarkerKind::Out; }

/// What an argument without a marker is.
MarkerKind Reader::defaultKind(const Argument &Param) const {
  MarkerKind ByValue = Read.Forward ? MarkerKind::Dup : MarkerKind::Out;
  if (Param.hasByValAttr()) {
    Type *Pointee = Param.getParamByValType();
    return holdsPointer(Pointee) ? MarkerKind::Dup : holdsFloat(Pointee) ? ByValue : MarkerKind::Constant;
  }
  if (holdsPointer(Param.getType()))
    return MarkerKind::Dup;
  // A struct with a float in it may travel as an integer.
  return holdsFloat(Param.getType()) || isPiece(Next) ? ByValue : MarkerKind::Constant;
}

/// Reads one argument of the source: marker \p M, then for a dup its value and shadows.
bool Reader::readArgument(std::optional<Marker> M) {
  if (NextParam == Expected.size())
    return fail("'" + Read.Primal->getName() + "' has " + Twine(Expected.size()) +
                " parameters, but the request passes more");
  MarkerKind Kind = M ? M->Kind : defaultKind(*Expected[NextParam]);
  MarkedParam First;
  if (isVariable(Kind) && !readStride(First))
    return false;
  unsigned Pieces = isVariable(Kind) ? 1 : piecesOfArgument(hasShadows(Kind));
  auto Params = ArrayRef(Expected).slice(NextParam, Pieces);
  for (Argument *Param : Params) {
    MarkedParam &To = Read.Params[Param->getArgNo()];
    To.Stride = First.Stride;
    if (!decideRole(Marker{Kind, M ? M->Name : ""}, *Param, To) || !(To.Primal = take(*Param, "value")))
      return false;
  }
  unsigned Copies = !hasShadows(Kind) ? 0 : isVariable(Kind) ? 1 : Read.Lanes;
  for (unsigned Copy = 0; Copy < Copies; ++Copy)
    for (Argument *Param : Params) {
      Value *Shadow = take(*Param, Read.Forward && !holdsPointer(Param->getType()) ? "tangent" : "shadow");
      if (!Shadow)
        return false;
      if (Read.Params[Param->getArgNo()].Part != Role::Constant)
        Read.Params[Param->getArgNo()].Shadows.push_back(Shadow);
    }
  NextParam += Pieces;
  return true;
}

bool Reader::readStride(MarkedParam &To) {
  if (atEnd() || !operand(Next)->getType()->isIntegerTy())
    return fail("a stride in bytes must follow 'enzyme_dupv'");
  To.Stride = operand(Next++);
  return true;
}

bool Reader::decideRole(std::optional<Marker> M, Argument &Param, MarkedParam &To) {
  if (Param.hasByValAttr())
    To.What = MarkedParam::ByValue;
  if (Param.hasByValAttr() && Read.isSplit())
    return notYet(naming(Param) + " is a copy in memory, which the two halves of a derivative cannot share");
  if (M->Kind == MarkerKind::Constant) {
    To.Part = Role::Constant;
    return true;
  }
  return Read.Forward ? decideForward(M->Kind, Param, To) : decideReverse(M->Kind, Param, To);
}

/// Too narrow for the bits of any float.
static bool isSmallInteger(Type *T) { return T->isIntegerTy() && T->getIntegerBitWidth() < 16; }

static bool isOnly(MarkerKind K) { return K == MarkerKind::DupOnly || K == MarkerKind::DupvOnly; }

bool Reader::decideForward(MarkerKind Kind, Argument &Param, MarkedParam &To) {
  if (Kind == MarkerKind::Out)
    return fail(naming(Param) +
                " is marked enzyme_out, which is for reverse mode; forward mode takes enzyme_dup and a tangent");
  if (isVariable(Kind) && !Param.getType()->isPointerTy())
    return fail(naming(Param) + " is no pointer, so it cannot be marked enzyme_dupv");
  if (holdsPointer(Param.getType()))
    To.Part = isOnly(Kind) ? Role::DuplicatedOnly : Role::Duplicated;
  else
    To.Part = isSmallInteger(Param.getType()) ? Role::Constant : Role::Active;
  return true;
}

bool Reader::decideReverse(MarkerKind Kind, Argument &Param, MarkedParam &To) {
  Type *T = Param.getType();
  if (Kind != MarkerKind::Out) {
    if (Param.hasByValAttr() && holdsFloat(Param.getParamByValType()))
      return holdsPointer(Param.getParamByValType())
                 ? notYet("reverse mode of " + naming(Param) + ", a struct by value that holds floats and pointers")
                 : fail(naming(Param) + " is passed by value, so it has no shadow in reverse mode; mark it enzyme_out");
    if (T->isPointerTy()) {
      To.Part = isOnly(Kind) ? Role::DuplicatedOnly : Role::Duplicated;
      return true;
    }
    // The length of a span, or a flag in a struct that also holds a pointer.
    if (!holdsFloat(T) && !holdsPointer(T) && isPiece(Next))
      return true;
    return fail(naming(Param) + " is passed by value, so it has no shadow in reverse mode; mark it enzyme_out");
  }
  if (T->isPointerTy()) {
    if (Read.isSplit())
      return notYet(naming(Param) + " is a copy in memory, which the two halves of a derivative cannot share");
    To.What = MarkedParam::ByValue;
    To.Part = Role::Duplicated;
  } else if (holdsPointer(T)) {
    return fail(naming(Param) + " holds a pointer, so it cannot be marked enzyme_out");
  } else {
    To.Part = isSmallInteger(T) ? Role::Constant : Role::Active;
  }
  To.ReturnsAdjoint = true;
  return true;
}

std::optional<MarkedCall> readMarkedCall(CallBase &Call, Diagnostics &Diags) {
  StringRef Name = Call.getCalledOperand()->stripPointerCasts()->getName();
  std::optional<RequestKind> Kind = requestNamed(Name);
  assert(Kind && "only calls of marker functions are read");
  if (*Kind == RequestKind::NotYet) {
    Diags.error(Diag::UnsupportedRequest, Call, "requests of the kind '" + Name + "'");
    return std::nullopt;
  }
  return Reader(Call, *Kind, Diags).read();
}

} // namespace fluxion
