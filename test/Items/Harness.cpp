//===- Harness.cpp - A very small compiler that asks for derivatives ------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all cases, or those whose names contain the first argument, and counts what
// went wrong.
//===----------------------------------------------------------------------===//
#include "Harness.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace items;

static std::vector<Case> &cases() {
  static std::vector<Case> All;
  return All;
}
static const char *Running = "";
static unsigned Checks = 0, Wrong = 0;

items::Case::Case(const char *Name, void (*Run)()) : Name(Name), Run(Run) { cases().push_back(*this); }

void items::expect(bool Fine, const Twine &What, int Line) {
  ++Checks;
  if (Fine)
    return;
  ++Wrong;
  errs() << "WRONG " << Running << ", line " << Line << ": " << What << '\n';
}

void items::near(double Got, double Wanted, int Line, double Tolerance) {
  bool Fine = std::abs(Got - Wanted) <= Tolerance * (1 + std::abs(Wanted));
  expect(Fine, "got " + std::to_string(Got) + ", wanted " + std::to_string(Wanted), Line);
}

Compiler::Compiler()
    : C(*new LLVMContext), M(*new Module("case", C)), B(C), F64(Type::getDoubleTy(C)), F32(Type::getFloatTy(C)),
      I64(Type::getInt64Ty(C)), I32(Type::getInt32Ty(C)), Ptr(PointerType::getUnqual(C)), Void(Type::getVoidTy(C)),
      OwnedContext(&C), OwnedModule(&M), Jit(cantFail(orc::LLJITBuilder().create())) {
  M.setDataLayout(Jit->getDataLayout());
  M.setTargetTriple(Jit->getTargetTriple());
}

Compiler::~Compiler() {
  OwnedModule.reset();
  Jit.reset();
}

Function *Compiler::function(StringRef Name, Type *Result, ArrayRef<Type *> Params) {
  auto *F = Function::Create(FunctionType::get(Result, Params, false), GlobalValue::ExternalLinkage, Name, M);
  B.SetInsertPoint(BasicBlock::Create(C, "entry", F));
  return F;
}

Function *Compiler::placeholder(StringRef Name, Type *Result, ArrayRef<Type *> Params) {
  Function *F = function(Name, Result, Params);
  Result->isVoidTy() ? B.CreateRetVoid() : B.CreateRet(Constant::getNullValue(Result));
  return F;
}

void Compiler::loop(Value *N, function_ref<void(Value *)> Body) {
  BasicBlock *Before = B.GetInsertBlock();
  Function *F = Before->getParent();
  auto *Head = BasicBlock::Create(C, "head", F), *Inside = BasicBlock::Create(C, "body", F),
       *After = BasicBlock::Create(C, "after", F);
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *I = B.CreatePHI(I64, 2, "i");
  I->addIncoming(B.getInt64(0), Before);
  B.CreateCondBr(B.CreateICmpULT(I, N), Inside, After);
  B.SetInsertPoint(Inside);
  Body(I);
  I->addIncoming(B.CreateAdd(I, B.getInt64(1)), B.GetInsertBlock());
  B.CreateBr(Head);
  B.SetInsertPoint(After);
}

void Compiler::throughMemory(StringRef Name) {
  Function *Inner = M.getFunction(Name);
  SmallVector<Type *> Params(Inner->getFunctionType()->params());
  Params.insert(Params.begin(), Ptr);
  Function *Outer = function((Name + ".out").str(), Void, Params);
  SmallVector<Value *> Args;
  for (Argument &A : drop_begin(Outer->args()))
    Args.push_back(&A);
  CallInst *Call = B.CreateCall(Inner, Args);
  Call->setCallingConv(Inner->getCallingConv());
  store(Call, Outer->getArg(0));
  B.CreateRetVoid();
}

std::string Compiler::text() const {
  std::string Text;
  raw_string_ostream(Text) << M;
  return Text;
}

void Compiler::fill(DerivativeMode Mode, StringRef Source, StringRef Target, std::vector<ItemInput> Inputs,
                    Activity Result, unsigned Width, const ItemOptions &Options, int Line) {
  for (const ItemError &E : ask(item(Mode, Source, Target, std::move(Inputs), Result, Width), Options)) {
    expect(false, E.Message, Line);
    for (const std::string &Text : E.Details)
      errs() << "  " << Text << '\n';
  }
}

void *Compiler::address(StringRef Name) {
  if (OwnedModule) {
    std::string Broken;
    raw_string_ostream OS(Broken);
    expect(!verifyModule(M, &OS), Broken, __LINE__);
    cantFail(Jit->addIRModule(orc::ThreadSafeModule(std::move(OwnedModule), std::move(OwnedContext))));
  }
  return cantFail(Jit->lookup(Name)).toPtr<void *>();
}

AutoDiffItem items::item(DerivativeMode Mode, StringRef Source, StringRef Target, std::vector<ItemInput> Inputs,
                         Activity Result, unsigned Width) {
  AutoDiffItem Item;
  Item.Source = Source.str();
  Item.Target = Target.str();
  Item.Mode = Mode;
  Item.Width = Width;
  Item.Inputs = std::move(Inputs);
  Item.Result = Result;
  return Item;
}

double items::slope(const std::function<double(double)> &F, double X) {
  double H = 1e-5;
  return (8 * (F(X + H) - F(X - H)) - (F(X + 2 * H) - F(X - 2 * H))) / (12 * H);
}

std::string items::abortMessage(const std::function<void()> &Run) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return "no pipe";
  pid_t Child = fork();
  if (Child == 0) {
    dup2(Ends[1], 2);
    close(Ends[0]);
    signal(SIGABRT, SIG_DFL);
    Run();
    _exit(0);
  }
  close(Ends[1]);
  std::string Said;
  char Buffer[256];
  for (ssize_t N; (N = read(Ends[0], Buffer, sizeof Buffer)) > 0;)
    Said.append(Buffer, N);
  close(Ends[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  bool Aborted = WIFSIGNALED(Status) && WTERMSIG(Status) == SIGABRT;
  return Aborted ? Said : "";
}

int main(int Count, char **Args) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  unsigned Ran = 0;
  for (const Case &One : cases()) {
    if (Count > 1 && !StringRef(One.Name).contains(Args[1]))
      continue;
    Running = One.Name;
    outs().flush();
    unsigned Before = Wrong;
    One.Run();
    outs() << (Before == Wrong ? "ok    " : "WRONG ") << One.Name << '\n';
    ++Ran;
  }
  outs() << Ran << " cases, " << Checks << " checks, " << Wrong << " wrong\n";
  return Wrong != 0 || Ran == 0;
}
