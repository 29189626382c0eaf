//===- Mirrored.cpp - Functions that keep the structure of a container ----===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libstdc++ links and balances the nodes of lists and trees in functions without a body here. They
// touch pointers and colours only. The shadow of a container is the same structure of shadow
// nodes, so the same call on shadows keeps it so; what the call returns is the shadow node.
//===----------------------------------------------------------------------===//
#include "Analysis/Activity.h"
#include "Analysis/TypeInference.h"
#include "Rules/CallKinds.h"
#include "Rules/Library/Library.h"
#include "Rules/RuleSupport.h"
#include "Support/RuntimeError.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace fluxion {
namespace {

class MirroredRule : public Rule {
public:
  StringRef name() const override { return "mirrored"; }
  void reads(const Instruction &, ReadsContext &) const override {}
  void transpose(const Instruction &, AdjointContext &) const override {}

  void apply(const Instruction &I, TangentContext &C) const override {
    const auto &Call = cast<CallBase>(I);
    if (!C.isForward() && any_of(Call.args(), [&](const Use &Arg) { return linksAreMixed(C, Call, Arg); }))
      return unsupported(C, I, "links of a container in memory that holds floats at another time");
    SmallVector<Value *, 2> Results;
    for (unsigned Lane = 0; Lane < C.Width; ++Lane) {
      SmallVector<Value *, 4> Args;
      for (const Use &Arg : Call.args())
        Args.push_back(Arg->getType()->isPointerTy() ? C.shadow(Arg)[Lane] : primalOf(C, Arg));
      refuseNull(C, Call, Args);
      Results.push_back(C.B.CreateCall(Call.getFunctionType(), Call.getCalledOperand(), Args));
    }
    if (C.carries(&I))
      C.setTangent(I, Lanes(Results));
  }

private:
  /// Nobody would clear them when the adjoint comes to the time before.
  static bool linksAreMixed(const RuleContext &C, const CallBase &Call, const Value *Node) {
    return Node->getType()->isPointerTy() && !C.Types.opensWords() &&
           C.Types.holdsMixed(Node, linksOfMirrored(Call).back() + 8);
  }

  /// A node that belongs to constant memory cannot be linked with those that have shadows.
  static void refuseNull(TangentContext &C, const CallBase &Call, ArrayRef<Value *> Args) {
    for (auto [Arg, Shadow] : zip_equal(Call.args(), Args)) {
      if (!Arg->getType()->isPointerTy() || (C.Activity.hasShadow(Arg) && !C.Activity.shadowMayBeNull(Arg)))
        continue;
      Instruction *End =
          SplitBlockAndInsertIfThen(C.B.CreateIsNull(Shadow), C.B.GetInsertPoint(), /*Unreachable=*/true);
      BasicBlock::iterator Behind = C.B.GetInsertPoint();
      C.B.SetInsertPoint(End);
      emitRuntimeError(C.B, "a node without a shadow (it was passed as constant) is linked into a container that "
                            "holds active data; pass it as duplicated");
      C.B.SetInsertPoint(Behind->getParent(), Behind);
    }
  }
};

} // namespace

bool isMirrored(const CallBase &Call) {
  static const StringSet<> Names = {
      "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
      "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
      "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
      "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
      "_ZNSt8__detail15_List_node_base7_M_hookEPS0_",
      "_ZNSt8__detail15_List_node_base9_M_unhookEv",
      "_ZNSt8__detail15_List_node_base10_M_reverseEv",
      "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_",
      "_ZNSt8__detail15_List_node_base4swapERS0_S1_",
  };
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->isDeclaration() && Names.contains(Callee->getName());
}

ArrayRef<int64_t> linksOfMirrored(const CallBase &Call) {
  static constexpr int64_t List[] = {0, 8}, Tree[] = {8, 16, 24};
  return Call.getCalledFunction()->getName().contains("_Rb_tree_") ? ArrayRef<int64_t>(Tree) : ArrayRef<int64_t>(List);
}

const Rule *findMirroredRule(const CallBase &Call) {
  static const MirroredRule Mirrored;
  return isMirrored(Call) ? &Mirrored : nullptr;
}

} // namespace fluxion
