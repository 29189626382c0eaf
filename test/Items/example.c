/* A compiler in forty lines that asks for a gradient: the program of docs/howto/items-api.md. */
/* Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <fluxion-c/fluxion.h>
#include <llvm-c/Core.h>
#include <llvm-c/ExecutionEngine.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>

/* double f(double x, double y) { return x * x * y; }, and a declaration of what shall become its gradient:
   struct { double x, y; } df(double x, double y, double seed). */
static LLVMModuleRef compile(LLVMContextRef context) {
  LLVMModuleRef module = LLVMModuleCreateWithNameInContext("example", context);
  LLVMTypeRef f64 = LLVMDoubleTypeInContext(context), two[] = {f64, f64}, three[] = {f64, f64, f64};
  LLVMValueRef f = LLVMAddFunction(module, "f", LLVMFunctionType(f64, two, 2, 0));
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, f, "entry"));
  LLVMValueRef x = LLVMGetParam(f, 0), y = LLVMGetParam(f, 1);
  LLVMBuildRet(builder, LLVMBuildFMul(builder, LLVMBuildFMul(builder, x, x, ""), y, ""));
  LLVMDisposeBuilder(builder);
  LLVMAddFunction(module, "df", LLVMFunctionType(LLVMStructTypeInContext(context, two, 2, 0), three, 3, 0));
  return module;
}

static int differentiate(LLVMModuleRef module) {
  FluxionInput inputs[] = {{.activity = FluxionActive}, {.activity = FluxionActive}};
  FluxionItem item = {.source = "f",
                      .target = "df",
                      .mode = FluxionReverse,
                      .width = 1,
                      .inputs = inputs,
                      .input_count = 2,
                      .result = FluxionActiveOnly};
  FluxionErrors *errors = fluxion_differentiate(module, &item, 1, NULL);
  if (!errors)
    return 1;
  for (size_t i = 0; i < errors->count; ++i)
    fprintf(stderr, "%s: %s\n", fluxion_error_name(errors->errors[i].kind), errors->errors[i].message);
  fluxion_free_errors(errors);
  return 0;
}

int main(void) {
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = compile(context);
  if (!differentiate(module))
    return EXIT_FAILURE;
  LLVMLinkInMCJIT();
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  LLVMExecutionEngineRef engine;
  char *error = NULL;
  if (LLVMCreateExecutionEngineForModule(&engine, module, &error)) {
    fprintf(stderr, "%s\n", error);
    return EXIT_FAILURE;
  }
  struct pair {
    double x, y;
  } (*df)(double, double, double) = (struct pair (*)(double, double, double))LLVMGetFunctionAddress(engine, "df");
  struct pair d = df(3, 5, 1);
  printf("df/dx = %g, df/dy = %g\n", d.x, d.y); /* 30, 9 */
  LLVMDisposeExecutionEngine(engine);
  LLVMContextDispose(context);
  return d.x == 30 && d.y == 9 ? EXIT_SUCCESS : EXIT_FAILURE;
}
