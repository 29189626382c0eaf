// The driver stands in for clang: without complaint when it only links, under its other names, and with -flto.
// clang-format off
// RUN: %fluxion c++ -Werror -std=c++17 -c %s -o %t.o && %fluxion c++ -Werror %t.o -o %t && %t
// RUN: %fluxion-c++ -std=c++17 -O2 %s -o %t && %t
// RUN: %fluxion c++ -std=c++17 -O2 -flto %s -o %t && %t
// RUN: %fluxion cc --version | FileCheck %s
// CHECK: clang version 22
// clang-format on
#include <fluxion/fluxion.hpp>

static double square(double x) { return x * x; }

int main() { return fluxion::gradient(square, 3.0) == 6 ? 0 : 1; }
