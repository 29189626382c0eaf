//===- hand.cpp - Hand tracking: a Jacobian with few columns -------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ADBench's simple objective: 26 numbers pose a hand of 22 bones (global rotation and translation, four angles per
// finger); vertices are weighted sums over bones; residuals are points minus the vertices that correspond to them. The
// derivative is the Jacobian, column by column; by Fluxion 13 at once, in forward mode.
//
// usage: hand DIRECTORY FILE...   (the directory holds bones.txt and vertices.txt; or no directory: a made-up hand)
//===----------------------------------------------------------------------===//
#include "bench.h"
#include <cstring>
#include <fstream>
#include <sstream>

namespace {

const int Parameters = 26, Fingers = 5, MaxBones = 24;

struct Matrix { // the upper three rows of a 4 x 4 matrix
  double At[3][4];
};

struct Hand {
  int Bones = 0, Vertices = 0, Points = 0;
  std::vector<int> Parent, Corresponds;
  std::vector<Matrix> Rest, InverseRest;
  bench::Vector Position, Weight, Point; // Weight: bones by vertices
};

inline void multiply(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      c.At[i][j] =
          a.At[i][0] * b.At[0][j] + a.At[i][1] * b.At[1][j] + a.At[i][2] * b.At[2][j] + (j == 3 ? a.At[i][3] : 0);
}

/// Rz Ry Rx
inline void rotation(double x, double y, double z, Matrix &m) {
  double sx = sin(x), cx = cos(x), sy = sin(y), cy = cos(y), sz = sin(z), cz = cos(z);
  Matrix r = {{{cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0},
               {sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, 0},
               {-sy, cy * sx, cy * cx, 0}}};
  m = r;
}

inline void axisRotation(const double *r, double R[3][3]) {
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  if (square < 1e-12) {
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        R[i][j] = i == j;
    return;
  }
  double angle = sqrt(square), x = r[0] / angle, y = r[1] / angle, z = r[2] / angle, s = sin(angle), c = cos(angle);
  double t = 1 - c;
  R[0][0] = x * x * t + c, R[0][1] = x * y * t - z * s, R[0][2] = x * z * t + y * s;
  R[1][0] = x * y * t + z * s, R[1][1] = y * y * t + c, R[1][2] = y * z * t - x * s;
  R[2][0] = x * z * t - y * s, R[2][1] = y * z * t + x * s, R[2][2] = z * z * t + c;
}

/// Angles x and z of each bone: four parameters per finger, for its last three bones.
inline void angles(const double *theta, double x[MaxBones], double z[MaxBones], int bones) {
  for (int b = 0; b < bones; b++)
    x[b] = z[b] = 0;
  const double *next = theta + 6;
  for (int f = 0; f < Fingers; f++, next += 4) {
    int first = 2 + 4 * f;
    x[first] = next[0], z[first] = next[1], x[first + 1] = next[2], x[first + 2] = next[3];
  }
}

/// \p absolute and, put on the inverse rest transform, \p moved of each bone.
inline void pose(const Hand &h, const double *theta, Matrix *absolute, Matrix *moved) {
  double x[MaxBones], z[MaxBones];
  angles(theta, x, z, h.Bones);
  for (int b = 0; b < h.Bones; b++) {
    Matrix r, local;
    rotation(x[b], 0, z[b], r);
    if (h.Parent[b] < 0) {
      multiply(h.Rest[b], r, absolute[b]);
    } else {
      multiply(h.Rest[b], r, local);
      multiply(absolute[h.Parent[b]], local, absolute[b]);
    }
    multiply(absolute[b], h.InverseRest[b], moved[b]);
  }
}

void residuals(const Hand *hand, const double *__restrict theta, double *__restrict vertices,
               double *__restrict result) {
  const Hand &h = *hand;
  Matrix absolute[MaxBones], moved[MaxBones];
  pose(h, theta, absolute, moved);
  double R[3][3];
  axisRotation(theta, R);
  for (int v = 0; v < h.Vertices; v++) {
    const double *p = &h.Position[3 * v], *w = &h.Weight[v * h.Bones];
    double s[3] = {0, 0, 0};
    for (int b = 0; b < h.Bones; b++)
      if (w[b] != 0)
        for (int i = 0; i < 3; i++) {
          const double *m = moved[b].At[i];
          s[i] += w[b] * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
        }
    for (int i = 0; i < 3; i++)
      vertices[3 * v + i] = R[i][0] * s[0] + R[i][1] * s[1] + R[i][2] * s[2] + theta[3 + i];
  }
  for (int k = 0; k < h.Points; k++)
    for (int i = 0; i < 3; i++)
      result[3 * k + i] = h.Point[3 * k + i] - vertices[3 * h.Corresponds[k] + i];
}

/// dR / dr_k
void axisRotationSlopes(const double *r, double dR[3][3][3]) {
  double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2], angle = sqrt(square), s = sin(angle), c = cos(angle);
  double a[3] = {r[0] / angle, r[1] / angle, r[2] / angle};
  for (int k = 0; k < 3; k++) {
    double d[3], ds = c * a[k], dc = -s * a[k];
    for (int i = 0; i < 3; i++)
      d[i] = ((i == k) - a[i] * a[k]) / angle;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        dR[k][i][j] = (d[i] * a[j] + a[i] * d[j]) * (1 - c) - a[i] * a[j] * dc + (i == j ? dc : 0);
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, l = (i + 2) % 3;
      dR[k][l][j] += d[i] * s + a[i] * ds;
      dR[k][j][l] -= d[i] * s + a[i] * ds;
    }
  }
}

