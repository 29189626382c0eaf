// At a kink differences are no judge; arguments that nobody can make up are said; written memory is a result.
// clang-format off
// RUN: %fluxion check %s --verbose | FileCheck %s
// CHECK: ramp: ok  (12 of 13 trials agree, 1 at kinks
// CHECK: all zero {{.*}} kink
// CHECK: squares: ok  (13 of 13 trials agree)
// CHECK: of_node: not checked  (no values can be made up for argument 1
// CHECK: cube: ok
// clang-format on
struct Node {
  Node *next;
  double value;
};
extern int fluxion_dup, fluxion_const;
template <class... T> void __fluxion_autodiff(T...);

static double ramp(double x) { return x > 0 ? x * x + x : 0; }
static void squares(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += x[i] * x[i];
}
static double of_node(Node *n, double x) { return n->value * x; }
static float cube(float x) { return x * x * x; }

int main() {
  double x[2] = {1, 2}, dx[2] = {}, y[2] = {}, dy[2] = {1, 1};
  Node node{nullptr, 2};
  __fluxion_autodiff(ramp, 1.0);
  __fluxion_autodiff(squares, fluxion_dup, x, dx, fluxion_dup, y, dy, 2);
  __fluxion_autodiff(of_node, fluxion_const, &node, 1.0);
  __fluxion_autodiff(cube, 1.0f);
}
