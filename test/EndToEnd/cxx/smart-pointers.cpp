// unique_ptr and shared_ptr: to numbers, arrays, objects that own others.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize
// levels: -O1 -O2 -O3
#include "check.h"
#include <memory>
#include <vector>
struct Node {
  double value;
  std::unique_ptr<Node> left, right;
  Node(double v) : value(v) {}
};
static void insert(std::unique_ptr<Node> &at, double v) {
  if (!at)
    at = std::make_unique<Node>(v);
  else
    insert(v < at->value ? at->left : at->right, v);
}
static double fold(const Node *n) {
  return n ? n->value * n->value + 0.5 * fold(n->left.get()) * n->value + fold(n->right.get()) : 1;
}
static double tree(double *x, int n) {
  std::unique_ptr<Node> root;
  for (int i = 0; i < n; ++i)
    insert(root, x[i]);
  return fold(root.get());
}
static double arrays(double *x, int n) {
  auto a = std::make_unique<double[]>(n);
  std::unique_ptr<double> one(new double(x[0]));
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * *one;
  auto b = std::move(a);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += b[i] * b[i];
  return s;
}
struct Model {
  double stiffness;
  double energy(double x) const { return 0.5 * stiffness * x * x; }
};
static double shared(double *x, int n) {
  auto model = std::make_shared<Model>(Model{x[0]});
  std::vector<std::shared_ptr<Model>> users(3, model);
  users.push_back(std::make_shared<Model>(Model{x[1] * x[2]}));
  model->stiffness *= 2;
  model.reset();
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += users[i % users.size()]->energy(x[i]);
  return s;
}
int main() {
  double *x = drawVector(5, 8);
  CHECK_ARRAY(tree, x, 8);
  CHECK_ARRAY(arrays, x, 8);
  CHECK_ARRAY(shared, x, 8);
  return finish();
}
