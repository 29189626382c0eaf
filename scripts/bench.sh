#!/bin/bash
# Runs the benchmarks: tables on standard output, numbers in build/bench.json. The inputs of
# ADBench are used where a checkout has them beside it.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
plugin=$build/lib/FluxionPlugin.so
gmm=(bench/data/gmm_d5_K8_n200.txt)
for instance in 1k_gmm_d10_K25 1k_gmm_d20_K25; do
  file=../shared/data/adbench/gmm/$instance.txt
  [ ! -f "$file" ] || gmm+=("$file")
done
status=0
bench/run.py --plugin "$plugin" --json "$build/bench.json" --gmm "${gmm[@]}" "$@" || status=1
echo "numbers in $build/bench.json"
echo
echo "compile time of a file without a request:"
bench/plugin-overhead.sh "$plugin" || status=1
exit $status
