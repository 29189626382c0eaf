// A registered derivative that is wrong is found; what is right beside it stays right, a lambda too.
// clang-format off
// RUN: not %fluxion check %s | FileCheck %s
// CHECK-DAG: (lambda at check-finds-a-wrong-derivative.cpp:{{[0-9:]+}}): ok
// CHECK-DAG: energy: ok
// CHECK-DAG: square: WRONG
// CHECK-DAG: random in [0.5, 2] {{.*}} WRONG
// RUN: %fluxion check --function=energy --verbose --trials=4 %s | FileCheck %s --check-prefix=ONE
// ONE: energy: ok  (9 of 9 trials agree)
// ONE-NOT: square
// clang-format on
#include <fluxion/fluxion.hpp>
#include <vector>

static double energy(const std::vector<double> &x) {
  double sum = 0;
  for (double v : x)
    sum += v * v * v;
  return sum;
}

double square(double x) { return x * x; }
double square_augmented(double x) { return x * x; }
double square_reverse(double x, double seed) { return 3 * x * seed; }
void *__fluxion_register_gradient_square[] = {reinterpret_cast<void *>(square),
                                              reinterpret_cast<void *>(square_augmented),
                                              reinterpret_cast<void *>(square_reverse)};

int main() {
  double a = fluxion::gradient(energy, std::vector<double>{1, 2})[0];
  double b = fluxion::gradient(square, 2.0);
  double c = fluxion::gradient([](double x) { return x; }, 2.0);
  return a + b + c > 0 ? 0 : 1;
}