/// Only the bones below a joint move with it, and only vertices that hang on these; each column is cheap.
void handJacobian(const Hand &h, const double *theta, double *J) {
  Matrix absolute[MaxBones], moved[MaxBones];
  double R[3][3], dR[3][3][3], x[MaxBones], z[MaxBones];
  pose(h, theta, absolute, moved);
  axisRotation(theta, R);
  axisRotationSlopes(theta, dR);
  angles(theta, x, z, h.Bones);
  int rows = 3 * h.Points;
  std::fill(J, J + Parameters * rows, 0.0);
  for (int k = 0; k < h.Points; k++) {
    const double *p = &h.Position[3 * h.Corresponds[k]], *w = &h.Weight[h.Corresponds[k] * h.Bones];
    double s[3] = {0, 0, 0};
    for (int b = 0; b < h.Bones; b++)
      if (w[b] != 0)
        for (int i = 0; i < 3; i++) {
          const double *m = moved[b].At[i];
          s[i] += w[b] * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
        }
    for (int i = 0; i < 3; i++) {
      for (int c = 0; c < 3; c++)
        J[c * rows + 3 * k + i] = -(dR[c][i][0] * s[0] + dR[c][i][1] * s[1] + dR[c][i][2] * s[2]);
      J[(3 + i) * rows + 3 * k + i] = -1;
    }
  }
  for (int f = 0, column = 6; f < Fingers; f++)
    for (int angle = 0; angle < 4; angle++, column++) {
      int joint = 2 + 4 * f + (angle < 2 ? 0 : angle - 1), last = 4 + 4 * f;
      double sx = sin(x[joint]), cx = cos(x[joint]), sz = sin(z[joint]), cz = cos(z[joint]);
      Matrix d = {};
      if (angle == 1)
        d = {{{-sz, -cz * cx, cz * sx, 0}, {cz, -sz * cx, sz * sx, 0}, {0, 0, 0, 0}}};
      else
        d = {{{0, sz * sx, sz * cx, 0}, {0, -cz * sx, -cz * cx, 0}, {0, cx, -sx, 0}}};
      Matrix dabsolute[3], dmoved[3];
      for (int b = joint; b <= last; b++) {
        Matrix rotated, local;
        if (b == joint) {
          multiply(h.Rest[b], d, local);
          for (int i = 0; i < 3; i++)
            local.At[i][3] = 0; // the translation does not depend on the angle
          multiply(absolute[h.Parent[b]], local, dabsolute[b - joint]);
          for (int i = 0; i < 3; i++)
            dabsolute[b - joint].At[i][3] = 0;
        } else {
          rotation(x[b], 0, z[b], rotated);
          multiply(h.Rest[b], rotated, local);
          multiply(dabsolute[b - joint - 1], local, dabsolute[b - joint]);
        }
        multiply(dabsolute[b - joint], h.InverseRest[b], dmoved[b - joint]);
      }
      for (int k = 0; k < h.Points; k++) {
        const double *p = &h.Position[3 * h.Corresponds[k]], *w = &h.Weight[h.Corresponds[k] * h.Bones];
        double s[3] = {0, 0, 0};
        bool moves = false;
        for (int b = joint; b <= last; b++)
          if (w[b] != 0) {
            moves = true;
            for (int i = 0; i < 3; i++) {
              const double *m = dmoved[b - joint].At[i];
              s[i] += w[b] * (m[0] * p[0] + m[1] * p[1] + m[2] * p[2] + m[3]);
            }
          }
        if (moves)
          for (int i = 0; i < 3; i++)
            J[column * rows + 3 * k + i] = -(R[i][0] * s[0] + R[i][1] * s[1] + R[i][2] * s[2]);
      }
    }
}

bool readModel(const std::string &directory, Hand &h) {
  std::ifstream bones(directory + "/bones.txt"), vertices(directory + "/vertices.txt");
  std::string line, word;
  auto matrix = [&](std::istream &in) {
    Matrix m;
    for (int i = 0; i < 16; i++) {
      std::getline(in, word, ':');
      if (i < 12)
        m.At[i / 4][i % 4] = std::atof(word.c_str());
    }
    return m;
  };
  while (std::getline(bones, line) && !line.empty()) {
    std::istringstream in(line);
    std::getline(in, word, ':'), std::getline(in, word, ':');
    h.Parent.push_back(std::atoi(word.c_str()));
    h.Rest.push_back(matrix(in));
    h.InverseRest.push_back(matrix(in));
    h.Bones++;
  }
  while (std::getline(vertices, line) && !line.empty()) {
    std::istringstream in(line);
    auto number = [&] {
      std::getline(in, word, ':');
      return std::atof(word.c_str());
    };
    for (int i = 0; i < 3; i++)
      h.Position.push_back(number());
    for (int i = 0; i < 5; i++)
      number();
    h.Weight.resize(++h.Vertices * h.Bones);
    for (int n = int(number()); n > 0; n--) {
      int bone = int(number());
      h.Weight[(h.Vertices - 1) * h.Bones + bone] = number();
    }
  }
  return h.Bones == 22 && h.Vertices > 0;
}

