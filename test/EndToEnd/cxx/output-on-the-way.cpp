// iostream, string streams, files and clocks on the way carry no derivative.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <chrono>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <vector>
static double printed(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    std::cout << "step " << i << ": " << std::setprecision(3) << s << ' ' << x[i] << '\n';
  }
  std::cout << std::endl;
  std::cerr << std::fixed << std::setw(8) << s << "\n";
  return s * s;
}
static double logged(double *x, int n) {
  std::ostringstream log;
  auto begin = std::chrono::steady_clock::now();
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s *= 1 + x[i] * 0.1;
    log << s << "," << std::endl;
  }
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (took.count() < 0 || log.str().empty())
    s += 1;
  std::ofstream file("/dev/null");
  file << s << x[0] << log.str();
  return s;
}
int main() {
  double *x = drawVector(5, 4);
  CHECK_ARRAY(printed, x, 4);
  CHECK_ARRAY(logged, x, 4);
  return finish();
}
