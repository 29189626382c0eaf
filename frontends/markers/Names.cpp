//===- Names.cpp - Names that ask for a derivative ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads Names.def. Functions are found by a piece of their name, since C++ adds
// template arguments behind and C users their own suffix; markers by the whole of
// it, since enzyme_dup is also the beginning of enzyme_dupnoneed.
//===----------------------------------------------------------------------===//
#include "Names.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fluxion {

static constexpr StringRef Prefixes[] = {"enzyme_", "fluxion_"};

namespace {
template <typename Kind> struct Row {
  StringRef Name;
  Kind What;
};
} // namespace

/// The first of \p Rows whose name stands in \p Name behind "__" and a prefix.
template <typename Kind> static std::optional<Kind> kindNamed(StringRef Name, ArrayRef<Row<Kind>> Rows) {
  for (StringRef Prefix : Prefixes) {
    size_t At = Name.find(Prefix);
    if (At == StringRef::npos || !Name.take_front(At).ends_with("__"))
      continue;
    StringRef Rest = Name.drop_front(At + Prefix.size());
    for (const auto &Row : Rows)
      if (Rest.starts_with(Row.Name))
        return Row.What;
  }
  return std::nullopt;
}

std::optional<RequestKind> requestNamed(StringRef Name) {
  static constexpr Row<RequestKind> Rows[] = {
#define REQUEST(NAME, KIND) {#NAME, RequestKind::KIND},
#include "Names.def"
  };
  return kindNamed<RequestKind>(Name, Rows);
}

std::optional<ArrayKind> arrayNamed(StringRef Name) {
  static constexpr Row<ArrayKind> Rows[] = {
#define ARRAY(NAME, KIND) {#NAME, ArrayKind::KIND},
#include "Names.def"
  };
  return kindNamed<ArrayKind>(Name, Rows);
}

/// The last source name in a mangled variable: _ZN3lib10enzyme_dupE -> enzyme_dup.
static StringRef lastSourceName(StringRef Name) {
  if (!Name.starts_with("_Z"))
    return Name;
  for (StringRef Prefix : Prefixes) {
    size_t At = Name.rfind(Prefix);
    if (At == StringRef::npos)
      continue;
    size_t Digits = Name.take_front(At).find_last_not_of("0123456789") + 1;
    size_t Length;
    if (!Name.slice(Digits, At).getAsInteger(10, Length) && At + Length <= Name.size())
      return Name.substr(At, Length);
  }
  return Name;
}

std::optional<Marker> markerNamed(StringRef Name) {
  static constexpr struct {
    StringRef Name;
    MarkerKind Kind;
  } Rows[] = {
#define MARKER(NAME, KIND) {#NAME, MarkerKind::KIND},
#include "Names.def"
  };
  StringRef Plain = lastSourceName(Name.split('.').first);
  for (StringRef Prefix : Prefixes) {
    StringRef Rest = Plain;
    if (!Rest.consume_front(Prefix))
      continue;
    for (const auto &Row : Rows)
      if (Rest == Row.Name)
        return Marker{Row.Kind, Plain};
    return Marker{MarkerKind::Unknown, Plain};
  }
  return std::nullopt;
}

} // namespace fluxion
