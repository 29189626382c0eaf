// An object with constructors and member functions is the thing differentiated.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

class Oscillator {
public:
  Oscillator(double k, double c) : K(k), C(c), X(1), V(0) {}
  void step(double h) {
    double a = -K * X - C * V;
    V += h * a;
    X += h * V;
  }
  double energy() const { return 0.5 * (K * X * X + V * V); }

private:
  double K, C, X, V;
};
static double f(double k, double c) {
  Oscillator o(k, c);
  for (int i = 0; i < 50; i++)
    o.step(0.05);
  return o.energy();
}
int main() {
  CHECK_SCALAR2(f, 2.0, 0.3);
  return finish();
}
