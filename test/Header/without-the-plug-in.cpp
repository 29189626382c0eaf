// Without the plug-in the program does not compile, at any level, and not link with LTO; the message names the plug-in.
// clang-format off
// RUN: not %plain-clangxx -std=c++17 -I%include -O0 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %plain-clangxx -std=c++17 -I%include -O2 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: error: call to {{.*}} declared with 'error' attribute: fluxion.hpp needs the plug-in of Fluxion: compile with 'fluxion c++', or add -fpass-plugin=FluxionPlugin.so
// RUN: not %plain-clangxx -std=c++17 -I%include -O2 -flto -fuse-ld=lld %s -o %t 2>&1 | FileCheck %s --check-prefix=LTO
// LTO: fluxion.hpp needs the plug-in of Fluxion
// RUN: not g++ -std=c++17 -I%include -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=GCC
// GCC: error: #error "fluxion.hpp needs clang 22 with the plug-in of Fluxion: compile with 'fluxion c++'"
// RUN: %clangxx -std=c++17 %s %link-lto -o %t && %t
// clang-format on
#include <fluxion/fluxion.hpp>

static double square(double x) { return x * x; }

int main(int count, char **) { return fluxion::gradient(square, double(count)) == 2.0 * count ? 0 : 1; }
