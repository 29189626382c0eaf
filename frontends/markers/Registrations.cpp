//===- Registrations.cpp - What users say of their functions --------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An array is flattened to the constants in it: functions, numbers (cast to pointers), text.
//
//   @__enzyme_function_like_f = global [2 x ptr] [ptr @f, ptr @.str]       "sin"
//
// An annotation of a function or a global is an element of @llvm.global.annotations; one of a parameter is a call of
// @llvm.var.annotation on the variable that holds it.
//===----------------------------------------------------------------------===//
#include "Registrations.h"
#include "Emit/GivenDerivative.h"
#include "Names.h"
#include "Rules/Math.h"
#include "Rules/Registered.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace fluxion {

static constexpr StringLiteral KeptPrefix = "__fluxion_kept.", KeptInline = "fluxion-kept-out-of-line";

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void flatten(Constant *C, SmallVectorImpl<Constant *> &To) {
  if (auto *Expr = dyn_cast<ConstantExpr>(C); Expr && Expr->isCast())
    return flatten(Expr->getOperand(0), To);
  if (auto *Alias = dyn_cast<GlobalAlias>(C))
    C = Alias->getAliaseeObject() ? Alias->getAliaseeObject() : C;
  if (!C->getType()->isAggregateType()) {
    To.push_back(C);
    return;
  }
  for (unsigned I = 0; Constant *Part = C->getAggregateElement(I); ++I)
    flatten(Part, To);
}

static SmallVector<Constant *, 4> entriesOf(const GlobalVariable &Array) {
  SmallVector<Constant *, 4> Entries;
  if (Array.hasInitializer())
    flatten(const_cast<Constant *>(Array.getInitializer()), Entries);
  return Entries;
}

static std::optional<StringRef> textOf(const Constant *C) {
  StringRef Text;
  if (C->getType()->isPointerTy() && getConstantStringInfo(C, Text))
    return Text;
  return std::nullopt;
}

static std::optional<unsigned> numberOf(const Constant *C) {
  if (isa<ConstantPointerNull>(C))
    return 0;
  auto *Number = dyn_cast<ConstantInt>(C);
  return Number && Number->getValue().ult(1024) ? std::optional<unsigned>(Number->getZExtValue()) : std::nullopt;
}

static Function *functionAt(ArrayRef<Constant *> Entries, unsigned I) {
  return I < Entries.size() ? dyn_cast<Function>(Entries[I]) : nullptr;
}

/// What stands behind enzyme_ or fluxion_ in \p Annotation.
static std::optional<StringRef> ownAnnotation(StringRef Annotation) {
  if (Annotation.consume_front("enzyme_") || Annotation.consume_front("fluxion_"))
    return Annotation;
  return std::nullopt;
}

namespace {
struct Annotated {
  GlobalValue *What;
  StringRef Text; ///< without prefix
};
} // namespace

static SmallVector<Annotated, 4> annotatedGlobals(const Module &M) {
  SmallVector<Annotated, 4> Found;
  const GlobalVariable *List = M.getGlobalVariable("llvm.global.annotations");
  if (!List || !List->hasInitializer())
    return Found;
  for (const Use &Element : List->getInitializer()->operands()) {
    SmallVector<Constant *, 5> Parts;
    flatten(cast<Constant>(Element.get()), Parts);
    if (Parts.size() < 2)
      continue;
    auto *What = dyn_cast<GlobalValue>(Parts[0]);
    std::optional<StringRef> Text = textOf(Parts[1]);
    if (std::optional<StringRef> Own = Text ? ownAnnotation(*Text) : std::nullopt; Own && What)
      Found.push_back({What, *Own});
  }
  return Found;
}

static IntrinsicInst *variableAnnotation(Instruction &I) {
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() == Intrinsic::var_annotation ? Call : nullptr;
}

/// The parameter whose variable \p Address is.
static Argument *parameterIn(Value *Address) {
  Argument *Found = nullptr;
  for (User *U : Address->stripPointerCasts()->users())
    if (auto *Store = dyn_cast<StoreInst>(U); Store && isa<Argument>(Store->getValueOperand()))
      Found = cast<Argument>(Store->getValueOperand());
  return Found;
}

/// Makes an annotation an attribute; false when it means nothing.
static bool mark(GlobalValue &What, StringRef Text) {
  auto *F = dyn_cast<Function>(&What);
  auto *G = dyn_cast<GlobalVariable>(&What);
  if (G && Text == "inactive")
    G->addAttribute("fluxion_inactive");
  else if (F && (Text == "inactive" || Text == "shouldrecompute"))
    F->addFnAttr(("fluxion_" + Text).str());
  else if (F && Text.consume_front("function_like="))
    F->addFnAttr("fluxion_function_like", Text);
  else
    return false;
  return true;
}

