//===- lstm.cpp - A recurrent network with memory cells -------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loss of ADBench's network with diagonal weights, on a sequence of characters. Per layer and step, elementwise,
//
//   forget = sigmoid(in w + b), ingate = sigmoid(hidden w + b), outgate = sigmoid(in w + b), change = tanh(hidden w +
//   b) cell = cell forget + ingate change, hidden = outgate tanh(cell), which is the next layer's input
//
// Once with restrict and once without. Independent: all weights and biases.
//
// usage: lstm FILE...   (`l c b`, weights and biases, state, sequence)
//===----------------------------------------------------------------------===//
#include "bench.h"
#include <fstream>

namespace {

struct Network {
  int Layers, Characters, Bits;
  bench::Vector State, Sequence;
  int mainSize() const { return Layers * 8 * Bits; }
};

inline double sigmoid(double x) { return 1 / (1 + exp(-x)); }

#define LAYER(NAME, RESTRICT)                                                                                          \
  void NAME(const double *RESTRICT weight, const double *RESTRICT bias, const double *RESTRICT in,                     \
            double *RESTRICT hidden, double *RESTRICT cell, int b) {                                                   \
    for (int i = 0; i < b; i++) {                                                                                      \
      double forget = sigmoid(in[i] * weight[i] + bias[i]);                                                            \
      double ingate = sigmoid(hidden[i] * weight[b + i] + bias[b + i]);                                                \
      double outgate = sigmoid(in[i] * weight[2 * b + i] + bias[2 * b + i]);                                           \
      double change = tanh(hidden[i] * weight[3 * b + i] + bias[3 * b + i]);                                           \
      cell[i] = cell[i] * forget + ingate * change;                                                                    \
      hidden[i] = outgate * tanh(cell[i]);                                                                             \
    }                                                                                                                  \
  }

LAYER(layer, )
LAYER(layerRestrict, __restrict)

template <typename Layer>
__attribute__((always_inline)) inline double through(Layer layer, const double *main, const double *extra,
                                                     double *state, const double *sequence, double *work, int l, int c,
                                                     int b) {
  double total = 0, *input = work, *output = work + b;
  for (int t = 0; t + 1 < c; t++) {
    const double *in = input;
    for (int i = 0; i < b; i++)
      input[i] = sequence[t * b + i] * extra[i];
    for (int k = 0; k < l; k++) {
      double *hidden = state + 2 * k * b;
      layer(main + 8 * k * b, main + (8 * k + 4) * b, in, hidden, hidden + b, b);
      in = hidden;
    }
    double sum = 2;
    for (int i = 0; i < b; i++) {
      output[i] = in[i] * extra[b + i] + extra[2 * b + i];
      sum += exp(output[i]);
    }
    double norm = log(sum);
    for (int i = 0; i < b; i++)
      total += (output[i] - norm) * sequence[(t + 1) * b + i];
  }
  return -total / ((c - 1) * b);
}

double plain(const double *main, const double *extra, double *state, const double *sequence, double *work, int l, int c,
             int b) {
  return through(layer, main, extra, state, sequence, work, l, c, b);
}

double restricted(const double *__restrict main, const double *__restrict extra, double *__restrict state,
                  const double *__restrict sequence, double *__restrict work, int l, int c, int b) {
  return through(layerRestrict, main, extra, state, sequence, work, l, c, b);
}

/// What one step of one layer keeps, each of `b` numbers.
enum Kept { Forget, Ingate, Outgate, Change, OldCell, CellTanh, Kinds };

/// Keeps the gates, and of each step the weights of the outputs; what was hidden is a product of two of them.
void handGradient(const double *__restrict main, const double *__restrict extra, const double *__restrict start,
                  const double *__restrict sequence, int l, int c, int b, double *__restrict dmain,
                  double *__restrict dextra) {
  bench::Vector kept(size_t(c - 1) * l * Kinds * b), share(size_t(c - 1) * b), state(start, start + 2 * l * b),
      input(b);
  for (int t = 0; t + 1 < c; t++) {
    const double *in = input.data();
    for (int i = 0; i < b; i++)
      input[i] = sequence[t * b + i] * extra[i];
    for (int k = 0; k < l; k++) {
      const double *w = main + 8 * k * b, *bias = w + 4 * b;
      double *hidden = &state[2 * k * b], *cell = hidden + b, *keep = &kept[size_t(t * l + k) * Kinds * b];
      for (int i = 0; i < b; i++) {
        double f = sigmoid(in[i] * w[i] + bias[i]), g = sigmoid(hidden[i] * w[b + i] + bias[b + i]);
        double o = sigmoid(in[i] * w[2 * b + i] + bias[2 * b + i]);
        double a = tanh(hidden[i] * w[3 * b + i] + bias[3 * b + i]);
        keep[Forget * b + i] = f, keep[Ingate * b + i] = g, keep[Outgate * b + i] = o, keep[Change * b + i] = a;
        keep[OldCell * b + i] = cell[i];
        cell[i] = cell[i] * f + g * a;
        keep[CellTanh * b + i] = tanh(cell[i]);
        hidden[i] = o * keep[CellTanh * b + i];
      }
      in = hidden;
    }
    double sum = 2;
    for (int i = 0; i < b; i++)
      sum += share[t * b + i] = exp(in[i] * extra[b + i] + extra[2 * b + i]);
    for (int i = 0; i < b; i++)
      share[t * b + i] /= sum;
  }
  bench::Vector dstate(2 * l * b), din(b), before(b);
  double scale = -1.0 / ((c - 1) * b);
  for (int t = c - 2; t >= 0; t--) {
    const double *top = &kept[size_t(t * l + l - 1) * Kinds * b], *next = sequence + (t + 1) * b;
    double all = 0;
    for (int i = 0; i < b; i++)
      all += next[i];
    for (int i = 0; i < b; i++) {
      double d = scale * (next[i] - all * share[t * b + i]);
      dextra[b + i] += d * top[Outgate * b + i] * top[CellTanh * b + i];
      dextra[2 * b + i] += d;
      din[i] = d * extra[b + i];
    }
    for (int k = l - 1; k >= 0; k--) {
      const double *w = main + 8 * k * b, *keep = &kept[size_t(t * l + k) * Kinds * b];
      const double *below = keep - Kinds * b, *earlier = keep - size_t(l) * Kinds * b;
      double *dw = dmain + 8 * k * b, *dbias = dw + 4 * b, *dhidden = &dstate[2 * k * b], *dcell = dhidden + b;
      for (int i = 0; i < b; i++) {
        double f = keep[Forget * b + i], g = keep[Ingate * b + i], o = keep[Outgate * b + i];
        double a = keep[Change * b + i], e = keep[CellTanh * b + i];
        double in = k ? below[Outgate * b + i] * below[CellTanh * b + i] : sequence[t * b + i] * extra[i];
        double old = t ? earlier[Outgate * b + i] * earlier[CellTanh * b + i] : start[2 * k * b + i];
        double dh = dhidden[i] + din[i], dc = dcell[i] + dh * o * (1 - e * e);
        double df = dc * keep[OldCell * b + i] * f * (1 - f), dg = dc * a * g * (1 - g);
        double dout = dh * e * o * (1 - o), da = dc * g * (1 - a * a);
        dcell[i] = dc * f;
        dw[i] += df * in, dbias[i] += df;
        dw[b + i] += dg * old, dbias[b + i] += dg;
        dw[2 * b + i] += dout * in, dbias[2 * b + i] += dout;
        dw[3 * b + i] += da * old, dbias[3 * b + i] += da;
        dhidden[i] = dg * w[b + i] + da * w[3 * b + i];
        before[i] = df * w[i] + dout * w[2 * b + i];
      }
      din.swap(before);
    }
    for (int i = 0; i < b; i++)
      dextra[i] += din[i] * sequence[t * b + i];
  }
}

bool read(const char *path, Network &n, bench::Vector &u) {
  std::ifstream in(path);
  if (!(in >> n.Layers >> n.Characters >> n.Bits))
    return false;
  u.resize(n.mainSize() + 3 * n.Bits);
  n.State.resize(2 * n.Layers * n.Bits);
  n.Sequence.resize(n.Characters * n.Bits);
  for (bench::Vector *v : {&u, &n.State, &n.Sequence})
    for (double &x : *v)
      in >> x;
  return bool(in);
}

} // namespace

