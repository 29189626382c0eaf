#!/bin/bash
# A run of random programs for the test suite: 300 from a seed that changes every
# day, or FLUXION_FUZZ_SEED; the seed is printed and replays the run.
#   fuzz.sh PLUGIN
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
seed=${FLUXION_FUZZ_SEED:-$(date +%Y%m%d)}
count=${FLUXION_FUZZ_COUNT:-300}
echo "fuzz/run.py --count $count --seed $seed --plugin $1"
exec python3 "$here/fuzz/run.py" --count "$count" --seed "$seed" --plugin "$1"
