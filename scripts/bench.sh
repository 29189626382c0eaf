#!/bin/bash
# Runs what bench/ holds: a table on standard output, JSON beside it in the build directory.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}
if [ -x bench/run.py ]; then
  exec bench/run.py --build "$build" "$@"
fi
cmake --build "$build" --target bench
