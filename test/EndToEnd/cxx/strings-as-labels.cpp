// std::string beside floats: as labels in records, as keys of a map, built on the way.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <map>
#include <string>
#include <vector>
struct Asset {
  std::string name;
  double weight;
};
static double labelled(double *x, int n) {
  std::vector<Asset> assets;
  for (int i = 0; i < n; ++i)
    assets.push_back({"asset number " + std::to_string(i), x[i]});
  double s = 0;
  for (const Asset &a : assets)
    if (a.name.back() != '2')
      s += a.weight * a.weight * a.name.size();
  return s;
}
static double keyed(double *x, int n) {
  std::map<std::string, double> parameters;
  parameters["alpha"] = x[0];
  parameters["a rather long name of a parameter"] = x[1] * x[2];
  parameters["beta"] += x[3] * x[3];
  parameters["alpha"] *= 2;
  double s = 0;
  for (auto &[name, value] : parameters)
    s += value * value * name.length();
  return s * parameters.at("beta");
}
int main() {
  double *x = drawVector(5, 5);
  CHECK_ARRAY(labelled, x, 5);
  CHECK_ARRAY(keyed, x, 5);
  return finish();
}
