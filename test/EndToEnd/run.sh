#!/bin/bash
# ===- run.sh - Compiles and runs the end-to-end programs -------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.sh PLUGIN [FILTER]            every program whose path contains FILTER
#   run.sh --flags PLUGIN [FILTER]    with many combinations of the compiler's flags instead
#   run.sh --leaks PLUGIN [FILTER]    with the address sanitizer: no error and no leak in a derivative
#   run.sh --libcxx PLUGIN [FILTER]   those that say `// also with: libc++ [LEVEL ...]`, with it
#   run.sh --fd [FILTER]              without a plug-in: checks the programs themselves
#
# LEVELS (default "-O0 -O1 -O2 -O3"), JOBS (2), LIMIT (seconds, 60), FLAGS (more for the compiler), VERBOSE=1 (show passes),
# SHARE (1: all; N: one run in N). A level may be several flags, joined by "+".
# A program may say `// also: -Os` (one more level), `// levels: -O0 -O2` (instead), `// flags: ...`,
# `// not with: FLAG ...` or `// needs: FILE PACKAGE`: it is skipped when FILE is missing.
# Prints one line per failure and `N passed, M failed`.
# ===------------------------------------------------------------------------===#
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n 7,18p "$0"; exit 2; }
sweep=plain levels="-O0 -O1 -O2 -O3"
case $1 in
--flags)
  sweep=flags
  levels="-Os -O2+-ffast-math -O2+-march=native -O3+-march=native -O1+-fno-strict-aliasing -O2+-fno-strict-aliasing
    -O0+-g -O2+-g -O0+-fsanitize=address,undefined -O1+-fsanitize=address,undefined -O2+-fno-exceptions
    -O2+-fno-inline -O1+-fno-omit-frame-pointer -O2+-D_GLIBCXX_ASSERTIONS -O2+-D_FORTIFY_SOURCE=2 -O2+-flto"
  shift
  ;;
--leaks) sweep=leaks levels="-O0+-fsanitize=address -O2+-fsanitize=address"; shift ;;
--libcxx)
  sweep=libcxx levels="-O0 -O2"
  if ! echo '#include <vector>' | ${CXX:-clang++-22} -stdlib=libc++ -x c++ -fsyntax-only - 2>/dev/null; then
    echo "skipped: libc++-22-dev is not installed"
    echo "0 passed, 0 failed"
    exit 0
  fi
  shift
  ;;
esac
if [ "$1" = --fd ]; then
  export MODE=-DFD
else
  plugin=$(readlink -f "$1")
  [ -f "$plugin" ] || { echo "no such plug-in: $1"; exit 2; }
  export MODE=-fpass-plugin=$plugin LINK=-Wl,--load-pass-plugin=$plugin
fi
filter=${2:-}
export LIMIT=${LIMIT:-60} FLAGS=${FLAGS:-} LINK=${LINK:-} here sweep
export ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=0
export work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

check() { # FILE LEVEL
  local name=${1#"$here"/} program log compiler status out missing
  name="$name $2"
  missing=$(sed -n 's,^// needs: ,,p' "$1" | while read -r file package; do [ -e "$file" ] || echo "$package"; done)
  [ -z "$missing" ] || { echo "SKIP $name: $missing is not installed"; return; }
  program=$work/$(echo "$name" | tr '/ +' '___')
  log=$program.log
  case $1 in *.cpp) compiler="${CXX:-clang++-22} -std=c++17" ;; *) compiler=${CC:-clang-22} ;; esac
  # Statically: Debian pairs the headers with the shared library of an older version.
  case $sweep in libcxx) compiler="$compiler -stdlib=libc++ -static-libstdc++" ;; esac
  local link=; case $2 in *-flto*) link=$LINK ;; esac
  timeout "$LIMIT" $compiler -w ${2//+/ } "$MODE" $(sed -n 's,^// flags: ,,p' "$1") $FLAGS -I"$here" "$1" -lm -fuse-ld=lld $link -o "$program" >"$log" 2>&1
  status=$?
  if [ $status != 0 ]; then
    echo "COMPILE-FAIL $name: $(grep -m1 -E 'Assertion|LLVM ERROR|error|undefined|PLEASE' "$log" || echo "exit status $status")"
    return
  fi
  out=$(timeout "$LIMIT" "$program" 2>&1)
  status=$?
  rm -f "$program"
  if [ $status = 0 ] && [ "$(echo "$out" | tail -n1)" = ok ]; then echo "PASS $name"
  elif [ $status = 1 ] && echo "$out" | grep -qE ': got |mismatch'; then echo "WRONG $name: $(echo "$out" | grep -m1 -E 'got|mismatch')"
  else echo "RUN-FAIL $name: exit status $status: $(echo "$out" | grep -m1 -E 'ERROR|error:' || echo "$out" | head -n1)"; fi
}
export -f check

# Flags that a program does not stand; a sanitizer is named by the sweep.
excluded() { # FILE LEVEL
  local flag own
  for flag in $(sed -n 's,^// not with: ,,p' "$1"); do
    case +$2+--$sweep+ in *"$flag"*) return 0 ;; esac
  done
  [ $sweep != plain ] || return 1
  # A level that the program leaves out, it leaves out in all sweeps.
  own=$(sed -n 's,^// levels: ,,p' "$1")
  case " ${own:-${2%%+*}} " in *" ${2%%+*} "*) return 1 ;; esac
}
# Which runs are in a share must not change with every program that is added.
in_share() { # FILE LEVEL
  [ "${SHARE:-1}" = 1 ] || [ $(($(cksum <<<"${1##*/} $2" | cut -d ' ' -f 1) % SHARE)) = 0 ]
}

files=("$here"/c/*.c "$here"/cxx/*.cpp)
[ $sweep != libcxx ] || mapfile -t files < <(grep -l '^// also with: libc++' "${files[@]}")
for file in "${files[@]}"; do
  case $file in *"$filter"*) ;; *) continue ;; esac
  own=
  [ $sweep != plain ] || own=$(sed -n 's,^// levels: ,,p' "$file")
  [ $sweep != libcxx ] || own=$(sed -n 's,^// also with: libc++,,p' "$file")
  also=
  [ $sweep != plain ] || also=$(sed -n 's,^// also: ,,p' "$file")
  for level in ${own:-${LEVELS:-$levels} $also}; do
    in_share "$file" "$level" && ! excluded "$file" "$level" && echo "$file $level"
  done
done | xargs -P "${JOBS:-2}" -L 1 bash -c 'check "$0" "$1"' >"$work/results"
[ -n "${VERBOSE:-}" ] && grep ^PASS "$work/results"
grep -v ^PASS "$work/results" | sort
passed=$(grep -c ^PASS "$work/results") failed=$(grep -vcE '^(PASS|SKIP)' "$work/results")
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
