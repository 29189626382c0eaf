// Members, lambdas that capture by value and by reference, functors, std::function.
// RUN: %clangxx -std=c++17 %warnings -O0 -g -fsanitize=address,undefined -fno-sanitize-recover=all %s -o %t.0 && %t.0
// RUN: %clangxx -std=c++20 %warnings -O2 %s -o %t.2 && %t.2
#include "Inputs/check.hpp"
#include <vector>

namespace {
struct Spring {
  double stiffness, rest;
  double energy(double length) const { return stiffness * (length - rest) * (length - rest) / 2; }
  static double twice(double x) { return 2 * x; }
};

class Model {
public:
  explicit Model(std::vector<double> weights) : Weights(std::move(weights)) {}
  double loss(const std::vector<double> &x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += Weights[i] * x[i] * x[i];
    return sum;
  }

private:
  std::vector<double> Weights;
};

struct Cube {
  double operator()(double x) const { return scale * x * x * x; }
  double scale;
};
} // namespace

int main() {
  const Spring spring{3, 1};
  auto both = fluxion::gradient(&Spring::energy, spring, 2.0);
  expect_number("by stiffness", std::get<0>(both).stiffness, 0.5);
  expect_number("by rest", std::get<0>(both).rest, -3);
  expect_number("by length", std::get<1>(both), 3);
  expect_number("object constant", fluxion::gradient(&Spring::energy, fluxion::constant(spring), 2.0), 3);
  expect_number("static member", fluxion::gradient(Spring::twice, 2.0), 2);

  const Model model({1, 2, 3});
  const std::vector<double> x{1, 2, 3};
  auto loss = [&](const std::vector<double> &at) { return model.loss(at); };
  expect_gradient("member through a lambda", loss, x);
  expect_close("private members", fluxion::gradient(&Model::loss, fluxion::constant(model), x), difference(loss, x));

  double a = 2, b = 3;
  auto by_value = [a, b](double t) { return a * t * t + b; };
  auto by_reference = [&](double t) { return a * t * t * b; };
  auto generic = [](auto s, auto t) { return s * t * t; };
  expect_gradient("by value", by_value, 1.5);
  expect_gradient("by reference", by_reference, 1.5);
  a = 4;
  expect_gradient("by reference, changed", by_reference, 1.5);
  expect_number("generic", std::get<1>(fluxion::gradient(generic, 2.0, 3.0)), 12);
  int calls = 0;
  auto counting = [&calls](double t) {
    ++calls;
    return t * t;
  };
  expect_number("counting", fluxion::gradient(counting, 3.0), 6);
  expect_number("calls", calls, 1);
  auto changing = [n = 0](double t) mutable { return t * ++n; };
  expect_number("mutable", fluxion::gradient(changing, 3.0), 1);
  expect_number("mutable, again", fluxion::gradient(changing, 3.0), 2);
  expect_gradient("functor", Cube{2}, 1.5);
  expect_number("functor, temporary", fluxion::gradient(Cube{2}, 2.0), 24);
  return failures();
}
