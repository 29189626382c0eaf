// Labels beside numbers that are made longer,
// assigned, swapped and cleared: the shadow of a record stays as its primal is.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <string>
#include <utility>
#include <vector>
struct Labelled {
  std::string name;
  double value;
};
static double longer(double x, int n) {
  Labelled one{std::string(n, 'x'), x};
  one.name += "a tail that does not fit into the record";
  one.value *= x;
  Labelled two = one;
  two.name.append(n, 'y');
  two.value *= one.value;
  return one.value + two.value + two.name.size();
}
static double fromShort(double x) { return longer(x, 3); }
static double fromLong(double x) { return longer(x, 30); }
static double changing(double x, double y) {
  std::vector<Labelled> all{{"first", x}, {"a second one whose name is on the heap", y}, {"", x * y}};
  double s = 0;
  for (int i = 0; i < 6; i++) {
    Labelled &a = all[i % 3], &b = all[(i + 1) % 3];
    switch (i) {
    case 0:
      a.name.swap(b.name);
      break;
    case 1:
      a.name = "a third name that is longer than both of the others were";
      break;
    case 2:
      a.name = b.name + a.name;
      break;
    case 3:
      b.name.clear(), b.name.shrink_to_fit();
      break;
    case 4:
      a.name.insert(0, b.name), a.name.resize(90, '-');
      break;
    default:
      std::swap(a, b);
      break;
    }
    a.value = sin(a.value * b.value) + 0.01 * a.name.size();
    s += a.value * (i + 1);
  }
  return s;
}
int main() {
  CHECK_SCALAR(fromShort, 0.7);
  CHECK_SCALAR(fromLong, 1.3);
  CHECK_SCALAR2(changing, 0.7, 1.4);
  return finish();
}
