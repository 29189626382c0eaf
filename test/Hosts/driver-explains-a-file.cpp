// The driver compiles a source file, leaves its requests alone, and prints facts about them.
// RUN: %fluxion explain --fact=plan %s | FileCheck %s --check-prefix=PLAN
// RUN: %fluxion explain --fact=requests %s -DSECOND | FileCheck %s --check-prefix=REQUESTS
// RUN: not %fluxion explain %t.missing.cpp
// RUN: %fluxion --help | FileCheck %s --check-prefix=HELP
// RUN: not %fluxion no-such-command 2>&1 | FileCheck %s --check-prefix=NONE
// PLAN: plan @{{.*}}square
// REQUESTS: square
// HELP: strong-zero
// NONE: fluxion: error: there is no command 'no-such-command'
double __enzyme_autodiff(double (*)(double), double);

static double square(double x) { return x * x; }

double slope(double x) { return __enzyme_autodiff(square, x); }
