//===- conv.cpp - A layer of convolutions ---------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 8 channels of 32 x 32 to 8 channels of 30 x 30 by kernels of 3 x 3, a bias, what is negative becomes zero, and half
// the squared distance from a target. The layer writes where the caller says. Independent: kernels, biases and the
// image.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

const int Channels = 8, Size = 32, Out = Size - 2, Kernels = Channels * Channels * 9;
const int Image = Channels * Size * Size, Results = Channels * Out * Out, Inputs = Kernels + Channels + Image;

double loss(const double *__restrict u, const double *__restrict target, double *__restrict out) {
  const double *kernel = u, *bias = u + Kernels, *image = bias + Channels;
  for (int o = 0; o < Channels; o++) {
    double *to = out + o * Out * Out;
    for (int i = 0; i < Out * Out; i++)
      to[i] = bias[o];
    for (int c = 0; c < Channels; c++)
      for (int ky = 0; ky < 3; ky++)
        for (int kx = 0; kx < 3; kx++) {
          double w = kernel[((o * Channels + c) * 3 + ky) * 3 + kx];
          for (int y = 0; y < Out; y++)
            for (int x = 0; x < Out; x++)
              to[y * Out + x] += w * image[(c * Size + y + ky) * Size + x + kx];
        }
  }
  double s = 0;
  for (int i = 0; i < Results; i++) {
    out[i] = out[i] > 0 ? out[i] : 0;
    s += 0.5 * (out[i] - target[i]) * (out[i] - target[i]);
  }
  return s;
}

/// Keeps the result of the layer, which is the caller's anyway; that becomes its own adjoint.
void handGradient(const double *__restrict u, const double *__restrict target, double *__restrict out,
                  double *__restrict g) {
  loss(u, target, out);
  const double *kernel = u, *image = u + Kernels + Channels;
  double *dkernel = g, *dbias = g + Kernels, *dimage = dbias + Channels;
  for (int i = 0; i < Results; i++)
    out[i] = out[i] > 0 ? out[i] - target[i] : 0;
  for (int o = 0; o < Channels; o++) {
    const double *d = out + o * Out * Out;
    for (int i = 0; i < Out * Out; i++)
      dbias[o] += d[i];
    for (int c = 0; c < Channels; c++)
      for (int ky = 0; ky < 3; ky++)
        for (int kx = 0; kx < 3; kx++) {
          int at = ((o * Channels + c) * 3 + ky) * 3 + kx;
          double w = kernel[at], s = 0;
          for (int y = 0; y < Out; y++)
            for (int x = 0; x < Out; x++) {
              int p = (c * Size + y + ky) * Size + x + kx;
              s += d[y * Out + x] * image[p];
              dimage[p] += w * d[y * Out + x];
            }
          dkernel[at] += s;
        }
  }
}

} // namespace

int main(int, char **) {
  bench::Vector u(Inputs), target(Results), out(Results), dout(Results);
  unsigned state = 19;
  for (double &x : u)
    x = bench::random(state) / 2;
  for (double &x : target)
    x = bench::random(state);
  auto primal = [&](const double *u) { return loss(u, target.data(), out.data()); };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + Inputs, 0.0);
    handGradient(u, target.data(), out.data(), g);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + Inputs, 0.0);
    std::fill(dout.begin(), dout.end(), 0.0);
    __enzyme_autodiff<void>((void *)loss, enzyme_dup, u, g, enzyme_const, target.data(), enzyme_dup, out.data(),
                            dout.data());
  };
#endif
  bench::Case c;
  c.Name = "convolution layer", c.X = u;
  c.HandKeeps = Results * sizeof(double); // in the work space
  return bench::run(c, primal, fluxion, hand);
}
