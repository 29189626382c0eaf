//===- pendulum.cpp - How the swing depends on how it began ---------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A damped pendulum, stepped until it has crossed the vertical a few times; the
// number of steps is not known beforehand. Scalars by value: the gradient comes
// back as a struct, the tangent of one direction as a number.
//===----------------------------------------------------------------------===//
#include "compare.h"

struct Gradient {
  double Angle, Length, Damping;
};

// The two requests: declarations are enough, Fluxion replaces the calls.
Gradient __fluxion_autodiff(double (*)(double, double, double), double, double, double);
double __fluxion_fwddiff(double (*)(double, double, double), double, double, double, double, double, double);

/// The angle after four swings through the vertical and a little more.
static double angleAfterSwings(double Angle, double Length, double Damping) {
  const double Gravity = 9.81, Step = 1e-3;
  double Speed = 0;
  int Crossings = 0;
  int StepsLeft = -1; // not counting down yet
  while (StepsLeft != 0) {
    double Before = Angle;
    Speed -= Step * (Gravity / Length * std::sin(Angle) + Damping * Speed);
    Angle += Step * Speed;
    if (Before * Angle < 0 && ++Crossings == 4)
      StepsLeft = 200;
    else if (StepsLeft > 0)
      --StepsLeft;
  }
  return Angle;
}

int main() {
  const double Angle = 0.7, Length = 1.3, Damping = 0.1;
  Gradient G = __fluxion_autodiff(angleAfterSwings, Angle, Length, Damping);
  double Along = __fluxion_fwddiff(angleAfterSwings, Angle, 1.0, Length, -0.5, Damping, 0.0);

  Comparison C("pendulum: d(angle)/d(...) through a while loop");
  C.row("reverse, start angle", G.Angle,
        centralDifference([&](double X) { return angleAfterSwings(X, Length, Damping); }, Angle));
  C.row("reverse, length", G.Length,
        centralDifference([&](double X) { return angleAfterSwings(Angle, X, Damping); }, Length));
  C.row("reverse, damping", G.Damping,
        centralDifference([&](double X) { return angleAfterSwings(Angle, Length, X); }, Damping));
  C.row("forward along (1, -0.5, 0)", Along,
        centralDifference([&](double T) { return angleAfterSwings(Angle + T, Length - 0.5 * T, Damping); }, 0));
  return C.verdict();
}
