// std::deque, queue, stack and priority_queue of floats.
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// also with: libc++
#include "check.h"
#include <deque>
#include <queue>
#include <stack>
static double ends(double *x, int n) {
  std::deque<double> d;
  for (int i = 0; i < n; ++i)
    if (i % 2)
      d.push_back(x[i]);
    else
      d.push_front(x[i] * x[i]);
  d.pop_front();
  double s = 0;
  for (double v : d)
    s = s * 0.7 + v * v;
  return s * d[2] + d.back();
}
static double movingAverage(double *x, int n) {
  std::queue<double> window;
  double sum = 0, s = 0;
  for (int i = 0; i < n; ++i) {
    window.push(x[i]);
    sum += x[i];
    if (window.size() > 3) {
      sum -= window.front();
      window.pop();
    }
    s += sum * sum;
  }
  return s;
}
static double reverseStack(double *x, int n) {
  std::stack<double> st;
  for (int i = 0; i < n; ++i)
    st.push(x[i] + (st.empty() ? 0 : st.top() * 0.5));
  double s = 0;
  while (!st.empty()) {
    s = s * st.top() + 1;
    st.pop();
  }
  return s;
}
static double largest(double *x, int n) {
  std::priority_queue<double> q;
  for (int i = 0; i < n; ++i)
    q.push(x[i]);
  double s = 0, w = 1;
  while (!q.empty()) {
    s += w * q.top() * q.top();
    w *= 0.5;
    q.pop();
  }
  return s;
}
int main() {
  double *x = drawVector(5, 9);
  CHECK_ARRAY(ends, x, 9);
  CHECK_ARRAY(movingAverage, x, 9);
  CHECK_ARRAY(reverseStack, x, 9);
  CHECK_ARRAY(largest, x, 9);
  return finish();
}
