// also: -Os
// std::map: filled, changed, walked both ways, erased from; the structure is kept by functions of libstdc++.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <map>

static double filled(double x) {
  std::map<int, double> m;
  for (int i = 0; i < opaque(7); i++)
    m[i * 3 % 5] += x * i;
  double s = 0;
  for (auto &[key, value] : m)
    s += value * value * key;
  return s;
}
static double backwards(double x) {
  std::map<int, double> m;
  for (int i = 0; i < opaque(6); i++)
    m[i] = std::sin(x + i);
  double s = 0.5;
  for (auto at = m.rbegin(); at != m.rend(); ++at)
    s = s * at->second + x;
  return s;
}
static double erased(double x) {
  std::map<int, double> m;
  for (int i = 0; i < opaque(9); i++)
    m[(i * 5) % 9] = x * x + i * x;
  for (int i = 0; i < opaque(4); i++)
    m.erase(i * 2);
  double s = 0;
  for (auto &entry : m)
    s += entry.second * entry.second;
  auto found = m.find(5);
  return found == m.end() ? s : s * found->second;
}
int main() {
  CHECK_SCALAR(filled, 0.7);
  CHECK_SCALAR(backwards, 0.4);
  CHECK_SCALAR(erased, 0.9);
  return finish();
}
