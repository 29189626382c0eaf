//===- fluxion/items.h - Derivatives for compilers --------------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler emits the function to differentiate and, beside it, a function with a
// placeholder for a body that shall become its derivative. One item says which is which
// and how each argument takes part; one call fills all of them:
//
//   fluxion::AutoDiffItem Item;
//   Item.Source = "energy";                            // double energy(ptr x, i64 n)
//   Item.Target = "grad";                              // double grad(ptr x, i64 n, ptr dx, i64 dn, double seed)
//   Item.Mode = fluxion::DerivativeMode::Reverse;
//   Item.Inputs = {fluxion::Activity::Duplicated, fluxion::Activity::FakeActivitySize};
//   Item.Result = fluxion::Activity::Active;
//   for (const fluxion::ItemError &E : fluxion::differentiate(M, Item))
//     complain(E.Message);
//
// What a target takes, in this order (docs/howto/items-api.md has pictures):
//   where its result goes, if that is memory (an sret parameter);
//   for each argument of the source: the value (a slice: pointer, length; a value that the ABI
//     takes apart: all parts), then its shadows, `Width` of them, each like the value; one
//     shadow for Dualv and DualvOnly;
//   in reverse with an Active or ActiveOnly result: the seed, once or once per lane.
// What it gives: the primal's result, its tangents or shadows per lane, the adjoint of
// each Active argument per lane; each only where the activities ask for it.
//
// Nothing here is global: modules in different contexts can be worked on at once.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ITEMS_H
#define FLUXION_ITEMS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>
#include <vector>

#ifndef FLUXION_API
#define FLUXION_API __attribute__((visibility("default")))
#endif

namespace llvm {
class Module;
}

namespace fluxion {

enum class DerivativeMode { Forward, Reverse };

/// How one argument or the result takes part.
enum class Activity {
  Const,           ///< not differentiated
  Dual,            ///< forward: with a tangent or shadow per lane
  DualOnly,        ///< likewise; the primal's result is not needed
  Dualv,           ///< forward: with one shadow that holds all lanes one after the other
  DualvOnly,       ///< likewise; the primal's result is not needed
  Active,          ///< reverse: by value; its adjoint is returned. Result: the target takes a seed
  ActiveOnly,      ///< likewise. Result: the primal's result is not returned
  Duplicated,      ///< reverse: a pointer with a shadow that the adjoint is added to
  DuplicatedOnly,  ///< likewise; what the primal writes there is not needed
  FakeActivitySize ///< the length that follows the pointer of a slice
};

struct ItemInput {
  Activity What = Activity::Const;
  /// Bytes of one element of the slice, of what the pointer points to, or of the value. Needed
  /// where nothing else tells: Dualv on pointers, Active on a value that is passed by a pointer
  /// without `byval`, and checks for overlap.
  uint64_t Bytes = 0;
  /// Parameters of the source that this one argument is passed in, where an ABI takes it
  /// apart: two for a struct { double, double } that is passed as two doubles.
  unsigned Parts = 1;

  ItemInput(Activity What, uint64_t Bytes = 0, unsigned Parts = 1) : What(What), Bytes(Bytes), Parts(Parts) {}
};

struct AutoDiffItem {
  std::string Source, Target; ///< names of functions of the module
  DerivativeMode Mode = DerivativeMode::Forward;
  unsigned Width = 1;            ///< lanes: derivatives carried at once
  std::vector<ItemInput> Inputs; ///< one per argument of the source; its sret is none
  Activity Result = Activity::Const;
  /// Where each part of the target's result lies, in bytes and in the order above, for
  /// compilers that order the fields of a struct themselves. Empty: as in C.
  std::vector<uint64_t> ResultOffsets;
};

struct ItemOptions {
  /// What the user's switch for differentiation says. Without it every item is an error.
  bool Enabled = true;
  /// At run time, stop with a message when ...
  bool CheckLengths = true;  ///< the shadow of a slice is shorter than the slice
  bool CheckOverlap = false; ///< a shadow overlaps its primal or another shadow of it
  bool CheckNull = false;    ///< a shadow is null and its primal is not
  /// Switches of the engine, as in "strong-zero;no-reload".
  std::string Engine;
};

struct ItemError {
  enum Kind : uint32_t {
    NotEnabled,        ///< ItemOptions::Enabled is off
    BadOptions,        ///< ItemOptions::Engine is not understood
    InvalidModule,     ///< LLVM's verifier rejects what was passed in
    SourceNotFound,    ///< the module has no such function
    SourceWithoutBody, ///< only a declaration
    TargetNotFound,    ///< the module has no such function
    TargetTaken,       ///< two items fill the same function
    BadActivity,       ///< an activity does not fit the argument, result or mode
    BadTarget,         ///< the target's parameters or result are not what the activities call for
    UnsupportedAbi,    ///< a calling convention or way of passing that is not understood
    Cycle,             ///< the source needs the derivative that is to be made of it
    NotDifferentiable, ///< the engine's diagnostics are in Details
    VerifierRejected   ///< the filled target is not valid IR
  };
  Kind What;
  size_t Item;                      ///< its number
  int Argument;                     ///< index into Inputs; -1: not about one input
  std::string Message;              ///< one sentence
  std::vector<std::string> Details; ///< more, as file:line:column: text where locations are known
};

/// The name of \p K as written above.
FLUXION_API const char *nameOf(ItemError::Kind K);

/// Fills the target of each item. An item that fails leaves its target and the rest of the
/// module as they were; the others are filled all the same.
FLUXION_API std::vector<ItemError> differentiate(llvm::Module &M, llvm::ArrayRef<AutoDiffItem> Items,
                                                 const ItemOptions &Options = {});

} // namespace fluxion

#endif
