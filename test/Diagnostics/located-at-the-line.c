// With debug locations an error stands at the line that caused it.
// RUN: not %clang -g -O1 -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: located-at-the-line.c:[[# @LINE + 4]]:{{[0-9]+}}: error: {{.*}}fluxion: no derivative is known for 'mystery'
double mystery(double);
double __enzyme_autodiff(void *, ...);
static double f(double x) {
  return mystery(x) * x;
}
double ask(double x) { return __enzyme_autodiff((void *)f, x); }
