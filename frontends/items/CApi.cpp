//===- CApi.cpp - The items API for every language ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies what comes in into the C++ types and what goes out into memory of its own. A
// list of errors is one object: the arrays that the caller sees point into it.
//===----------------------------------------------------------------------===//
#include "fluxion-c/fluxion.h"
#include "fluxion/items.h"
#include "llvm-c/Types.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace fluxion;

static_assert(FluxionFakeActivitySize == int(Activity::FakeActivitySize) &&
                  FluxionReverse == int(DerivativeMode::Reverse) &&
                  FluxionVerifierRejected == int(ItemError::VerifierRejected),
              "the numbers of C and C++ are the same");

namespace {

/// What FluxionErrors points to.
struct OwnedErrors : FluxionErrors {
  std::vector<ItemError> Owned;
  std::vector<std::vector<const char *>> Details;
  std::vector<FluxionError> List;

  explicit OwnedErrors(std::vector<ItemError> From) : Owned(std::move(From)), Details(Owned.size()) {
    for (size_t I = 0; I < Owned.size(); ++I) {
      const ItemError &E = Owned[I];
      for (const std::string &Text : E.Details)
        Details[I].push_back(Text.c_str());
      List.push_back({uint32_t(E.What), E.Argument, E.Item, E.Message.c_str(), Details[I].data(), Details[I].size()});
    }
    errors = List.data();
    count = List.size();
  }
};

} // namespace

/// No list is an empty one, whatever its length.
template <class T> static ArrayRef<T> listOf(const T *First, size_t Count) {
  return First ? ArrayRef(First, Count) : ArrayRef<T>();
}

static AutoDiffItem itemOf(const FluxionItem &From) {
  AutoDiffItem To;
  To.Source = From.source ? From.source : "";
  To.Target = From.target ? From.target : "";
  To.Mode = DerivativeMode(From.mode);
  To.Width = From.width;
  for (const FluxionInput &Input : listOf(From.inputs, From.input_count))
    To.Inputs.emplace_back(Activity(Input.activity), Input.bytes, std::max(Input.parts, 1u));
  To.Result = Activity(From.result);
  ArrayRef<uint64_t> Offsets = listOf(From.result_offsets, From.result_offset_count);
  To.ResultOffsets.assign(Offsets.begin(), Offsets.end());
  return To;
}

static ItemOptions optionsOf(const FluxionOptions &From) {
  ItemOptions To;
  To.Enabled = From.enabled;
  To.CheckLengths = From.check_lengths;
  To.CheckOverlap = From.check_overlap;
  To.CheckNull = From.check_null;
  To.Engine = From.engine ? From.engine : "";
  return To;
}

FluxionOptions fluxion_default_options(void) {
  ItemOptions Default;
  return {Default.Enabled, Default.CheckLengths, Default.CheckOverlap, Default.CheckNull, nullptr};
}

FluxionErrors *fluxion_differentiate(LLVMModuleRef M, const FluxionItem *First, size_t Count,
                                     const FluxionOptions *Given) {
  std::vector<AutoDiffItem> Items;
  for (const FluxionItem &Item : listOf(First, Count))
    Items.push_back(itemOf(Item));
  std::vector<ItemError> Errors;
  if (!M)
    for (size_t I = 0; I < Items.size(); ++I)
      Errors.push_back({ItemError::InvalidModule, I, -1, "there is no module", {}});
  else
    Errors = differentiate(*unwrap(M), Items, Given ? optionsOf(*Given) : ItemOptions());
  return Errors.empty() ? nullptr : new OwnedErrors(std::move(Errors));
}

void fluxion_free_errors(FluxionErrors *Errors) { delete static_cast<OwnedErrors *>(Errors); }

const char *fluxion_error_name(uint32_t Kind) { return nameOf(ItemError::Kind(Kind)); }
