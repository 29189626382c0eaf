// Lambdas and functors are checked without a name, private members like public ones; what only the running program has
// is said, and a wrong one among them is found.
// clang-format off
// RUN: %fluxion check %s | FileCheck %s
// CHECK-DAG: (lambda at check-lambdas-functors-and-private-members.cpp:[[# @LINE + 45]]:{{[0-9]+}}): ok
// CHECK-DAG: (lambda at {{.*}}:[[# @LINE + 45]]:{{[0-9]+}}): not checked  (it holds values that only the program has; call fluxion::check where it is made)
// CHECK-DAG: (lambda at {{.*}}:[[# @LINE + 45]]:{{[0-9]+}}): not checked  (what it takes is not one list of types
// CHECK-DAG: Spring: ok
// CHECK-DAG: Fixed: not checked  (it holds values
// CHECK-DAG: Oscillator::energy: ok  (13 of 13 trials agree)
// CHECK-DAG: double (Shape::*)(double) const: not checked  (only the program knows what this points to
// CHECK-DAG: scaled: ok {{.*}} argument 1 constant, as its class makes it)
// RUN: %fluxion check --function='Oscillator::kinetic' %s | FileCheck %s --check-prefix=PRIVATE
// PRIVATE: Oscillator::kinetic: ok
// RUN: not %fluxion check -DWRONG %s | FileCheck %s --check-prefix=WRONG
// WRONG: Doubled: WRONG
// clang-format on
#include <fluxion/fluxion.hpp>

struct Spring {
  double k;
  double operator()(double x) const { return k * x * x / 2; }
};
struct Fixed {
  explicit Fixed(double k) : k(k) {}
  double k;
  double operator()(double x) const { return k * x; }
};
class Oscillator {
  double mass = 1, k = 2;
  double kinetic(double v) const { return mass * v * v / 2; }

public:
  double energy(double x, double v) const { return kinetic(v) + k * x * x / 2; }
};
struct Shape {
  virtual double area(double x) const { return x * x; }
  virtual ~Shape() = default;
};
struct Limits {
  double least = 0;
};
struct Settings : Limits { // members in two classes
  double scale = 2;
};
static double scaled(const Settings &s, double x) { return s.scale * x * x + s.least; }

int main() {
  double a = 3;
  double sum = fluxion::gradient([](double x) { return x * x; }, 2.0);
  sum += fluxion::gradient([&a](double x) { return a * x; }, 2.0);
  sum += fluxion::gradient([](auto x) { return x; }, 2.0);
  sum += fluxion::gradient(Spring{2}, 2.0) + fluxion::gradient(Fixed(2), 2.0);
  Oscillator o;
  sum += std::get<0>(fluxion::gradient(&Oscillator::energy, fluxion::constant(o), 1.0, 2.0));
  Shape shape;
  sum += fluxion::gradient(&Shape::area, fluxion::constant(shape), 1.0);
  Settings settings;
  sum += fluxion::gradient(scaled, fluxion::constant(settings), 1.0);
  return sum > 0 ? 0 : 1;
}

#ifdef WRONG
static double twice(double x) { return 2 * x; }
static double twice_augmented(double x) { return 2 * x; }
static double twice_reverse(double, double seed) { return 3 * seed; }
void *__fluxion_register_gradient_twice[] = {reinterpret_cast<void *>(twice), reinterpret_cast<void *>(twice_augmented),
                                             reinterpret_cast<void *>(twice_reverse)};
struct Doubled {
  double operator()(double x) const { return twice(x); }
};
double doubled(double x) { return fluxion::gradient(Doubled(), x); }
#endif
