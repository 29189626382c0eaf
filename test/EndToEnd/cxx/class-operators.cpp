// A small vector class with overloaded operators, returned by value.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "check.h"

struct Vec3 {
  double x, y, z;
  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator*(double s) const { return {x * s, y * s, z * s}; }
  double dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
  Vec3 cross(const Vec3 &o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
  double &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
};
static double f(double *x, int n) {
  Vec3 a{x[0], x[1], x[2]}, b{x[3], x[4], x[5]};
  for (int i = 0; i < 4; i++) {
    Vec3 c = a.cross(b) + a * b.dot(a);
    b = a * 0.3 + c * 0.5;
    a = c;
    a[i % 3] += 0.1 * b[(i + 1) % 3];
  }
  return a.dot(b);
}
int main() {
  double *x = drawVector(5, 6);
  CHECK_ARRAY(f, x, 6);
  return finish();
}