bool hasRegistrations(const Module &M) {
  return any_of(M.globals(), [](const GlobalVariable &G) {
    return G.getName() == "llvm.global.annotations" || (!G.isDeclaration() && arrayNamed(G.getName()));
  });
}

//===----------------------------------------------------------------------===//
// Apart while the optimiser runs
//===----------------------------------------------------------------------===//

/// The functions that something is said of.
static SetVector<Function *> describedFunctions(const Module &M) {
  SetVector<Function *> Found;
  for (const GlobalVariable &G : M.globals()) {
    std::optional<ArrayKind> Kind = G.isDeclaration() ? std::nullopt : arrayNamed(G.getName());
    if (!Kind)
      continue;
    bool All = *Kind == ArrayKind::InactiveFunction || *Kind == ArrayKind::ShouldRecompute ||
               *Kind == ArrayKind::AllocationLike;
    auto Entries = entriesOf(G);
    for (unsigned I = 0; I < (All ? Entries.size() : 1); ++I)
      if (Function *F = functionAt(Entries, I))
        Found.insert(F);
  }
  for (const Annotated &A : annotatedGlobals(M))
    if (auto *F = dyn_cast<Function>(A.What))
      Found.insert(F);
  for (const Function &F : M)
    if (isMarked(F, "inactive") || !markOf(F, "function_like").empty())
      Found.insert(const_cast<Function *>(&F));
  return Found;
}

static std::string keptName(const Function &F) {
  std::string Name = (KeptPrefix + F.getName()).str();
  // Other files may have a function of this name.
  if (F.hasLocalLinkage())
    Name += "." + utohexstr(xxh3_64bits(F.getParent()->getModuleIdentifier() + F.getParent()->getSourceFileName()));
  return Name;
}

/// clang passes small structs in pieces, of which it does not say noundef. The optimiser forgets it of others too.
static void markPieces(Function &F) {
  if (F.hasFnAttribute("stack-protector-buffer-size"))
    for (Argument &A : F.args())
      if (!A.hasAttribute(Attribute::NoUndef))
        A.addAttr(Attribute::get(F.getContext(), "fluxion_piece"));
}

static void keepApart(Function &F) {
  markPieces(F);
  if (!F.hasFnAttribute(Attribute::NoInline) && !F.hasFnAttribute(Attribute::AlwaysInline)) {
    F.addFnAttr(Attribute::NoInline);
    F.addFnAttr(KeptInline);
  }
  if (F.hasAvailableExternallyLinkage())
    return;
  auto InCode = [](const Use &U) { return isa<Instruction>(U.getUser()); };
  if (none_of(F.uses(), InCode))
    return;
  auto *Alias = GlobalAlias::create(F.getValueType(), F.getAddressSpace(), GlobalValue::WeakAnyLinkage, keptName(F), &F,
                                    F.getParent());
  Alias->setVisibility(GlobalValue::HiddenVisibility);
  F.replaceUsesWithIf(Alias, InCode);
}

/// Parameters are no longer variables once the optimiser has run.
static bool readParameterAnnotations(Module &M) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      IntrinsicInst *Call = variableAnnotation(I);
      std::optional<StringRef> Text = Call ? textOf(cast<Constant>(Call->getArgOperand(1))) : std::nullopt;
      std::optional<StringRef> Own = Text ? ownAnnotation(*Text) : std::nullopt;
      Argument *A = Own ? parameterIn(Call->getArgOperand(0)) : nullptr;
      if (!A)
        continue;
      A->addAttr(Attribute::get(M.getContext(), ("fluxion_" + *Own).str()));
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

/// A linker drops what nobody refers to.
static bool keepArrays(Module &M) {
  SmallVector<GlobalValue *, 4> Arrays;
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && arrayNamed(G.getName()))
      Arrays.push_back(&G);
  if (!Arrays.empty())
    appendToUsed(M, Arrays);
  return !Arrays.empty();
}

bool keepRegisteredApart(Module &M) {
  bool Changed = readParameterAnnotations(M);
  Changed |= keepArrays(M);
  for (const Annotated &A : annotatedGlobals(M))
    mark(*A.What, A.Text);
  for (Function *F : describedFunctions(M))
    if (!F->isDeclaration()) {
      keepApart(*F);
      Changed = true;
    }
  return Changed;
}

