// A file without a request compiles to the same code with and without the plug-in.
// RUN: %plain-clang -O0 -S %s -o %t.plain && %clang -O0 -S %s -o %t.loaded && cmp %t.plain %t.loaded
// RUN: %plain-clang -O2 -S %s -o %t.plain && %clang -O2 -S %s -o %t.loaded && cmp %t.plain %t.loaded
double dot(const double *A, const double *B, int N) {
  double Sum = 0;
  for (int I = 0; I < N; ++I)
    Sum += A[I] * B[I];
  return Sum;
}

double tableEntry(int I) {
  static const double Table[] = {1, 2, 3};
  return dot(Table, Table + I, 1);
}
