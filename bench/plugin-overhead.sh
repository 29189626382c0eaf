#!/bin/bash
# ===- plugin-overhead.sh - What loading the plug-in costs ------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   plugin-overhead.sh PLUGIN [FILE.cpp]
#
# Compiles a C++ file without any request with and without -fpass-plugin, in turns, and
# compares the medians of the processor time. Fails when the plug-in costs 5 % or more.
# ROUNDS (15), LEVELS ("-O0 -O2"), CXX (clang++-22).
# ===------------------------------------------------------------------------===#
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] && [ -f "$1" ] || { sed -n 7,11p "$0"; exit 2; }
plugin=$(readlink -f "$1") source=${2:-$here/data/request-free.cpp}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
TIMEFORMAT='%U %S'

compile() { # LIST FLAGS...
  local list=$1
  shift
  { time "${CXX:-clang++-22}" -std=c++17 -w -c "$@" "$source" -o "$work/out.o" 2>"$work/errors"; } 2>"$work/time"
  awk '{ print $1 + $2 }' "$work/time" >>"$list"
}
median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

status=0
for level in ${LEVELS:--O0 -O2}; do
  plain=$work/plain$level with=$work/with$level
  compile "$work/warm" $level
  compile "$work/warm" $level -fpass-plugin="$plugin"
  for ((i = 0; i < ${ROUNDS:-15}; i++)); do
    compile "$plain" $level
    compile "$with" $level -fpass-plugin="$plugin"
  done
  a=$(median "$plain") b=$(median "$with")
  awk -v a="$a" -v b="$b" -v level="$level" 'BEGIN {
    more = (b / a - 1) * 100
    printf "%s: %.3f s without, %.3f s with the plug-in: %+.1f %%\n", level, a, b, more
    exit more >= 5 }' || status=1
done
exit $status
