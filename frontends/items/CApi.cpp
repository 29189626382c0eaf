//===- CApi.cpp - The items API for every language ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies what comes in into the C++ types and what goes out into memory of its own. A
// list of errors is one object: the arrays that the caller sees point into it.
//===----------------------------------------------------------------------===//
#include "llvm-c/Types.h"
#include "fluxion-c/fluxion.h"
#include "fluxion/items.h"
#include "llvm/IR/Module.h"

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

static AutoDiffItem itemOf(const FluxionItem &From) {
  AutoDiffItem To;
  To.Source = From.source ? From.source : "";
  To.Target = From.target ? From.target : "";
  To.Mode = DerivativeMode(From.mode);
  To.Width = From.width;
  for (size_t I = 0; I < From.input_count; ++I)
    To.Inputs.emplace_back(Activity(From.inputs[I].activity), From.inputs[I].bytes);
  To.Result = Activity(From.result);
  To.ResultOffsets.assign(From.result_offsets, From.result_offsets + From.result_offset_count);
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

FluxionErrors *fluxion_differentiate(LLVMModuleRef module, const FluxionItem *items, size_t item_count,
                                     const FluxionOptions *options) {
  std::vector<AutoDiffItem> Items;
  for (size_t I = 0; I < item_count; ++I)
    Items.push_back(itemOf(items[I]));
  std::vector<ItemError> Errors;
  if (!module)
    for (size_t I = 0; I < item_count; ++I)
      Errors.push_back({ItemError::InvalidModule, I, -1, "there is no module", {}});
  else
    Errors = differentiate(*llvm::unwrap(module), Items, options ? optionsOf(*options) : ItemOptions());
  return Errors.empty() ? nullptr : new OwnedErrors(std::move(Errors));
}

void fluxion_free_errors(FluxionErrors *errors) { delete static_cast<OwnedErrors *>(errors); }

const char *fluxion_error_name(uint32_t kind) { return nameOf(ItemError::Kind(kind)); }
