/*===- fluxion-c/fluxion.h - Derivatives for compilers, from C ----*- C -*-===*\
|*
|* Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* fluxion/items.h for every language that can call C: a module as LLVM's C API
|* knows it goes in, a list of errors comes out. Read that header for what an item
|* means; the names here are the same. Only integers of fixed size, pointers and
|* zero-terminated texts cross this border; numbers that mean nothing are errors.
|* libfluxion brings no LLVM: the process must have the LLVM that made the module.
|*
\*===----------------------------------------------------------------------===*/
#ifndef FLUXION_C_FLUXION_H
#define FLUXION_C_FLUXION_H

#include <stddef.h>
#include <stdint.h>

#ifndef FLUXION_API
#define FLUXION_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LLVM_C_TYPES_H
typedef struct LLVMOpaqueModule *LLVMModuleRef;
#endif

enum FluxionMode { FluxionForward, FluxionReverse };

enum FluxionActivity {
  FluxionConst,
  FluxionDual,
  FluxionDualOnly,
  FluxionDualv,
  FluxionDualvOnly,
  FluxionActive,
  FluxionActiveOnly,
  FluxionDuplicated,
  FluxionDuplicatedOnly,
  FluxionFakeActivitySize
};

enum FluxionErrorKind {
  FluxionNotEnabled,
  FluxionBadOptions,
  FluxionInvalidModule,
  FluxionSourceNotFound,
  FluxionSourceWithoutBody,
  FluxionTargetNotFound,
  FluxionTargetTaken,
  FluxionBadActivity,
  FluxionBadTarget,
  FluxionUnsupportedAbi,
  FluxionCycle,
  FluxionNotDifferentiable,
  FluxionVerifierRejected
};

typedef struct FluxionInput {
  uint32_t activity; /* FluxionActivity */
  uint32_t parts;    /* parameters that it is passed in; 0 means 1 */
  uint64_t bytes;    /* of an element, pointee or value; 0: not known */
} FluxionInput;

typedef struct FluxionItem {
  const char *source;
  const char *target;
  uint32_t mode; /* FluxionMode */
  uint32_t width;
  const FluxionInput *inputs;
  size_t input_count;
  uint32_t result;                /* FluxionActivity */
  uint32_t reserved;              /* 0 */
  const uint64_t *result_offsets; /* may be null: as in C */
  size_t result_offset_count;
} FluxionItem;

typedef struct FluxionOptions {
  uint32_t enabled;
  uint32_t check_lengths;
  uint32_t check_overlap;
  uint32_t check_null;
  const char *engine; /* may be null */
} FluxionOptions;

typedef struct FluxionError {
  uint32_t kind; /* FluxionErrorKind */
  int32_t argument;
  size_t item;
  const char *message;
  const char *const *details;
  size_t detail_count;
} FluxionError;

typedef struct FluxionErrors {
  const FluxionError *errors;
  size_t count;
} FluxionErrors;

/* Differentiation on, lengths of shadows checked, the engine's defaults. */
FLUXION_API FluxionOptions fluxion_default_options(void);

/* Fills the targets of all items; null options are the default ones. Null when all
   went well, else what did not: free it with fluxion_free_errors. */
FLUXION_API FluxionErrors *fluxion_differentiate(LLVMModuleRef module, const FluxionItem *items, size_t item_count,
                                                 const FluxionOptions *options);
FLUXION_API void fluxion_free_errors(FluxionErrors *errors);

/* "SourceNotFound" and so on; "unknown" for a number that is no kind of error. */
FLUXION_API const char *fluxion_error_name(uint32_t kind);

#ifdef __cplusplus
}
#endif

#endif
