// Virtual methods: of objects made on the way, of duplicated objects whose shadow is nothing but zeros,
// through a second base, with virtual destructors.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <memory>
#include <vector>

struct Term {
  double p;
  explicit Term(double p) : p(p) {}
  virtual ~Term() {}
  virtual double at(double x) const = 0;
  virtual void scale(double s) { p *= s; }
};
struct Spring : Term {
  using Term::Term;
  double at(double x) const override { return 0.5 * p * x * x; }
};
struct Named {
  virtual ~Named() {}
  virtual double weight(double x) const { return 1 + x; }
};
struct Wave : Term, Named {
  double q;
  Wave(double p, double q) : Term(p), q(q) {}
  double at(double x) const override { return std::sin(p * x) * q; }
  void scale(double s) override { q *= s * s; }
  double weight(double x) const override { return q * x; }
};

static double onTheWay(double x) {
  Spring a(x);
  Wave b(x * x, 2 - x);
  Term *terms[] = {&a, &b, &a};
  double s = 0;
  for (int i = 0; i < opaque(3); i++) {
    terms[i]->scale(x);
    s += terms[i]->at(x + i);
  }
  const Named *named = &b;
  return s * named->weight(x);
}

static double owned(double x) {
  std::vector<std::unique_ptr<Term>> terms;
  for (int i = 0; i < opaque(4); i++)
    if (i % 2)
      terms.push_back(std::make_unique<Spring>(x + i));
    else
      terms.push_back(std::make_unique<Wave>(x, x * i));
  double s = 0;
  for (auto &t : terms)
    s += t->at(x);
  return s;
}

static double sum(const Term *const *terms, int n, double x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += terms[i]->at(x);
  return s;
}
static double single(const Term *t, double x) { return t->at(x); }

int main() {
  CHECK_SCALAR(onTheWay, 0.6);
  CHECK_SCALAR(owned, 0.6);
#ifndef FD
  Spring a(2.0);
  Wave b(0.5, 3.0);
  const Term *terms[] = {&a, &b};
  double x = 0.4;
  double slope = 2.0 * x + 0.5 * std::cos(0.5 * x) * 3.0;
  NEAR(__enzyme_autodiff<double>((void *)sum, enzyme_const, (const Term *const *)terms, enzyme_const, 2, enzyme_out, x),
       slope);
  NEAR(__enzyme_fwddiff<double>((void *)sum, enzyme_const, (const Term *const *)terms, enzyme_const, 2, enzyme_dup, x,
                                1.0),
       slope);
  alignas(Wave) char zeros[sizeof(Wave)] = {0};
  const Term *shadow = (const Term *)zeros;
  NEAR(__enzyme_autodiff<double>((void *)single, enzyme_dup, (const Term *)&b, shadow, enzyme_out, x),
       0.5 * std::cos(0.5 * x) * 3.0);
  NEAR(shadow->p, x * std::cos(0.5 * x) * 3.0);
  NEAR(((const Wave *)zeros)->q, std::sin(0.5 * x));
#endif
  return finish();
}
