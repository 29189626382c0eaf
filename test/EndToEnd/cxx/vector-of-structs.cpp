// std::vector of records with integers and floats: sorted, erased by condition, moved about.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <algorithm>
#include <vector>
struct Particle {
  int kind;
  double x, v;
  float charge;
};
static double f(double *x, int n) {
  std::vector<Particle> all;
  for (int i = 0; i < n; ++i)
    all.push_back({i % 3, x[i], x[(i + 1) % n], 0.5f});
  std::sort(all.begin(), all.end(), [](const Particle &a, const Particle &b) { return a.x < b.x; });
  all.erase(std::remove_if(all.begin(), all.end(), [](const Particle &p) { return p.kind == 1; }), all.end());
  for (int step = 0; step < 4; ++step)
    for (auto &p : all) {
      p.v -= 0.1 * p.x * p.charge;
      p.x += 0.1 * p.v;
    }
  double s = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    s += all[i].x * all[i].v * (i + 1) * all[i].kind + all[i].x;
  return s;
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(f, x, 9);
  return finish();
}
