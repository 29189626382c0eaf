//===- median.cpp - A median by sorting -----------------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 1001 squared residuals x (x - 2), sorted by a quicksort that calls itself; the middle one and a tenth of its
// neighbours.
//===----------------------------------------------------------------------===//
#include "bench.h"

namespace {

void quicksort(double *v, int low, int high) {
  while (low < high) {
    double pivot = v[(low + high) / 2];
    int i = low, j = high;
    while (i <= j) {
      while (v[i] < pivot)
        i++;
      while (v[j] > pivot)
        j--;
      if (i <= j) {
        double t = v[i];
        v[i++] = v[j];
        v[j--] = t;
      }
    }
    quicksort(v, low, j);
    low = i;
  }
}

double median(const double *x, double *work, int n) {
  for (int i = 0; i < n; i++)
    work[i] = x[i] * (x[i] - 2);
  quicksort(work, 0, n - 1);
  return work[n / 2] + 0.1 * (work[n / 2 - 1] + work[n / 2 + 1]);
}

struct Entry {
  double Value;
  int From;
};

void quicksortEntries(Entry *v, int low, int high) {
  while (low < high) {
    double pivot = v[(low + high) / 2].Value;
    int i = low, j = high;
    while (i <= j) {
      while (v[i].Value < pivot)
        i++;
      while (v[j].Value > pivot)
        j--;
      if (i <= j)
        std::swap(v[i++], v[j--]);
    }
    quicksortEntries(v, low, j);
    low = i;
  }
}

/// Sorts where each number came from along with it.
void handGradient(const double *x, int n, double *g) {
  std::vector<Entry> work(n);
  for (int i = 0; i < n; i++)
    work[i] = {x[i] * (x[i] - 2), i};
  quicksortEntries(work.data(), 0, n - 1);
  for (int k = -1; k <= 1; k++) {
    int from = work[n / 2 + k].From;
    g[from] += (k ? 0.1 : 1.0) * (2 * x[from] - 2);
  }
}

} // namespace

int main(int, char **) {
  const int n = 1001;
  bench::Vector u(n), work(n), dwork(n);
  unsigned state = 47;
  for (double &x : u)
    x = 3 * bench::random(state);
  auto primal = [&](const double *u) { return median(u, work.data(), n); };
  auto hand = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    handGradient(u, n, g);
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *g) {
    std::fill(g, g + n, 0.0);
    std::fill(dwork.begin(), dwork.end(), 0.0);
    __enzyme_autodiff<void>((void *)median, enzyme_dup, u, g, enzyme_dup, work.data(), dwork.data(), enzyme_const, n);
  };
#endif
  return bench::run("median by quicksort", u, primal, fluxion, hand);
}
