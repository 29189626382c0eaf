// Eigen: quaternions, rotations and transforms, as a robot arm uses them.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not with: -fsanitize -fno-inline
// needs: /usr/include/eigen3/Eigen/Core libeigen3-dev
// levels: -O1 -O2 -O3
// flags: -I/usr/include/eigen3
#include "check.h"
#include <Eigen/Dense>
#include <Eigen/Geometry>
using namespace Eigen;
static double f(double *q, int n) {
  Isometry3d pose = Isometry3d::Identity();
  for (int i = 0; i < n; i++) {
    pose.translate(Vector3d(0.3, 0.1 * i, 0.2));
    pose.rotate(AngleAxisd(q[i], i % 2 ? Vector3d::UnitZ() : Vector3d::UnitY()));
  }
  Vector3d tip = pose * Vector3d(0, 0, 0.4);
  Quaterniond r(pose.linear());
  Quaterniond s = r * Quaterniond(AngleAxisd(q[0] * 0.5, Vector3d::UnitX()));
  return (tip - Vector3d(1, 0.5, 0.2)).squaredNorm() + (s * tip).x() + s.w();
}
int main() {
  double *x = drawVector(5, 5);
  CHECK_ARRAY(f, x, 5);
  return finish();
}