bool joinRegistered(Module &M) {
  bool Changed = false;
  for (GlobalAlias &A : make_early_inc_range(M.aliases()))
    if (A.getName().starts_with(KeptPrefix)) {
      A.replaceAllUsesWith(A.getAliasee());
      A.eraseFromParent();
      Changed = true;
    }
  for (Function &F : M)
    if (F.hasFnAttribute(KeptInline)) {
      F.removeFnAttr(KeptInline);
      F.removeFnAttr(Attribute::NoInline);
      Changed = true;
    }
  return Changed;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class Registrar {
public:
  Registrar(Module &M, Diagnostics &Diags) : M(M), Diags(Diags) {}

  void run() {
    readParameterAnnotations(M);
    for (const GlobalVariable &G : M.globals())
      if (std::optional<ArrayKind> Kind = G.isDeclaration() ? std::nullopt : arrayNamed(G.getName())) {
        Array = &G;
        Entries = entriesOf(G);
        read(*Kind);
      }
    for (const Annotated &A : annotatedGlobals(M))
      readAnnotation(*A.What, A.Text);
    for (Function &F : M)
      for (Instruction &I : instructions(F))
        if (const IntrinsicInst *Call = variableAnnotation(I))
          reportAnnotation(*Call);
  }

private:
  void read(ArrayKind Kind);
  void readGradient();
  void readDerivative();
  void readFunctionLike();
  void readAllocationLike();
  void readInactiveGlobals();
  void markAll(StringRef Mark);
  void readAnnotation(GlobalValue &What, StringRef Text);
  void reportAnnotation(const IntrinsicInst &Call);
  void markFunctionLike(Function &F, StringRef Name);
  bool expect(bool Holds, const Twine &Shape);
  void fail(const Twine &What, Diag D = Diag::BadRegistration);

  Module &M;
  Diagnostics &Diags;
  const GlobalVariable *Array = nullptr; // being read
  SmallVector<Constant *, 4> Entries;
};

} // namespace

/// Reports at the function that the array is about, or at any.
void Registrar::fail(const Twine &What, Diag D) {
  Function *F = nullptr;
  for (unsigned I = 0; I < Entries.size() && !F; ++I)
    F = functionAt(Entries, I);
  if (!F && !M.empty())
    F = &*M.begin();
  if (F)
    Diags.error(D, *F, {}, What);
}

bool Registrar::expect(bool Holds, const Twine &Shape) {
  if (!Holds)
    fail("the array '" + Array->getName() + "' must hold " + Shape);
  return Holds;
}

void Registrar::read(ArrayKind Kind) {
  switch (Kind) {
  case ArrayKind::Gradient:
    return readGradient();
  case ArrayKind::Derivative:
    return readDerivative();
  case ArrayKind::FunctionLike:
    return readFunctionLike();
  case ArrayKind::AllocationLike:
    return readAllocationLike();
  case ArrayKind::InactiveFunction:
    return markAll("fluxion_inactive");
  case ArrayKind::ShouldRecompute:
    return markAll("fluxion_shouldrecompute");
  case ArrayKind::InactiveGlobal:
    return readInactiveGlobals();
  case ArrayKind::NotYet:
    return fail("the array '" + Array->getName() + "'", Diag::UnsupportedRequest);
  }
}

void Registrar::readGradient() {
  Function *Primal = functionAt(Entries, 0), *Augmented = functionAt(Entries, 1), *Reverse = functionAt(Entries, 2);
  if (!expect(Entries.size() == 3 && Primal && Augmented && Reverse,
              "three functions: the primal, the augmented half of its gradient, the reverse half"))
    return;
  if (std::string Why = misfitOfGradient(*Primal, *Augmented, *Reverse); !Why.empty())
    return fail(Why);
  registerGradient(*Primal, *Augmented, *Reverse);
}

void Registrar::readDerivative() {
  Function *Primal = functionAt(Entries, 0), *Forward = functionAt(Entries, 1);
  if (!expect(Entries.size() == 2 && Primal && Forward, "two functions: the primal and its derivative in forward mode"))
    return;
  if (std::string Why = misfitOfForward(*Primal, *Forward); !Why.empty())
    return fail(Why);
  registerDerivative(*Primal, *Forward);
}

void Registrar::markFunctionLike(Function &F, StringRef Name) {
  if (isMathFunction(Name, F.getFunctionType()))
    F.addFnAttr("fluxion_function_like", Name);
  else
    fail("'" + F.getName() + "' cannot be like '" + Name + "': no function of that name and type has a rule");
}

