//===- mlp.cpp - A dense network on a batch ------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three layers y <- tanh(W y + b) of a batch of 64, then half the squared distance from a target. The
// layers write where the caller says; once with restrict, as numerical code is written, and once without.
//===----------------------------------------------------------------------===//
#include "bench.h"
#include "peers/objectives.h"

namespace {

const int Batch = 64, Layers = 3, Width[Layers + 1] = {32, 64, 64, 16};

#define LAYER(NAME, RESTRICT)                                                                                          \
  void NAME(const double *RESTRICT W, const double *RESTRICT b, const double *RESTRICT in, double *RESTRICT out,       \
            int from, int to) {                                                                                        \
    for (int s = 0; s < Batch; s++)                                                                                    \
      for (int i = 0; i < to; i++) {                                                                                   \
        double sum = b[i];                                                                                             \
        for (int j = 0; j < from; j++)                                                                                 \
          sum += W[i * from + j] * in[s * from + j];                                                                   \
        out[s * to + i] = tanh(sum);                                                                                   \
      }                                                                                                                \
  }

LAYER(layer, )
LAYER(layerRestrict, __restrict)

template <typename Layer>
__attribute__((always_inline)) inline double through(Layer layer, const double *u, const double *input,
                                                     const double *target, double *work) {
  const double *in = input;
  for (int l = 0; l < Layers; l++) {
    const double *b = u + Width[l] * Width[l + 1];
    layer(u, b, in, work, Width[l], Width[l + 1]);
    u = b + Width[l + 1];
    in = work;
    work += Batch * Width[l + 1];
  }
  double s = 0;
  for (int i = 0; i < Batch * Width[Layers]; i++)
    s += 0.5 * (in[i] - target[i]) * (in[i] - target[i]);
  return s;
}

double loss(const double *u, const double *input, const double *target, double *work) {
  return through(layer, u, input, target, work);
}
double lossRestrict(const double *__restrict u, const double *__restrict input, const double *__restrict target,
                    double *__restrict work) {
  return through(layerRestrict, u, input, target, work);
}

/// Keeps the outputs of the layers, which are in the work space anyway.
void handGradient(const double *__restrict u, const double *__restrict input, const double *__restrict target,
                  double *__restrict work, double *__restrict dwork, double *__restrict g) {
  lossRestrict(u, input, target, work);
  const double *weights[Layers];
  double *dweights[Layers], *outputs[Layers], *doutputs[Layers];
  for (int l = 0; l < Layers; l++) {
    weights[l] = u, dweights[l] = g, outputs[l] = work, doutputs[l] = dwork;
    int n = Width[l] * Width[l + 1] + Width[l + 1];
    u += n, g += n, work += Batch * Width[l + 1], dwork += Batch * Width[l + 1];
  }
  for (int i = 0; i < Batch * Width[Layers]; i++)
    doutputs[Layers - 1][i] = outputs[Layers - 1][i] - target[i];
  for (int l = Layers - 1; l >= 0; l--) {
    int from = Width[l], to = Width[l + 1];
    const double *__restrict W = weights[l], *__restrict in = l ? outputs[l - 1] : input, *__restrict out = outputs[l];
    double *__restrict dW = dweights[l], *__restrict db = dW + from * to, *__restrict dout = doutputs[l],
                       *__restrict din = l ? doutputs[l - 1] : nullptr;
    for (int s = 0; s < Batch; s++) {
      if (din)
        std::fill(din + s * from, din + (s + 1) * from, 0.0);
      for (int i = 0; i < to; i++) {
        double d = dout[s * to + i] * (1 - out[s * to + i] * out[s * to + i]);
        db[i] += d;
        for (int j = 0; j < from; j++)
          dW[i * from + j] += d * in[s * from + j];
        if (din)
          for (int j = 0; j < from; j++)
            din[s * from + j] += d * W[i * from + j];
      }
    }
  }
}

} // namespace

int main(int, char **) {
  int parameters = 0, cells = 0, bad = 0;
  for (int l = 0; l < Layers; l++)
    parameters += Width[l] * Width[l + 1] + Width[l + 1], cells += Batch * Width[l + 1];
  bench::Vector u(parameters), input(Batch * Width[0]), target(Batch * Width[Layers]), work(cells), dwork(cells);
  unsigned state = 11;
  for (double &x : u)
    x = bench::random(state) / 5;
  for (double &x : input)
    x = bench::random(state);
  for (double &x : target)
    x = bench::random(state);
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + parameters, 0.0);
    handGradient(u, input.data(), target.data(), work.data(), dwork.data(), g);
  };
#ifdef FD
#define GRADIENT(F) hand
#else
#define GRADIENT(F)                                                                                                    \
  [&](const double *u, double *g) {                                                                                    \
    std::fill(g, g + parameters, 0.0);                                                                                 \
    std::fill(dwork.begin(), dwork.end(), 0.0);                                                                        \
    __enzyme_autodiff<void>((void *)F, enzyme_dup, u, g, enzyme_const, input.data(), enzyme_const, target.data(),      \
                            enzyme_dup, work.data(), dwork.data());                                                    \
  }
#endif
  objectives::Network data = {input.data(), target.data()};
  bench::Case c;
  c.Name = "mlp restrict", c.X = u, c.Peers = "mlp", c.Data = &data;
  c.HandKeeps = cells * sizeof(double); // in the work space
  bad |= bench::run(
      c, [&](const double *u) { return lossRestrict(u, input.data(), target.data(), work.data()); },
      GRADIENT(lossRestrict), hand);
  c.Name = "mlp plain", c.Peers = "";
  bad |= bench::run(
      c, [&](const double *u) { return loss(u, input.data(), target.data(), work.data()); }, GRADIENT(loss), hand);
  return bad;
}
