#!/bin/bash
# A run of random programs for the test suite: 300 from a fixed seed, so that a
# change is judged by the same programs as its parent; FLUXION_FUZZ_SEED=$RANDOM looks
# further. The seed is printed and replays the run.
#   fuzz.sh PLUGIN
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
seed=${FLUXION_FUZZ_SEED:-5000}
count=${FLUXION_FUZZ_COUNT:-300}
echo "fuzz/run.py --count $count --seed $seed --plugin $1"
exec python3 "$here/fuzz/run.py" --count "$count" --seed "$seed" --plugin "$1"
