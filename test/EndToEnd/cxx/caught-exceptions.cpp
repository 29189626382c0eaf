// Exceptions that are caught inside of the differentiated code, at the throw's own level and further up, by type,
// again and again; what was done before the throw counts.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"

#include <stdexcept>
#include <string>
#include <vector>

/// A helper that throws, and another formula where it does.
__attribute__((noinline)) static double strictRoot(double x) {
  if (x < 0)
    throw std::domain_error("negative");
  return sqrt(x);
}
static double tolerant(double x) {
  double r;
  try {
    r = strictRoot(x) * x;
  } catch (const std::domain_error &) {
    r = x * x;
  }
  return 3 * r;
}

/// Throw and catch in one function.
static double inOne(double x) {
  double r = x;
  try {
    r = r * x;
    if (x < 0)
      throw 7;
    r = r * sin(x);
  } catch (int n) {
    r = r * n;
  }
  return r * x;
}

/// What a callee does to memory before it throws is kept.
__attribute__((noinline)) static void halfDone(double *a, double *x, int n) {
  for (int i = 0; i < n; i++) {
    a[i] = a[i] * x[i] + sin(x[i]);
    if (x[i] < 0)
      throw i;
    a[i] *= x[0];
  }
}
static double memoryBeforeThrow(double *x, int n) {
  double a[8], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[(i + 1) % n];
  int at = -1;
  try {
    halfDone(a, x, n);
  } catch (int where) {
    at = where;
    x[where] = a[where] * cos(x[where]);
  }
  for (int i = 0; i < n; i++)
    s += a[i] * a[i] * x[i];
  return at < 0 ? s : s * x[at];
}

/// Thrown in some passes of a loop.
static double inLoop(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    try {
      s = s * 0.5 + strictRoot(x[i]) * s;
    } catch (const std::exception &) {
      s = s * x[i] + 1;
    }
  }
  return s;
}

/// Leaves a loop, caught outside of it, two levels up, past a destructor.
struct Scale {
  double *at, by;
  Scale(double *at, double by) : at(at), by(by) {}
  ~Scale() { *at *= by; }
};
__attribute__((noinline)) static double deeper(double *x, int i) {
  Scale scale(x, x[i]);
  if (x[i] < -0.3)
    throw std::runtime_error("deep");
  return x[i] * x[0];
}
__attribute__((noinline)) static double deep(double *x, int i) {
  Scale scale(x + 1, cos(x[i]));
  double r = deeper(x, i) * x[i];
  return r * r;
}
static double outOfLoop(double *x, int n) {
  double s = 0;
  int i = 0;
  try {
    for (; i < n; i++)
      s = s * x[i] + deep(x, i);
  } catch (const std::runtime_error &) {
    s = s * 2 + x[i] * x[0];
  }
  return s * x[1];
}

/// Nested, by type, thrown on.
struct Far {};
static double thrower(double x, int kind) {
  if (kind == 1)
    throw Far();
  if (kind == 2)
    throw 1;
  if (kind == 3)
    throw std::out_of_range("range");
  return sin(x);
}
static double inner(double x, int kind, double *log) {
  try {
    return thrower(x * x, kind) * x;
  } catch (int) {
    *log += x * x;
    return x * x * x;
  } catch (const std::logic_error &) {
    *log *= x;
    throw;
  }
}
static double nested(double *x, int n) {
  double s = 1, log = x[0];
  for (int i = 0; i < n; i++) {
    try {
      s += inner(x[i], i % 4, &log) * s;
    } catch (const std::out_of_range &) {
      s = s * cos(x[i]) * log;
    } catch (...) {
      s = s + x[i] * log;
    }
  }
  return s * log;
}

/// Vectors live and grow where it is thrown.
__attribute__((noinline)) static void collect(std::vector<double> &all, double *x, int n) {
  std::vector<double> squares;
  for (int i = 0; i < n; i++) {
    squares.push_back(x[i] * x[i]);
    if (x[i] < -0.5)
      throw std::string("too small");
    all.push_back(squares.back() * squares.front());
  }
}
static double vectors(double *x, int n) {
  std::vector<double> all{x[0]};
  try {
    collect(all, x, n);
  } catch (const std::string &) {
    all.push_back(x[1] * x[0]);
  }
  double s = 0;
  for (double v : all)
    s = s * v + v;
  return s;
}

/// A throw that nobody catches in between, from recursion.
static double recursive(double x, int n) {
  if (n == 0 && x < 0)
    throw 0.5f;
  return n == 0 ? x : recursive(x * cos(x), n - 1) * x;
}
static double fromRecursion(double x) {
  double y = x * x;
  try {
    y *= recursive(x, 4);
  } catch (float) {
    y *= x;
  }
  return y;
}

/// A function that is one block of try.
static double wholeFunction(double x) try { return strictRoot(x) + x; } catch (const std::domain_error &) {
  return x * x * x;
}
static double callsWhole(double x) { return wholeFunction(x) * wholeFunction(-x); }

/// Virtual methods that throw, called where it is caught and one level down.
struct Model {
  virtual double value(double x) const = 0;
  virtual ~Model() = default;
};
struct Root : Model {
  double value(double x) const override {
    if (x < 0)
      throw std::domain_error("root");
    return sqrt(x) * x;
  }
};
struct Cubic : Model {
  double by;
  explicit Cubic(double by) : by(by) {}
  double value(double x) const override { return by * x * x * x; }
};
__attribute__((noinline)) static double evaluated(const Model &m, double x) { return m.value(x) * m.value(x * x); }
static double withMethods(double *x, int n) {
  Root root;
  Cubic cubic(x[0]);
  const Model *models[2] = {&root, &cubic};
  double s = 1;
  for (int i = 0; i < n; i++) {
    try {
      s += models[i % 2]->value(x[i]) * s;
      s *= evaluated(*models[opaque(i) % 2], x[i]);
    } catch (const std::exception &e) {
      s += x[i] * x[i] * (e.what()[0] == 'r');
    }
  }
  return s;
}

int main() {
  for (double x : {1.3, -0.8}) {
    CHECK_SCALAR(tolerant, x);
    CHECK_SCALAR(inOne, x);
    CHECK_SCALAR(fromRecursion, x);
    CHECK_SCALAR(callsWhole, x);
  }
  for (int seed = 1; seed < 8; seed++) {
    double *x = drawVector(seed, 6);
    CHECK_ARRAY(memoryBeforeThrow, x, 6);
    CHECK_ARRAY(inLoop, x, 6);
    CHECK_ARRAY(outOfLoop, x, 6);
    CHECK_ARRAY(nested, x, 6);
    CHECK_ARRAY(vectors, x, 6);
    CHECK_ARRAY(withMethods, x, 6);
    for (int i = 0; i < 6; i++)
      x[i] = fabs(x[i]);
    CHECK_ARRAY(memoryBeforeThrow, x, 6);
    CHECK_ARRAY(outOfLoop, x, 6);
    CHECK_ARRAY(vectors, x, 6);
  }
  return finish();
}
