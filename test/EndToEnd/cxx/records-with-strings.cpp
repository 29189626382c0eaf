// Records of strings and numbers, in vectors and maps; sorted, moved, erased.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++ -O0
// levels: -O0 -O2
// not with: -fsanitize=address,undefined
#include "check.h"
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
struct Reading {
  std::string station;
  double value;
  int count;
  std::string unit;
};
static double sorted(double x, double y) {
  std::vector<Reading> all;
  all.push_back({"north", x, 3, "a unit with a rather long name"});
  all.push_back({"south of the river, behind the hill", x * y, 1, "m"});
  all.push_back({"east", y, 2, "s"});
  std::sort(all.begin(), all.end(), [](const Reading &a, const Reading &b) { return a.station < b.station; });
  all.erase(all.begin());
  all.insert(all.begin(), all.back());
  double s = 0;
  for (const Reading &r : all)
    s = s * 1.5 + r.value * r.value * r.count + r.station.size();
  return s;
}
static double grouped(double x, double y) {
  std::map<std::string, std::vector<Reading>> groups;
  for (int i = 0; i < 6; i++)
    groups[i % 2 ? "odd" : "a group with a long name, for all even numbers"].push_back(
        {std::to_string(i), i % 2 ? x * i : y / (i + 1), i, "u"});
  double s = 0;
  for (auto &[name, list] : groups)
    for (auto &r : list)
      s += r.value * r.value;
  return s;
}
static double maybe(double x, double y) {
  std::unique_ptr<Reading> none, one = std::make_unique<Reading>(Reading{"one", x, 1, "m"});
  std::optional<Reading> two;
  if (!none && one)
    two = *one;
  two->value *= y;
  none = std::move(one);
  return two->value + none->value * none->value;
}
int main() {
  CHECK_SCALAR2(sorted, 0.7, 1.4);
  CHECK_SCALAR2(grouped, 0.7, 1.4);
  CHECK_SCALAR2(maybe, 0.7, 1.4);
  return finish();
}
