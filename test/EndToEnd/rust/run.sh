#!/bin/bash
# ===- run.sh - Compiles and runs the Rust end-to-end programs --------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.sh LIBRARY TOOLCHAIN [FILTER]     LIBRARY is libEnzyme-22.so, TOOLCHAIN as in "rustc +nightly"
#
# LEVELS (default "3 0"), JOBS (2), LIMIT (seconds, 180), VERBOSE=1 (show passes).
# A file may say `// toolchain: nightly` (only there), `// levels: 3` (instead), `// also: 1` (one more level) or
# `// except: 0` (not at these levels);
# `// not yet: REASON` keeps it out until it works.
# Prints one line per failure, the number of programs (differentiated functions, each with a name of its
# own in its file) and `N passed, M failed`, which counts files at each level.
# ===------------------------------------------------------------------------===#
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 2 ] || { sed -n 7,14p "$0"; exit 2; }
library=$(readlink -f "$1") filter=${3:-}
[ -f "$library" ] || { echo "no such library: $1"; exit 2; }
real=$(rustc "+$2" --print sysroot) || exit 2
host=$(rustc "+$2" -vV | sed -n 's/^host: //p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A sysroot may be a directory with nothing but the backend in it; std is found in the real one.
libraries=lib/rustlib/$host/lib
mkdir -p "$work/sysroot/$libraries"
ln -s "$library" "$work/sysroot/$libraries/libEnzyme-22.so"
export here work toolchain=$2 std=$real/$libraries LIMIT=${LIMIT:-180} RUSTC_BOOTSTRAP=1

check() { # FILE LEVEL
  local name program log status out
  name="$(basename "$1" .rs) opt-level=$2"
  program=$work/$(basename "$1" .rs)-$2
  log=$program.log
  timeout "$LIMIT" rustc "+$toolchain" --sysroot "$work/sysroot" -L "$std" -Zautodiff=Enable -Clto=fat -Copt-level="$2" \
    --edition 2021 -Awarnings "$1" -o "$program" >"$log" 2>&1
  status=$?
  if [ $status != 0 ]; then
    echo "COMPILE-FAIL $name: $(grep -m1 -E '^error|LLVM ERROR|Assertion|undefined symbol' "$log" || echo "exit status $status")"
    return
  fi
  out=$(timeout "$LIMIT" "$program" 2>&1)
  status=$?
  rm -f "$program"
  if [ $status = 0 ] && [ "$(echo "$out" | tail -n1)" = ok ]; then
    echo "PASS $name"
    for program in $(echo "$out" | sed -n 's,^programs: ,,p'); do echo "$(basename "$1" .rs)/$program" >>"$work/programs"; done
  elif [ $status = 1 ]; then echo "WRONG $name: $(echo "$out" | grep -m1 'got')"
  else echo "RUN-FAIL $name: exit status $status: $(echo "$out" | head -n1)"; fi
}
export -f check

for file in "$here"/*.rs; do
  case $file in */check.rs) continue ;; *"$filter"*) ;; *) continue ;; esac
  grep -q '^// not yet: ' "$file" && continue
  only=$(sed -n 's,^// toolchain: ,,p' "$file")
  [ -z "$only" ] || [ "$only" = "$2" ] || continue
  levels=$(sed -n 's,^// levels: ,,p' "$file")
  except=$(sed -n 's,^// except: ,,p' "$file")
  also=$(sed -n 's,^// also: ,,p' "$file")
  [ -z "${LEVELS:-}" ] || also=
  for level in ${levels:-${LEVELS:-3 0} $also}; do
    case " $except " in *" $level "*) ;; *) echo "$file $level" ;; esac
  done
done | xargs -P "${JOBS:-2}" -L 1 bash -c 'check "$0" "$1"' >"$work/results"
[ -n "${VERBOSE:-}" ] && grep ^PASS "$work/results"
grep -v ^PASS "$work/results" | sort
passed=$(grep -c ^PASS "$work/results") failed=$(grep -vc ^PASS "$work/results")
echo "$(sort -u "$work/programs" 2>/dev/null | wc -l) programs"
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
