// std::variant of a number and a string, in a vector that grows: visited, assigned, sorted into sums.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <string>
#include <variant>
#include <vector>
using Cell = std::variant<double, std::string>;
static double numbers(double *x, int n) {
  std::vector<Cell> row;
  for (int i = 0; i < n; i++) {
    row.emplace_back(std::string("a label that is long enough for the heap, number ") + std::to_string(i));
    row.emplace_back(x[i] * x[0]);
  }
  row[0] = sin(x[1]);
  double s = 0;
  for (const Cell &c : row)
    if (auto *d = std::get_if<double>(&c))
      s += *d * x[2];
    else
      s += 0.01 * double(std::get<std::string>(c).size()) * x[n - 1];
  return s;
}
static double visited(double *x, int n) {
  std::vector<Cell> row = {x[0], std::string("short"), x[1] * x[2]};
  row.push_back(row[2]);
  row[1] = row[0];
  double s = 1;
  for (Cell &c : row)
    s *= std::visit(
        [&](auto &v) -> double {
          if constexpr (std::is_same_v<std::decay_t<decltype(v)>, double>)
            return v = v * v;
          else
            return x[n - 1];
        },
        c);
  return s + std::get<double>(row[3]);
}
int main() {
  double *x = drawVector(4, 5);
  CHECK_ARRAY(numbers, x, 4);
  CHECK_ARRAY(visited, x, 4);
  return finish();
}
