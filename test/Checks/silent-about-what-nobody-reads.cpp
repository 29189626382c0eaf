// Nothing is said of NaN in elements of a vector that nobody reads or in a value that is not chosen, of a shadow
// without a table of virtual functions, of memory that is freed where there is none, nor of a node that has no
// successor.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-format off
// RUN: env FLUXION_CHECK=1 %clangxx -std=c++17 -O0 %s -o %t && %t | FileCheck %s
// RUN: env FLUXION_CHECK=1 %clangxx -std=c++17 -O1 %s -o %t && %t | FileCheck %s
// RUN: env FLUXION_CHECK=1 %clangxx -std=c++17 -O2 %s -o %t && %t | FileCheck %s
// RUN: env FLUXION_CHECK=1 %clangxx -std=c++17 -O3 %s -o %t && %t | FileCheck %s
// clang-format on
#include <cmath>
#include <cstdio>
#include <cstdlib>

extern int fluxion_dup, fluxion_const;
template <class... T> double __fluxion_autodiff(T...);
template <class... T> double __fluxion_fwddiff(T...);

using Pair = double __attribute__((vector_size(16)));
static double root(double x) {
  Pair both = {x, 0};
  return __builtin_elementwise_sqrt(both)[0];
}

static double chosen(double x) { return x > 0 ? std::sqrt(x) : 3 * x; }

struct Term {
  double p = 3;
  virtual double at(double x) const = 0;
};
struct Square : Term {
  double at(double x) const override { return p * x * x; }
};
__attribute__((noinline)) static double ofTerm(const Term *t, double x) { return t->at(x); }

__attribute__((noinline)) static double withBuffer(double x, int n) {
  double *buffer = n ? static_cast<double *>(std::malloc(sizeof(double) * n)) : nullptr;
  double sum = x * x;
  for (int i = 0; i < n; ++i)
    sum += buffer[i] = x * i;
  std::free(buffer);
  return sum;
}

struct Node {
  double value;
  const Node *next;
};
__attribute__((noinline)) static double total(const Node *n) {
  double sum = 0;
  for (; n; n = n->next)
    sum += n->value * n->value;
  return sum;
}

int main() {
  // CHECK: root 0.25 0.25
  std::printf("root %g %g\n", __fluxion_autodiff(root, 4.0), __fluxion_fwddiff(root, fluxion_dup, 4.0, 1.0));
  // CHECK: chosen 3 3 0.25
  std::printf("chosen %g %g %g\n", __fluxion_autodiff(chosen, -4.0), __fluxion_fwddiff(chosen, fluxion_dup, -4.0, 1.0),
              __fluxion_fwddiff(chosen, fluxion_dup, 4.0, 1.0));
  Square term;
  alignas(Square) char zeros[sizeof(Square)] = {};
  // CHECK: term 12 4
  double slope =
      __fluxion_autodiff(ofTerm, fluxion_dup, static_cast<Term *>(&term), reinterpret_cast<Term *>(zeros), 2.0);
  std::printf("term %g %g\n", slope, reinterpret_cast<double *>(zeros)[1]);
  // CHECK: buffer 4 7 4
  std::printf("buffer %g %g %g\n", __fluxion_autodiff(withBuffer, 2.0, fluxion_const, 0),
              __fluxion_autodiff(withBuffer, 2.0, fluxion_const, 3),
              __fluxion_fwddiff(withBuffer, fluxion_dup, 2.0, 1.0, fluxion_const, 0));
  Node last{2, nullptr}, first{1, &last}, lastShadow{0, nullptr}, shadow{0, &lastShadow};
  __fluxion_autodiff(total, fluxion_dup, &first, &shadow);
  // CHECK: nodes 2 4
  std::printf("nodes %g %g\n", shadow.value, lastShadow.value);
}
