//===- constrained-optimum.cpp - An interior point method with exact Hessians, Ipopt ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The 71st problem of Hock and Schittkowski. Ipopt asks for the gradient of the objective,
// the Jacobian of the constraints, and the Hessian of the Lagrangian; each is one call.
// needs: /usr/include/coin/IpTNLP.hpp coinor-libipopt-dev
// flags: -isystem /usr/include/coin -DHAVE_CSTDDEF -lipopt
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <IpIpoptApplication.hpp>
#include <IpSolveStatistics.hpp>
#include <IpTNLP.hpp>
#include <fluxion/fluxion.hpp>

using Point = std::array<double, 4>;
using Constraints = std::array<double, 2>;
using namespace Ipopt;

static double objective(const Point &X) { return X[0] * X[3] * (X[0] + X[1] + X[2]) + X[2]; }
static Constraints constraints(const Point &X) {
  return {X[0] * X[1] * X[2] * X[3], X[0] * X[0] + X[1] * X[1] + X[2] * X[2] + X[3] * X[3]};
}
static double lagrangian(const Point &X, double Factor, const Constraints &Multipliers) {
  const Constraints G = constraints(X);
  return Factor * objective(X) + Multipliers[0] * G[0] + Multipliers[1] * G[1];
}

class Problem : public TNLP {
public:
  explicit Problem(Point &To) : Found(To) {}

  bool get_nlp_info(Index &N, Index &M, Index &InJacobian, Index &InHessian, IndexStyleEnum &Style) override {
    N = 4, M = 2, InJacobian = 8, InHessian = 10, Style = C_STYLE;
    return true;
  }
  bool get_bounds_info(Index, Number *Low, Number *High, Index, Number *GLow, Number *GHigh) override {
    for (int I = 0; I < 4; ++I)
      Low[I] = 1, High[I] = 5;
    GLow[0] = 25, GHigh[0] = 2e19, GLow[1] = GHigh[1] = 40;
    return true;
  }
  bool get_starting_point(Index, bool, Number *X, bool, Number *, Number *, Index, bool, Number *) override {
    X[0] = X[3] = 1, X[1] = X[2] = 5;
    return true;
  }
  bool eval_f(Index, const Number *X, bool, Number &Value) override {
    Value = objective(at(X));
    return true;
  }
  bool eval_grad_f(Index, const Number *X, bool, Number *To) override {
    const Point G = fluxion::gradient(objective, at(X));
    std::copy(G.begin(), G.end(), To);
    return true;
  }
  bool eval_g(Index, const Number *X, bool, Index, Number *To) override {
    const Constraints G = constraints(at(X));
    std::copy(G.begin(), G.end(), To);
    return true;
  }
  bool eval_jac_g(Index, const Number *X, bool, Index, Index, Index *Row, Index *Column, Number *To) override {
    for (int K = 0; !To && K < 8; ++K)
      Row[K] = K / 4, Column[K] = K % 4;
    if (!To)
      return true;
    for (const Point &Gradient : fluxion::jacobian(constraints, at(X)))
      To = std::copy(Gradient.begin(), Gradient.end(), To);
    return true;
  }
  bool eval_h(Index, const Number *X, bool, Number Factor, Index, const Number *Lambda, bool, Index, Index *Row,
              Index *Column, Number *To) override {
    int K = 0;
    if (!To) {
      for (int I = 0; I < 4; ++I)
        for (int J = 0; J <= I; ++J)
          Row[K] = I, Column[K++] = J;
      return true;
    }
    const Constraints Multipliers = {Lambda[0], Lambda[1]};
    const auto H = fluxion::hessian(lagrangian, at(X), fluxion::constant(Factor), fluxion::constant(Multipliers));
    for (int I = 0; I < 4; ++I)
      for (int J = 0; J <= I; ++J)
        To[K++] = H[I][J];
    return true;
  }
  void finalize_solution(SolverReturn, Index, const Number *X, const Number *, const Number *, Index, const Number *,
                         const Number *, Number, const IpoptData *, IpoptCalculatedQuantities *) override {
    Found = at(X);
  }

private:
  static Point at(const Number *X) { return {X[0], X[1], X[2], X[3]}; }
  Point &Found;
};

int main() {
  Point Found{};
  SmartPtr<TNLP> Asked = new Problem(Found);
  SmartPtr<IpoptApplication> Application = IpoptApplicationFactory();
  Application->Options()->SetIntegerValue("print_level", 0);
  Application->Options()->SetNumericValue("tol", 1e-11);
  Application->Options()->SetStringValue("sb", "yes");
  Application->Initialize();
  Application->OptimizeTNLP(Asked);
  std::printf("%d iterations\n", static_cast<int>(Application->Statistics()->IterationCount()));

  Comparison C("constrained optimum", "found", "known");
  const double Known[] = {1.0, 4.7429996364, 3.8211499789, 1.3794082932};
  for (int I = 0; I < 4; ++I)
    C.row(("x" + std::to_string(I + 1)).c_str(), Found[I], Known[I]);
  return C.verdict();
}
