//===- request-free.cpp - Ordinary C++ that asks for no derivative --------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What plugin-overhead.sh compiles: enough templates and functions to keep the
// optimiser busy for about a second.
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <numeric>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

struct Row {
  std::string Name;
  std::vector<double> Values;
  bool operator<(const Row &O) const { return Name < O.Name; }
};

static std::vector<Row> readRows(std::istream &In) {
  std::vector<Row> Rows;
  for (std::string Line; std::getline(In, Line);) {
    size_t Colon = Line.find(':');
    if (Colon == std::string::npos)
      continue;
    Row R{Line.substr(0, Colon), {}};
    std::istringstream Numbers(Line.substr(Colon + 1));
    for (double V; Numbers >> V;)
      R.Values.push_back(V);
    Rows.push_back(std::move(R));
  }
  return Rows;
}

template <int N> static double smooth(std::vector<double> V) {
  for (int K = 0; K < N; K++)
    for (size_t I = 1; I + 1 < V.size(); I++)
      V[I] = (V[I - 1] + N * V[I] + V[I + 1]) / (N + 2);
  return std::accumulate(V.begin(), V.end(), 0.0);
}

int main() {
  std::vector<Row> Rows = readRows(std::cin);
  std::sort(Rows.begin(), Rows.end());
  std::map<std::string, double> Sums;
  std::unordered_map<std::string, std::function<double(const std::vector<double> &)>> Measures = {
      {"sum", [](const std::vector<double> &V) { return std::accumulate(V.begin(), V.end(), 0.0); }},
      {"one", smooth<1>},
      {"two", smooth<2>},
      {"three", smooth<3>},
      {"four", smooth<4>},
      {"five", smooth<5>}};
  for (const Row &R : Rows)
    for (auto &[Name, Measure] : Measures)
      Sums[R.Name + "." + Name] += Measure(R.Values);
  for (auto &[Name, Value] : Sums)
    std::cout << Name << ' ' << Value << '\n';
}
