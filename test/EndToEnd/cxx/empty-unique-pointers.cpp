// std::unique_ptr that holds nothing at first, at last or ever, beside floats.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"
#include <memory>
#include <vector>
struct Node {
  double v;
  std::unique_ptr<Node> left, right;
};
static double total(const Node *t) {
  return t ? sin(t->v) + 0.5 * total(t->left.get()) + 0.3 * total(t->right.get()) : 0.1;
}
static double tree(double *x, int n) {
  std::unique_ptr<Node> t(new Node{sin(x[0]), nullptr, nullptr});
  Node *at = t.get();
  for (int i = 1; i < n; i++) {
    auto &next = x[i] > 0 ? at->left : at->right;
    next = std::unique_ptr<Node>(new Node{x[i] * x[0], nullptr, nullptr});
    at = next.get();
  }
  t->right.reset();
  return total(t.get());
}
static double moved(double x, double y) {
  std::unique_ptr<double> a, never;
  if (x < y)
    a.reset(new double(x * y));
  std::unique_ptr<double> b = std::move(a);
  std::vector<std::unique_ptr<double>> many(3);
  many[1] = std::move(b);
  double s = never ? *never : x;
  for (auto &p : many)
    s += p ? *p * x : y;
  return s;
}
int main() {
  double *x = drawVector(4, 5);
  CHECK_ARRAY(tree, x, 4);
  CHECK_SCALAR2(moved, 0.7, 1.4);
  CHECK_SCALAR2(moved, 1.7, 1.4);
  return finish();
}
