//===- cxx.h - What generated C++ programs include ------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One header for all, so that run.py compiles it once for each level.
//===----------------------------------------------------------------------===//
#ifndef FLUXION_FUZZ_CXX_H
#define FLUXION_FUZZ_CXX_H

#include <algorithm>
#include <array>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <math.h>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;

#endif
