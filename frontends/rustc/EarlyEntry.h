//===- EarlyEntry.h - Requests before rustc's optimisation ------*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the library is also loaded by -Zllvm-plugins, a pass at the start of each
// codegen unit's pipeline completes the requests by what rustc leaves out.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FRONTENDS_RUSTC_EARLYENTRY_H
#define FLUXION_FRONTENDS_RUSTC_EARLYENTRY_H

namespace llvm {
class Module;
}

namespace fluxion {

/// Adds seeds, checks of shadow lengths, and the right order of pairs to the requests
/// of \p M; true when M changed. A completed request is left alone.
bool completeRequests(llvm::Module &M);

} // namespace fluxion

#endif
