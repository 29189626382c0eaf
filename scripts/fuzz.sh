#!/bin/bash
# A run of random programs for the test suite: 300 from a fixed seed, so that a
# change is judged by the same programs as its parent, each at a level and with plan steps
# that its seed draws. A minute of processor time is a hang: type inference takes half of that for some programs at -O0.
# FLUXION_FUZZ_SEED=$RANDOM looks further; the seed is printed and replays the run.
#   fuzz.sh PLUGIN
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
seed=${FLUXION_FUZZ_SEED:-5000}
count=${FLUXION_FUZZ_COUNT:-300}
options=(--count "$count" --seed "$seed" --levels O0,O2,O3+march=native --one-level --chaos --timeout 60 --plugin "$1")
echo "fuzz/run.py ${options[*]}"
exec python3 "$here/fuzz/run.py" "${options[@]}"