bool readInput(const char *path, Hand &h, bench::Vector &theta) {
  std::ifstream in(path);
  int n = 0, vertex;
  double x;
  in >> h.Points >> n;
  for (int i = 0; i < h.Points && in >> vertex; i++) {
    h.Corresponds.push_back(vertex);
    for (int j = 0; j < 3 && in >> x; j++)
      h.Point.push_back(x);
  }
  theta.resize(n);
  for (double &t : theta)
    in >> t;
  return bool(in) && n == Parameters;
}

/// Bones and vertices of no particular shape, with three bones per vertex.
void makeUp(Hand &h, bench::Vector &theta) {
  unsigned state = 31;
  h.Bones = 22, h.Vertices = 540, h.Points = 100;
  for (int b = 0; b < h.Bones; b++) {
    h.Parent.push_back(b == 0 ? -1 : b == 21 || b % 4 == 1 ? 0 : b - 1);
    for (auto *all : {&h.Rest, &h.InverseRest}) {
      Matrix m;
      rotation(bench::random(state), bench::random(state), bench::random(state), m);
      for (auto &row : m.At)
        row[3] = 0.1 * bench::random(state);
      all->push_back(m);
    }
  }
  h.Weight.resize(h.Vertices * h.Bones);
  for (int v = 0; v < h.Vertices; v++)
    for (int i = 0; i < 3; i++) {
      h.Position.push_back(0.1 * bench::random(state));
      h.Weight[v * h.Bones + (v * 7 + i) % h.Bones] = 0.25 + 0.25 * i / 3;
    }
  for (int k = 0; k < h.Points; k++) {
    h.Corresponds.push_back(k * 37 % h.Vertices);
    for (int i = 0; i < 3; i++)
      h.Point.push_back(bench::random(state));
  }
  for (int i = 0; i < Parameters; i++)
    theta.push_back(bench::random(state));
}

int runHand(const std::string &name, const Hand &h, const bench::Vector &theta) {
  bench::Case c;
  int rows = 3 * h.Points;
  c.Name = "hand tracking " + name, c.X = theta, c.Outputs = Parameters * rows, c.Columns = Parameters;
  bench::Vector vertices(3 * h.Vertices), dvertices(Parameters * vertices.size()), r(rows), weights(rows);
  bench::Vector directions(Parameters * Parameters);
  unsigned state = 13;
  for (double &w : weights)
    w = bench::random(state);
  for (int i = 0; i < Parameters; i++)
    directions[i * Parameters + i] = 1;
  auto timedPrimal = [&](const double *u) {
    residuals(&h, u, vertices.data(), r.data());
    return r[0];
  };
  auto primal = [&](const double *u) {
    residuals(&h, u, vertices.data(), r.data());
    double s = 0;
    for (int i = 0; i < rows; i++)
      s += weights[i] * r[i];
    return s;
  };
  auto slope = [&](const double *J, const double *v, double &size) {
    double s = 0;
    for (int c = 0; c < Parameters; c++)
      for (int i = 0; i < rows; i++) {
        double term = weights[i] * J[c * rows + i] * v[c];
        s += term, size += std::fabs(term);
      }
    return s;
  };
  auto hand = [&](const double *u, double *J) { handJacobian(h, u, J); };
#ifdef FD
  auto fluxion = hand;
#else
  auto fluxion = [&](const double *u, double *J) {
    for (int first = 0; first < Parameters; first += 13)
      __enzyme_fwddiff<void>((void *)residuals, enzyme_width, 13, enzyme_const, (const void *)&h, enzyme_dupv,
                             Parameters * sizeof(double), u, directions.data() + first * Parameters, enzyme_dupv,
                             vertices.size() * sizeof(double), vertices.data(), dvertices.data(), enzyme_dupnoneedv,
                             rows * sizeof(double), r.data(), J + first * rows);
  };
#endif
  return bench::run(c, primal, slope, fluxion, hand, timedPrimal);
}

} // namespace

int main(int argc, char **argv) {
  Hand model;
  bench::Vector theta;
  if (argc < 3) {
    makeUp(model, theta);
    return runHand("made up", model, theta);
  }
  if (!readModel(argv[1], model)) {
    std::fprintf(stderr, "hand: cannot read the model in %s\n", argv[1]);
    return 2;
  }
  int bad = 0;
  for (int f = 2; f < argc; f++) {
    Hand h = model;
    if (!readInput(argv[f], h, theta)) {
      std::fprintf(stderr, "hand: cannot read %s\n", argv[f]);
      return 2;
    }
    std::string name = argv[f];
    name = name.substr(name.rfind('/') + 1);
    bad |= runHand(name.substr(0, name.find('_')), h, theta);
  }
  return bad;
}