int main(int argc, char **argv) {
  int bad = 0;
  for (int f = 1; f < argc; f++) {
    Network n;
    bench::Vector u;
    if (!read(argv[f], n, u)) {
      std::fprintf(stderr, "lstm: cannot read %s\n", argv[f]);
      return 2;
    }
    int l = n.Layers, c = n.Characters, b = n.Bits, extra = n.mainSize();
    bench::Vector state(n.State), dstate(n.State), work(2 * b), dwork(2 * b);
    const double *sequence = n.Sequence.data();
    auto hand = [&](const double *u, double *g) {
      std::fill(g, g + extra + 3 * b, 0.0);
      handGradient(u, u + extra, n.State.data(), sequence, l, c, b, g, g + extra);
    };
    auto primalOf = [&](auto function) {
      return [=, &n, &state, &work](const double *u) {
        std::copy(n.State.begin(), n.State.end(), state.begin());
        return function(u, u + extra, state.data(), sequence, work.data(), l, c, b);
      };
    };
#ifdef FD
#define GRADIENT(F) hand
#else
#define GRADIENT(F)                                                                                                    \
  [&](const double *u, double *g) {                                                                                    \
    std::copy(n.State.begin(), n.State.end(), state.begin());                                                          \
    for (bench::Vector *v : {&dstate, &dwork})                                                                         \
      std::fill(v->begin(), v->end(), 0.0);                                                                            \
    std::fill(g, g + extra + 3 * b, 0.0);                                                                              \
    __enzyme_autodiff<void>((void *)F, enzyme_dup, u, g, enzyme_dup, u + extra, g + extra, enzyme_dup, state.data(),   \
                            dstate.data(), enzyme_const, sequence, enzyme_dup, work.data(), dwork.data(),              \
                            enzyme_const, l, enzyme_const, c, enzyme_const, b);                                        \
  }
#endif
    std::string name = argv[f];
    name = name.substr(name.rfind('/') + 1);
    name = name.substr(0, name.rfind('.'));
    bad |= bench::run(name + " restrict", u, primalOf(restricted), GRADIENT(restricted), hand);
    bad |= bench::run(name + " plain", u, primalOf(plain), GRADIENT(plain), hand);
  }
  return bad;
}
