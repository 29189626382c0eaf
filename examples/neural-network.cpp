//===- neural-network.cpp - A small network, trained from scratch ---===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two hidden layers learn sin(3x) from 64 points by Adam. Weights are a plain struct of
// vectors; the gradient is one too.
//===----------------------------------------------------------------------===//
#include "compare.h"
#include <fluxion/fluxion.hpp>
#include <random>
#include <vector>

struct Layer {
  int Inputs, Outputs;
  std::vector<double> Weights, Bias;
};
struct Network {
  std::array<Layer, 3> Layers;
};

static std::vector<double> through(const Layer &L, const std::vector<double> &In, bool Last) {
  std::vector<double> Out(L.Outputs);
  for (int O = 0; O < L.Outputs; ++O) {
    double Sum = L.Bias[O];
    for (int I = 0; I < L.Inputs; ++I)
      Sum += L.Weights[O * L.Inputs + I] * In[I];
    Out[O] = Last ? Sum : std::tanh(Sum);
  }
  return Out;
}

static double loss(const Network &N, const std::vector<double> &X, const std::vector<double> &Y) {
  double Sum = 0;
  for (std::size_t I = 0; I < X.size(); ++I) {
    std::vector<double> Signal(1, X[I]);
    for (std::size_t L = 0; L < N.Layers.size(); ++L)
      Signal = through(N.Layers[L], Signal, L + 1 == N.Layers.size());
    Sum += (Signal[0] - Y[I]) * (Signal[0] - Y[I]);
  }
  return Sum / static_cast<double>(X.size());
}

/// Adam: each weight with a step of its own, from running averages of slopes and their squares.
class Adam {
public:
  void step(std::vector<double> &Weights, const std::vector<double> &Gradient, int Number) {
    std::vector<double> &M = First[Next], &V = Second[Next];
    Next = (Next + 1) % 6;
    M.resize(Weights.size());
    V.resize(Weights.size());
    for (std::size_t I = 0; I < Weights.size(); ++I) {
      M[I] += 0.1 * (Gradient[I] - M[I]);
      V[I] += 0.001 * (Gradient[I] * Gradient[I] - V[I]);
      Weights[I] -=
          0.01 * M[I] / (1 - std::pow(0.9, Number)) / (std::sqrt(V[I] / (1 - std::pow(0.999, Number))) + 1e-8);
    }
  }

private:
  std::array<std::vector<double>, 6> First, Second;
  std::size_t Next = 0;
};

int main() {
  std::mt19937_64 Random(7);
  std::normal_distribution<double> Normal;
  auto layer = [&](int In, int Out) {
    Layer L{In, Out, std::vector<double>(In * Out), std::vector<double>(Out)};
    for (double &W : L.Weights)
      W = Normal(Random) / std::sqrt(In);
    return L;
  };
  Network N{{layer(1, 16), layer(16, 16), layer(16, 1)}};
  std::vector<double> X, Y;
  for (int I = 0; I < 64; ++I) {
    X.push_back(I / 32.0 - 1);
    Y.push_back(std::sin(3 * X.back()));
  }
  Adam Optimiser;
  const double Start = loss(N, X, Y);
  for (int I = 1; I <= 400; ++I) {
    const Network G = fluxion::gradient(loss, N, fluxion::constant(X), fluxion::constant(Y));
    for (std::size_t L = 0; L < N.Layers.size(); ++L) {
      Optimiser.step(N.Layers[L].Weights, G.Layers[L].Weights, I);
      Optimiser.step(N.Layers[L].Bias, G.Layers[L].Bias, I);
    }
  }
  const double End = loss(N, X, Y);
  std::printf("loss %.4f before, %.6f after 400 steps\n", Start, End);

  Comparison C("neural network: slopes of the loss at the end");
  const Network G = fluxion::gradient(loss, N, fluxion::constant(X), fluxion::constant(Y));
  for (int L = 0; L < 3; ++L) {
    double &Weight = N.Layers[L].Weights[L];
    const double Before = Weight;
    C.row(("a weight of layer " + std::to_string(L + 1)).c_str(), G.Layers[L].Weights[L],
          centralDifference([&](double W) { return Weight = W, loss(N, X, Y); }, Before));
    Weight = Before;
  }
  return End < 0.01 ? C.verdict() : 1;
}