void Registrar::readFunctionLike() {
  Function *F = functionAt(Entries, 0);
  std::optional<StringRef> Name = Entries.size() == 2 ? textOf(Entries[1]) : std::nullopt;
  if (expect(F && Name, "a function and the name of the function that it is like"))
    markFunctionLike(*F, *Name);
}

/// {allocation, which argument is the size, which arguments its release takes, release}: LLVM has attributes for that.
void Registrar::readAllocationLike() {
  Function *Allocation = functionAt(Entries, 0), *Release = functionAt(Entries, 3);
  std::optional<unsigned> Size = Entries.size() == 4 ? numberOf(Entries[1]) : std::nullopt;
  std::optional<StringRef> Arguments = Entries.size() == 4 ? textOf(Entries[2]) : std::nullopt;
  if (!expect(
          Allocation && Release && Size && Arguments,
          "an allocation function, the number of its size argument, the text \"-1\", and the function that releases"))
    return;
  if (*Arguments != "-1" && !Arguments->empty())
    return fail("'" + Release->getName() + "' takes more than the pointer that it releases", Diag::UnsupportedRequest);
  bool Fits = Allocation->getReturnType()->isPointerTy() && *Size < Allocation->arg_size() &&
              Allocation->getArg(*Size)->getType()->isIntegerTy() && Release->arg_size() == 1 &&
              Release->getArg(0)->getType()->isPointerTy();
  if (!Fits)
    return fail("'" + Allocation->getName() + "' must return a pointer and take its size as argument number " +
                Twine(*Size) + " (counted from 0), and '" + Release->getName() + "' must take that pointer alone");
  LLVMContext &C = M.getContext();
  for (Function *F : {Allocation, Release})
    F->addFnAttr("alloc-family", Allocation->getName());
  Allocation->addFnAttr(Attribute::getWithAllocSizeArgs(C, *Size, std::nullopt));
  Allocation->addFnAttr(
      Attribute::get(C, Attribute::AllocKind, uint64_t(AllocFnKind::Alloc | AllocFnKind::Uninitialized)));
  Allocation->addRetAttr(Attribute::NoAlias);
  Release->addFnAttr(Attribute::get(C, Attribute::AllocKind, uint64_t(AllocFnKind::Free)));
  Release->addParamAttr(0, Attribute::AllocatedPointer);
}

void Registrar::markAll(StringRef Mark) {
  auto IsFunction = [](Constant *C) { return isa<Function>(C); };
  if (expect(!Entries.empty() && all_of(Entries, IsFunction), "functions"))
    for (Constant *C : Entries)
      cast<Function>(C)->addFnAttr(Mark);
}

void Registrar::readInactiveGlobals() {
  auto IsVariable = [](Constant *C) { return isa<GlobalVariable>(C); };
  if (expect(!Entries.empty() && all_of(Entries, IsVariable), "addresses of global variables"))
    for (Constant *C : Entries)
      cast<GlobalVariable>(C)->addAttribute("fluxion_inactive");
}

void Registrar::readAnnotation(GlobalValue &What, StringRef Text) {
  Entries.assign({&What});
  if (auto *F = dyn_cast<Function>(&What); F && Text.consume_front("function_like="))
    markFunctionLike(*F, Text);
  else if (!mark(What, Text))
    fail("'" + What.getName() + "' has the annotation 'enzyme_" + Text + "', which means nothing here");
}

/// What is left after parameters: variables inside a function.
void Registrar::reportAnnotation(const IntrinsicInst &Call) {
  std::optional<StringRef> Text = textOf(cast<Constant>(Call.getArgOperand(1)));
  if (Text && ownAnnotation(*Text))
    Diags.error(Diag::BadRegistration, Call,
                "the annotation '" + *Text +
                    "' of a variable means nothing; annotate functions, globals or parameters");
}

void readRegistrations(Module &M, Diagnostics &Diags) { Registrar(M, Diags).run(); }

void eraseRegistrations(Module &M) {
  SmallVector<GlobalVariable *, 4> Arrays;
  for (GlobalVariable &G : M.globals())
    if (!G.isDeclaration() && arrayNamed(G.getName()))
      Arrays.push_back(&G);
  removeFromUsedLists(M, [&](Constant *C) { return is_contained(Arrays, C->stripPointerCasts()); });
  for (GlobalVariable *G : Arrays) {
    G->removeDeadConstantUsers();
    if (G->use_empty())
      G->eraseFromParent();
  }
  for (Function &F : M)
    unregister(F);
}

} // namespace fluxion
