// What cannot be differentiated does not compile, and one sentence says why.
// clang-format off
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=1 %s 2>&1 | FileCheck %s --check-prefix=POINTER --implicit-check-not=error:
// POINTER: error: static assertion failed{{.*}}: fluxion: a pointer must be followed by the number of elements that it leads to
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=2 %s 2>&1 | FileCheck %s --check-prefix=PRIVATE --implicit-check-not=error:
// PRIVATE: error: static assertion failed{{.*}}: fluxion: an argument is of a type whose floats cannot be found (it has private members
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=3 %s 2>&1 | FileCheck %s --check-prefix=SEVERAL --implicit-check-not=error:
// SEVERAL: error: static assertion failed{{.*}}: fluxion: a gradient needs a function that returns one float
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=4 %s 2>&1 | FileCheck %s --check-prefix=NOTHING --implicit-check-not=error:
// NOTHING: error: static assertion failed{{.*}}: fluxion: the function returns nothing that could be differentiated
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=5 %s 2>&1 | FileCheck %s --check-prefix=INTEGER --implicit-check-not=error:
// INTEGER: error: static assertion failed{{.*}}: fluxion: the function returns no floats
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=6 %s 2>&1 | FileCheck %s --check-prefix=NO-FLOATS --implicit-check-not=error:
// NO-FLOATS: error: static assertion failed{{.*}}: fluxion: no argument holds floats
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=7 %s 2>&1 | FileCheck %s --check-prefix=CALL --implicit-check-not=error:
// CALL: error: static assertion failed{{.*}}: fluxion: the function cannot be called with these arguments
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=8 %s 2>&1 | FileCheck %s --check-prefix=TWO --implicit-check-not=error:
// TWO: error: static assertion failed{{.*}}: fluxion: a Jacobian or Hessian is with respect to one argument
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=9 %s 2>&1 | FileCheck %s --check-prefix=SHADOW --implicit-check-not=error:
// SHADOW: error: static assertion failed{{.*}}: fluxion: the shadow of an argument must be of the type of the argument
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=10 %s 2>&1 | FileCheck %s --check-prefix=SAY --implicit-check-not=error:
// SAY: error: static assertion failed{{.*}}: fluxion: say what happens to an argument that is no plain number
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=11 %s 2>&1 | FileCheck %s --check-prefix=SEED --implicit-check-not=error:
// SEED: error: static assertion failed{{.*}}: fluxion: the function returns several floats; say with fluxion::seed(w)
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=12 %s 2>&1 | FileCheck %s --check-prefix=TANGENTS --implicit-check-not=error:
// TANGENTS: error: static assertion failed{{.*}}: fluxion: with several arguments write dual(x, v)
// RUN: not %clangxx -std=c++17 -fsyntax-only -DCASE=13 %s 2>&1 | FileCheck %s --check-prefix=MIXED --implicit-check-not=error:
// MIXED: error: static assertion failed{{.*}}: fluxion: a Jacobian or Hessian needs floats of one type
// RUN: not %clangxx -std=c++14 -fsyntax-only -DCASE=0 %s 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: "fluxion.hpp needs C++17 or later: add -std=c++17"
// RUN: %clangxx -std=c++17 -fsyntax-only -DCASE=0 %s
// clang-format on
#include <array>
#include <fluxion/fluxion.hpp>
#include <vector>

class Private {
public:
  double get() const { return Value; }

private:
  double Value = 1;
};
struct Mixed {
  float a;
  double b;
};
using Vector = std::vector<double>;

double first(const double *x) { return *x; }
double of_private(const Private &p) { return p.get(); }
Vector several(const Vector &x) { return x; }
void nothing(double) {}
int integer(double x) { return x > 0; }
double no_floats(int n) { return n; }
double two(const Vector &x, const Vector &y) { return x[0] * y[0]; }
double of_mixed(const Mixed &m) { return m.b * double(m.a); }

void cases() {
  Vector x{1}, y{2};
  double *p = x.data();
  (void)p;
#if CASE == 1
  fluxion::gradient(first, p);
#elif CASE == 2
  fluxion::gradient(of_private, Private());
#elif CASE == 3
  fluxion::gradient(several, x);
#elif CASE == 4
  fluxion::gradient(nothing, 1.0);
#elif CASE == 5
  fluxion::gradient(integer, 1.0);
#elif CASE == 6
  fluxion::gradient(no_floats, 1);
#elif CASE == 7
  fluxion::gradient(two, x);
#elif CASE == 8
  fluxion::jacobian(two, x, y);
#elif CASE == 9
  fluxion::reverse<two>(fluxion::duplicated(x, 1.0), fluxion::constant(y));
#elif CASE == 10
  fluxion::reverse<two>(x, y);
#elif CASE == 11
  fluxion::reverse<several>(fluxion::active(x));
#elif CASE == 12
  fluxion::jvp(two, x, y, x, y);
#elif CASE == 13
  fluxion::hessian(of_mixed, Mixed{1, 2});
#endif
}
