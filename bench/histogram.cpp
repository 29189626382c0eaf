//===- histogram.cpp - Likelihood of a histogram in a hash map ------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 4000 weighted observations fall into some 200 cells, whose numbers are keys of a hash map; the result is the
// log-likelihood of the observations. Once with a map of open addressing and once with std::unordered_map.
// Independent: the logarithms of the weights.
//===----------------------------------------------------------------------===//
#include "bench.h"
#include <cstring>
#include <unordered_map>

namespace {

const int Observations = 4000, Slots = 1024;

struct Map {
  int Keys[Slots];
  double Mass[Slots];
};

inline int find(Map &m, int key) {
  unsigned at = unsigned(key) * 2654435769u >> 22;
  while (m.Keys[at] != key && m.Keys[at] != -1)
    at = at + 1 & Slots - 1;
  if (m.Keys[at] == -1)
    m.Keys[at] = key, m.Mass[at] = 0;
  return at;
}

double open(const double *__restrict u, const int *__restrict keys) {
  Map m;
  for (int i = 0; i < Slots; i++)
    m.Keys[i] = -1;
  double total = 0, result = 0;
  for (int i = 0; i < Observations; i++) {
    double w = exp(u[i]);
    m.Mass[find(m, keys[i])] += w;
    total += w;
  }
  for (int i = 0; i < Observations; i++)
    result += log(m.Mass[find(m, keys[i])] / total);
  return result;
}

double standard(const double *u, const int *keys) {
  std::unordered_map<int, double> mass;
  double total = 0, result = 0;
  for (int i = 0; i < Observations; i++) {
    double w = exp(u[i]);
    mass[keys[i]] += w;
    total += w;
  }
  for (int i = 0; i < Observations; i++)
    result += log(mass[keys[i]] / total);
  return result;
}

/// Keeps the weights and the slots; each observation of a cell adds 1 / mass.
void handOpen(const double *__restrict u, const int *__restrict keys, double *__restrict g) {
  Map m;
  double count[Slots] = {}, total = 0;
  std::vector<short> slot(Observations);
  for (int i = 0; i < Slots; i++)
    m.Keys[i] = -1;
  for (int i = 0; i < Observations; i++) {
    g[i] = exp(u[i]);
    m.Mass[slot[i] = find(m, keys[i])] += g[i];
    total += g[i];
  }
  for (int i = 0; i < Observations; i++)
    count[slot[i]] += 1;
  for (int i = 0; i < Slots; i++)
    count[i] = m.Keys[i] == -1 ? 0 : count[i] / m.Mass[i];
  double each = Observations / total;
  for (int i = 0; i < Observations; i++)
    g[i] *= count[slot[i]] - each;
}

void handStandard(const double *u, const int *keys, double *g) {
  std::unordered_map<int, std::pair<double, int>> mass;
  double total = 0;
  for (int i = 0; i < Observations; i++) {
    g[i] = exp(u[i]);
    auto &cell = mass[keys[i]];
    cell.first += g[i], cell.second++;
    total += g[i];
  }
  double each = Observations / total;
  for (int i = 0; i < Observations; i++) {
    auto &cell = mass[keys[i]];
    g[i] *= cell.second / cell.first - each;
  }
}

} // namespace

int main(int, char **) {
  bench::Vector u(Observations);
  std::vector<int> keys(Observations);
  unsigned state = 53;
  for (double &x : u)
    x = bench::random(state);
  for (int &k : keys)
    k = int(100 + 50 * (bench::random(state) + bench::random(state))) * 977;
  int bad = 0;
#ifdef FD
#define GRADIENT(F, HAND) HAND
#else
#define GRADIENT(F, HAND)                                                                                              \
  [&](const double *u, double *g) {                                                                                    \
    std::fill(g, g + Observations, 0.0);                                                                               \
    __enzyme_autodiff<void>((void *)F, enzyme_dup, u, g, enzyme_const, keys.data());                                   \
  }
#endif
  auto handOpenly = [&](const double *u, double *g) { handOpen(u, keys.data(), g); };
  bench::Case c;
  c.Name = "histogram, open addressing", c.X = u;
  c.HandKeeps = Observations * sizeof(double); // in the gradient
  bad |= bench::run(c, [&](const double *u) { return open(u, keys.data()); }, GRADIENT(open, handOpenly), handOpenly);
  auto handByStandard = [&](const double *u, double *g) { handStandard(u, keys.data(), g); };
  c.Name = "histogram, unordered_map";
  bad |= bench::run(
      c, [&](const double *u) { return standard(u, keys.data()); }, GRADIENT(standard, handByStandard), handByStandard);
  return bad;
}
