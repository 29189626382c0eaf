//===- Request.h - What was asked to be differentiated ----------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A request names a primal function, a mode, the role of each parameter and of
// the result. It is a value: two equal requests have one derivative. Front ends
// make the roots; the engine makes one more for each differentiated callee.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_REQUEST_REQUEST_H
#define FLUXION_REQUEST_REQUEST_H

#include "Types/TypeTree.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <string>
#include <variant>

namespace llvm {
class Function;
class raw_ostream;
} // namespace llvm

namespace fluxion {

/// What happens to one parameter or result.
enum class Role {
  Constant,       ///< not differentiated, no shadow
  Active,         ///< a float by value: tangent forward, returned adjoint in reverse
  Duplicated,     ///< a pointer that comes with a shadow pointer per lane
  DuplicatedOnly, ///< likewise, and the primal's output in it is not needed
  Mixed           ///< floats and pointers by value: Active and Duplicated at once
};
llvm::StringRef describe(Role R);
/// Does an adjoint flow back through a value of this role?
inline bool hasAdjoint(Role R) { return R == Role::Active || R == Role::Mixed; }
/// Does it come with a shadow in reverse mode?
inline bool takesShadow(Role R) { return R == Role::Duplicated || R == Role::DuplicatedOnly || R == Role::Mixed; }

struct ForwardMode {
  bool operator==(const ForwardMode &) const = default;
};
/// Combined: one function computes primal and adjoint. Split: an augmented
/// primal that fills a tape, and an adjoint that reads it.
struct ReverseMode {
  bool Split = false;
  bool operator==(const ReverseMode &) const = default;
};

struct Request {
  llvm::Function *Primal = nullptr;
  std::variant<ForwardMode, ReverseMode> Mode;
  unsigned Lanes = 1;
  llvm::SmallVector<Role, 8> Params; ///< one per parameter of Primal
  Role Result = Role::Constant;      ///< Active: tangent / seed; Duplicated: shadow of a pointer
  bool PrimalResult = true;          ///< is the primal's result returned too?
  /// Reverse: parameters behind which no byte changes between the augmented
  /// primal and the adjoint, so that loads from them may be repeated.
  llvm::BitVector Unchanged;
  /// Shadow pointers that are handed over or found in memory can be null, because
  /// pointers to constant memory are kept beside others: every access tests for it.
  bool NullShadows = false;
  /// Words of which nobody knows whether they are doubles, pointers or integers are judged by their
  /// shadows when the derivative runs (Rules/OpenWords.h). Only for requests that fail otherwise.
  bool OpenWords = false;
  /// The derivative checks what it is given and computes when it runs (Plan/EntryChecks.h, Emit/OperationChecks.h).
  bool Checked = false;
  /// The front end itself asks for null and overlapping shadows: it knows how large memory is. No part of the identity.
  bool MemoryIsAsked = false;
  /// How messages at run time name the primal, where its own name is not what the user wrote, and how many parameters
  /// come before the first that the user counts. No part of the identity: it follows from the primal.
  std::string UserName;
  unsigned Hidden = 0;
  /// What the caller knows of the bytes of each parameter (empty: nothing).
  llvm::SmallVector<TypeTree, 8> Known;
  /// What it knows of the result.
  TypeTree KnownResult;
  /// The user registered a derivative of the primal, which may do without a body.
  bool GivenByUser = false;

  bool isForward() const { return std::holds_alternative<ForwardMode>(Mode); }
  bool isReverse() const { return !isForward(); }
  bool isSplit() const { return isReverse() && std::get<ReverseMode>(Mode).Split; }

  /// Everything that makes two requests different, as text: equal text, equal
  /// derivative. Also how a request is printed.
  std::string text() const;
};

/// Checks that \p R fits its primal: a role per parameter, Active only on
/// values that can carry a derivative, Duplicated only on those that hold
/// pointers, at least one lane, a body.
llvm::Error checkRequest(const Request &R);

} // namespace fluxion

#endif
