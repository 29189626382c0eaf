//===- RequestGraph.h - All requests that a root implies -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One node per request: the prepared primal, the facts about it, the requests of its
// calls, and which call cycle it belongs to. Read-only once analysed, but for
// the plan and the functions, which the engine fills in.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_ENGINE_REQUESTGRAPH_H
#define FLUXION_ENGINE_REQUESTGRAPH_H

#include "Analysis/Activity.h"
#include "Analysis/MemoryFacts.h"
#include "Analysis/TypeInference.h"
#include "Plan/Plan.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace fluxion {

struct RequestNode {
  Request R;
  std::shared_ptr<PreparedFunction> Prepared;
  TypeMap Types;
  ActivityMap Activity;
  MemoryFacts Memory;
  llvm::MapVector<const llvm::CallBase *, RequestNode *> Callees;
  /// Those of calls that only run while unwinding.
  llvm::MapVector<const llvm::CallBase *, RequestNode *> Cleanups;
  unsigned Cycle = 0; ///< nodes of one call cycle share a number

  std::unique_ptr<AdjointPlan> Plan;
  llvm::Function *Main = nullptr, *Adjoint = nullptr;
  bool Emitted = false;
  bool Finished = false;                  ///< and verified, as part of a derivative that is used
  bool Given = false;                     ///< the user wrote it: no facts, no plan but for the tape
  std::vector<Diagnostics::Error> Errors; ///< found while it was written
  std::set<int> Printed;

private:
  friend class RequestGraph;
  unsigned Index = 0, Lowest = 0; // Tarjan
  bool OnStack = false;
};

class RequestGraph {
public:
  explicit RequestGraph(Diagnostics &Diags) : Diags(Diags) {}
  /// Analyses \p R and everything it implies; null after a diagnostic. A function of unknown types that only a
  /// pointer may lead to is left out, unless \p Strict.
  RequestNode *add(const Request &R, bool Strict = false);
  /// Could it be that \p R failed with \p Errors for words of unknown type?
  static bool mayNeedOpenWords(llvm::ArrayRef<Diagnostics::Error> Errors, const Request &R);
  /// Every node, each after the nodes it calls (within a cycle in any order).
  llvm::ArrayRef<RequestNode *> calleesFirst() const { return Order; }

  /// \p Root and every node it reaches.
  static llvm::SmallVector<RequestNode *, 8> impliedBy(RequestNode &Root, bool WithCleanups = true);
  /// The nodes that cannot do without one that has errors. A dispatcher can, as long as one of its callees is
  /// not among them.
  static llvm::SmallSetVector<RequestNode *, 8> failed(llvm::ArrayRef<RequestNode *> Nodes);

private:
  Diagnostics &Diags;
  llvm::StringMap<std::unique_ptr<RequestNode>> Nodes;
  llvm::DenseMap<llvm::Function *, std::shared_ptr<PreparedFunction>> Prepared;
  GlobalsInReach Globals;
  std::vector<RequestNode *> Order, Stack;
  unsigned NextIndex = 1, NextCycle = 1;
  bool IsStrict = false;
  /// Of recursive requests, by their text without types: what all who ask know of types.
  std::map<std::string, Request> KnownToAll;
  /// Errors of functions that were left out of a dispatcher, for the request that needs one of them.
  std::map<llvm::Function *, std::vector<Diagnostics::Error>> WhyDropped;

  RequestNode *visit(const Request &R);
  RequestNode *fail(RequestNode &N);
  bool findFacts(RequestNode &N);
  bool analyse(RequestNode &N);
  bool analyseGiven(RequestNode &N);
  bool checkOutputs(const Request &R);
  bool checkType(const RequestNode &N, const llvm::Value &V, const llvm::Instruction &At);
  bool checkSignature(const RequestNode &N);
  bool checkRule(const RequestNode &N, const llvm::Instruction &I);
  bool checkRules(RequestNode &N);
  bool checkOpenWords(const RequestNode &Root);
  void refuseOtherFloats(const RequestNode &N);
  bool addCallees(RequestNode &N);
  bool addCallee(RequestNode &N, const llvm::CallBase &Call);
  void addCleanups(RequestNode &N);
  bool finishCallees(RequestNode &N);
  bool analyseDispatcher(RequestNode &N);
  const llvm::Function *addKnownCallees(RequestNode &N, std::vector<Diagnostics::Error> &Why);
  std::optional<Request> calleeRequest(const RequestNode &N, const llvm::CallBase &Call);
  RequestNode *openTwin(const Request &R);
  void closeCycle(RequestNode &N);
  std::shared_ptr<PreparedFunction> prepared(llvm::Function &F);
};

} // namespace fluxion

#endif
