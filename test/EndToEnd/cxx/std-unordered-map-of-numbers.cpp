// std::unordered_map with numbers: growing, erased, moved; with vectors in it.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++ -O2
// levels: -O1 -O2
// not with: -fsanitize=address,undefined
#include "check.h"
#include <unordered_map>
#include <unordered_set>
#include <vector>
static double numbered(double x, double y) {
  std::unordered_map<int, double> m;
  for (int i = 0; i < 40; i++) // grows several times
    m[i * 7 % 40] = x * i + y / (i + 1);
  for (int i = 0; i < 40; i += 3)
    m.erase(i);
  double s = 0;
  for (int i = 0; i < 40; i++)
    if (auto it = m.find(i); it != m.end())
      s += it->second * it->second * (i % 5);
  std::unordered_map<int, double> moved = std::move(m);
  moved[100] = s;
  return log(1 + moved[100]);
}
static double ofVectors(double x, double y) {
  std::unordered_map<long, std::vector<double>> groups;
  for (int i = 0; i < 12; i++)
    groups[i % 3].push_back(i % 2 ? x * i : y + i);
  std::unordered_set<int> seen;
  double s = 0;
  for (int i = 0; i < 12; i++)
    if (seen.insert(i % 3).second)
      for (double d : groups[i % 3])
        s += d * d;
  return s;
}
int main() {
  CHECK_SCALAR2(numbered, 0.7, 1.4);
  CHECK_SCALAR2(ofVectors, 0.7, 1.4);
  return finish();
}
