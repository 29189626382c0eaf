// Random engines and distributions give constants: a Monte Carlo price of an option.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <random>
#include <vector>
static double price(double *x, int n) {
  std::mt19937 engine(42);
  std::normal_distribution<double> normal(0, 1);
  double spot = 100 * (1 + 0.1 * x[0]), vol = 0.2 + 0.05 * x[1], rate = 0.03 + 0.01 * x[2];
  double sum = 0;
  int paths = 50;
  for (int i = 0; i < paths; i++) {
    double z = normal(engine);
    double s = spot * std::exp((rate - vol * vol / 2) + vol * z);
    sum += std::max(s - 100.0, 0.0);
  }
  return std::exp(-rate) * sum / paths;
}
static double noisy(double *x, int n) {
  std::default_random_engine engine(7);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> noise(n);
  for (double &v : noise)
    v = uniform(engine);
  std::uniform_int_distribution<int> pick(0, n - 1);
  double s = 0;
  for (int i = 0; i < 2 * n; i++)
    s += x[pick(engine)] * noise[i % n] * x[i % n];
  return s;
}
static std::mt19937_64 global(3);
static double seeded(double *x, int n) {
  global.seed(5);
  std::exponential_distribution<double> d(1.5);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * d(global);
  return s + rand() % 1;
}
int main() {
  double *x = drawVector(5, 5);
  CHECK_ARRAY(price, x, 3);
  CHECK_ARRAY(noisy, x, 5);
  CHECK_ARRAY(seeded, x, 5);
  return finish();
}
