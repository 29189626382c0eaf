#!/bin/bash
# ===- run.sh - Compiles and runs the end-to-end programs -------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.sh PLUGIN [FILTER]     every program whose path contains FILTER
#   run.sh --fd [FILTER]       without a plug-in: checks the programs themselves
#
# LEVELS (default "-O0 -O1 -O2 -O3"), JOBS (2), LIMIT (seconds, 60), FLAGS (more for the compiler), VERBOSE=1 (show passes).
# A program may say `// also: -Os` (one more level), `// levels: -O0 -O2` (instead) or `// flags: ...`.
# Prints one line per failure and `N passed, M failed`.
# ===------------------------------------------------------------------------===#
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n 7,13p "$0"; exit 2; }
if [ "$1" = --fd ]; then
  export MODE=-DFD
else
  plugin=$(readlink -f "$1")
  [ -f "$plugin" ] || { echo "no such plug-in: $1"; exit 2; }
  export MODE=-fpass-plugin=$plugin
fi
filter=${2:-}
export LIMIT=${LIMIT:-60} FLAGS=${FLAGS:-} here
export work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # FILE LEVEL
  local name=${1#"$here"/} program log compiler status out
  name="$name $2"
  program=$work/$(echo "$name" | tr '/ ' '__')
  log=$program.log
  case $1 in *.cpp) compiler="${CXX:-clang++-22} -std=c++17" ;; *) compiler=${CC:-clang-22} ;; esac
  timeout "$LIMIT" $compiler -w "$2" "$MODE" $(sed -n 's,^// flags: ,,p' "$1") $FLAGS -I"$here" "$1" -lm -fuse-ld=lld -o "$program" >"$log" 2>&1
  status=$?
  if [ $status != 0 ]; then
    echo "COMPILE-FAIL $name: $(grep -m1 -E 'Assertion|LLVM ERROR|error|undefined|PLEASE' "$log" || echo "exit status $status")"
    return
  fi
  out=$(timeout "$LIMIT" "$program" 2>&1)
  status=$?
  rm -f "$program"
  if [ $status = 0 ] && [ "$(echo "$out" | tail -n1)" = ok ]; then echo "PASS $name"
  elif [ $status = 1 ]; then echo "WRONG $name: $(echo "$out" | grep -m1 -E 'got|mismatch')"
  else echo "RUN-FAIL $name: exit status $status: $(echo "$out" | head -n1)"; fi
}
export -f check

for file in "$here"/c/*.c "$here"/cxx/*.cpp; do
  case $file in *"$filter"*) ;; *) continue ;; esac
  levels=$(sed -n 's,^// levels: ,,p' "$file")
  for level in ${levels:-${LEVELS:--O0 -O1 -O2 -O3} $(sed -n 's,^// also: ,,p' "$file")}; do
    echo "$file $level"
  done
done | xargs -P "${JOBS:-2}" -L 1 bash -c 'check "$0" "$1"' >"$work/results"
[ -n "${VERBOSE:-}" ] && grep ^PASS "$work/results"
grep -v ^PASS "$work/results" | sort
passed=$(grep -c ^PASS "$work/results") failed=$(grep -vc ^PASS "$work/results")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
