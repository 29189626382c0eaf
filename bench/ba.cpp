//===- ba.cpp - Bundle adjustment: a sparse Jacobian ----------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADBench's residuals: cameras (rotation as angle times axis, centre, focal length, principal point, two coefficients
// of distortion), points, and a weight per observation. Two residuals w (projection - feature) per observation and one
// 1 - w^2 per weight. The derivative is the Jacobian in compressed rows: 15 entries in each row of a projection, one in
// that of a weight; columns and starts of rows are assembled each time.
//
// By Fluxion: one reverse sweep per observation, with a lane for each of its two residuals.
//
// usage: ba FILE...   (`n m p`, one camera, point, weight and feature, which are repeated)
//===----------------------------------------------------------------------===//
#include "bench.h"
#include "peers/objectives.h"
#include <fstream>

namespace {

const int Camera = 11;

struct Problem {
  int Cameras, Points, Observations;
  double Feature[2];
  int point(int i) const { return Cameras * Camera + 3 * (i % Points); }
  int camera(int i) const { return i % Cameras * Camera; }
  int weight(int i) const { return Cameras * Camera + 3 * Points + i; }
  int rows() const { return 3 * Observations; }
};

struct Rows {
  std::vector<int> Start, Column;
  explicit Rows(const Problem &p) : Start(p.rows() + 1), Column(31 * p.Observations) {}
};

inline void cross(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

inline double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Rodrigues' formula.
inline void rotate(const double *r, const double *v, double *out) {
  double square = dot(r, r), c[3];
  if (square == 0) {
    cross(r, v, c);
    for (int i = 0; i < 3; i++)
      out[i] = v[i] + c[i];
    return;
  }
  double angle = sqrt(square), cosine = cos(angle), sine = sin(angle), axis[3];
  for (int i = 0; i < 3; i++)
    axis[i] = r[i] / angle;
  cross(axis, v, c);
  double along = dot(axis, v) * (1 - cosine);
  for (int i = 0; i < 3; i++)
    out[i] = v[i] * cosine + c[i] * sine + axis[i] * along;
}

void reproject(const double *__restrict camera, const double *__restrict point, const double *__restrict weight,
               const double *__restrict feature, double *__restrict residual) {
  double v[3], p[3];
  for (int i = 0; i < 3; i++)
    v[i] = point[i] - camera[3 + i];
  rotate(camera, v, p);
  double x = p[0] / p[2], y = p[1] / p[2], square = x * x + y * y;
  double distortion = 1 + camera[9] * square + camera[10] * square * square;
  residual[0] = *weight * (x * distortion * camera[6] + camera[7] - feature[0]);
  residual[1] = *weight * (y * distortion * camera[6] + camera[8] - feature[1]);
}

/// Rows of the Jacobian of \p reproject: 11 entries for the camera, 3 for the point, one for the weight.
void reprojectJacobian(const double *__restrict camera, const double *__restrict point, double w,
                       const double *__restrict feature, double *__restrict row0, double *__restrict row1) {
  const double *r = camera;
  double v[3], p[3], R[3][3], square = dot(r, r);
  for (int i = 0; i < 3; i++)
    v[i] = point[i] - camera[3 + i];
  double dr[3][3]; // d p / d r
  if (square == 0) {
    double skew[3][3] = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        dr[i][j] = -skew[i][j], R[i][j] = i == j;
    cross(r, v, p);
    for (int i = 0; i < 3; i++)
      p[i] += v[i];
  } else {
    double angle = sqrt(square), c = cos(angle), s = sin(angle), inverse = 1 / angle;
    double a[3] = {r[0] * inverse, r[1] * inverse, r[2] * inverse}, t = 1 - c;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        R[i][j] = a[i] * a[j] * t + (i == j ? c : 0);
    R[0][1] -= s * a[2], R[1][0] += s * a[2], R[0][2] += s * a[1], R[2][0] -= s * a[1], R[1][2] -= s * a[0],
        R[2][1] += s * a[0];
    for (int i = 0; i < 3; i++)
      p[i] = dot(R[i], v);
    // p = v c + (a x v) s + a (a.v) t: along the axis only the angle changes, across it the axis turns by 1 / angle.
    double av = dot(a, v), axv[3];
    cross(a, v, axv);
    double dangle[3], daxis[3][3];
    for (int i = 0; i < 3; i++) {
      dangle[i] = -v[i] * s + axv[i] * c + a[i] * av * s;
      for (int j = 0; j < 3; j++)
        daxis[i][j] = t * (a[i] * v[j] + (i == j ? av : 0));
    }
    daxis[0][1] += s * v[2], daxis[0][2] -= s * v[1], daxis[1][0] -= s * v[2], daxis[1][2] += s * v[0],
        daxis[2][0] += s * v[1], daxis[2][1] -= s * v[0];
    for (int i = 0; i < 3; i++) {
      double alongAxis = dot(daxis[i], a);
      for (int j = 0; j < 3; j++)
        dr[i][j] = dangle[i] * a[j] + (daxis[i][j] - alongAxis * a[j]) * inverse;
    }
  }
  double depth = 1 / p[2], x = p[0] * depth, y = p[1] * depth, q = x * x + y * y, k1 = camera[9], k2 = camera[10];
  double L = 1 + k1 * q + k2 * q * q, dL = 2 * (k1 + 2 * k2 * q), f = camera[6], wf = w * f;
  double *rows[2] = {row0, row1}, at[2] = {x, y};
  for (int e = 0; e < 2; e++) {
    double *row = rows[e], u = at[e];
    double dx = wf * (dL * u * x + (e == 0 ? L : 0)), dy = wf * (dL * u * y + (e == 1 ? L : 0));
    double dp[3] = {dx * depth, dy * depth, -(dx * x + dy * y) * depth};
    for (int j = 0; j < 3; j++) {
      row[j] = dp[0] * dr[0][j] + dp[1] * dr[1][j] + dp[2] * dr[2][j];
      double d = dp[0] * R[0][j] + dp[1] * R[1][j] + dp[2] * R[2][j];
      row[3 + j] = -d;
      row[11 + j] = d;
    }
    row[6] = w * u * L;
    row[7] = e == 0 ? w : 0;
    row[8] = e == 1 ? w : 0;
    row[9] = wf * u * q;
    row[10] = wf * u * q * q;
    row[14] = u * L * f + camera[7 + e] - feature[e];
  }
}

void residuals(const Problem &p, const double *u, double *r) {
  for (int i = 0; i < p.Observations; i++)
    reproject(u + p.camera(i), u + p.point(i), u + p.weight(i), p.Feature, r + 2 * i);
  for (int i = 0; i < p.Observations; i++) {
    double w = u[p.weight(i)];
    r[2 * p.Observations + i] = 1 - w * w;
  }
}

/// \p both(i, row0, row1) writes the two rows of an observation.
template <typename Both> void assemble(const Problem &p, const double *u, double *values, Rows &rows, Both both) {
  int at = 0, row = 0;
  for (int i = 0; i < p.Observations; i++) {
    both(i, values + at, values + at + 15);
    for (int e = 0; e < 2; e++) {
      rows.Start[row++] = at;
      for (int j = 0; j < Camera; j++)
        rows.Column[at++] = p.camera(i) + j;
      for (int j = 0; j < 3; j++)
        rows.Column[at++] = p.point(i) + j;
      rows.Column[at++] = p.weight(i);
    }
  }
  for (int i = 0; i < p.Observations; i++) {
    values[at] = -2 * u[p.weight(i)];
    rows.Start[row++] = at;
    rows.Column[at++] = p.weight(i);
  }
  rows.Start[row] = at;
}

bool read(const char *path, Problem &p, bench::Vector &u) {
  std::ifstream in(path);
  if (!(in >> p.Cameras >> p.Points >> p.Observations))
    return false;
  double camera[Camera], point[3], weight;
  for (double &x : camera)
    in >> x;
  for (double &x : point)
    in >> x;
  in >> weight >> p.Feature[0] >> p.Feature[1];
  for (int i = 0; i < p.Cameras; i++)
    u.insert(u.end(), camera, camera + Camera);
  for (int i = 0; i < p.Points; i++)
    u.insert(u.end(), point, point + 3);
  u.insert(u.end(), p.Observations, weight);
  return bool(in);
}

int runFile(const char *path) {
  Problem p;
  bench::Case c;
  if (!read(path, p, c.X)) {
    std::fprintf(stderr, "ba: cannot read %s\n", path);
    return 2;
  }
  Rows rows(p);
  bench::Vector r(p.rows()), weights(p.rows());
  unsigned state = 13;
  for (double &w : weights)
    w = bench::random(state);
  auto timedPrimal = [&](const double *u) {
    residuals(p, u, r.data());
    return r[0];
  };
  auto primal = [&](const double *u) {
    residuals(p, u, r.data());
    double s = 0;
    for (int i = 0; i < p.rows(); i++)
      s += weights[i] * r[i];
    return s;
  };
  auto slope = [&](const double *J, const double *v, double &size) {
    double s = 0;
    for (int i = 0; i < p.rows(); i++)
      for (int k = rows.Start[i]; k < rows.Start[i + 1]; k++) {
        double term = weights[i] * J[k] * v[rows.Column[k]];
        s += term, size += std::fabs(term);
      }
    return s;
  };
  auto hand = [&](const double *u, double *J) {
    assemble(p, u, J, rows, [&](int i, double *row0, double *row1) {
      reprojectJacobian(u + p.camera(i), u + p.point(i), u[p.weight(i)], p.Feature, row0, row1);
    });
  };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *J) {
    assemble(p, u, J, rows, [&](int i, double *row0, double *row1) {
      double residual[2], seed0[2] = {1, 0}, seed1[2] = {0, 1};
      std::fill(row0, row0 + 30, 0.0);
      __enzyme_autodiff<void>((void *)reproject, enzyme_width, 2, enzyme_dup, u + p.camera(i), row0, row1, enzyme_dup,
                              u + p.point(i), row0 + 11, row1 + 11, enzyme_dup, u + p.weight(i), row0 + 14, row1 + 14,
                              enzyme_const, p.Feature, enzyme_dupnoneed, residual, seed0, seed1);
    });
  };
#endif
  std::string name = path;
  name = name.substr(name.rfind('/') + 1);
  c.Name = "bundle adjustment " + name.substr(0, name.rfind('.'));
  c.Outputs = 31 * p.Observations;
  objectives::Bundle data = {p.Cameras, p.Points, p.Observations, {p.Feature[0], p.Feature[1]}};
  c.Peers = "ba", c.Data = &data;
  return bench::run(c, primal, slope, fluxion, hand, timedPrimal);
}

} // namespace

int main(int argc, char **argv) {
  int bad = 0;
  for (int a = 1; a < argc; a++)
    bad |= runFile(argv[a]);
  return bad;
}
