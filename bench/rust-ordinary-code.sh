#!/bin/bash
# ===- rust-ordinary-code.sh - Is the rest of a Rust program as fast? --------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   rust-ordinary-code.sh BIN [TOOLCHAIN]     BIN holds cargo-fluxion; nightly by default
#
# rust-ordinary-code.rs without -Zautodiff, with it and a derivative in the program, and with it alone; all
# with -O and fat LTO. Runs take turns, ROUNDS (9). Prints medians in nanoseconds.
# ===------------------------------------------------------------------------===#
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n 7,10p "$0"; exit 2; }
PATH=$(readlink -f "$1"):$PATH toolchain=${2:-nightly}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export RUSTC_BOOTSTRAP=1
flags=(--edition 2021 -Copt-level=3 -Clto=fat "$here/rust-ordinary-code.rs")
rustc "+$toolchain" "${flags[@]}" -o "$work/without"
switch=(--sysroot "$(cargo "+$toolchain" fluxion sysroot)" -Zautodiff=Enable)
rustc "+$toolchain" "${switch[@]}" --cfg derivatives "${flags[@]}" -o "$work/with"
rustc "+$toolchain" "${switch[@]}" "${flags[@]}" -o "$work/idle"
for _ in $(seq "${ROUNDS:-9}"); do
  for kind in without with idle; do
    "$work/$kind" | sed "s/^/$kind /" >>"$work/times"
  done
done
sort -k1,2 -k3n "$work/times" | awk '
  { n[$1, $2]++; v[$1, $2, n[$1, $2]] = $3; names[$2] }
  function median(kind, name) { return v[kind, name, int((n[kind, name] + 1) / 2)] }
  END {
    printf "%-10s %10s %16s %8s %18s %8s\n", "loop", "without", "with derivative", "ratio", "with, none there", "ratio"
    for (name in names) {
      a = median("without", name); b = median("with", name); c = median("idle", name)
      printf "%-10s %10.1f %16.1f %8.2f %18.1f %8.2f\n", name, a, b, b / a, c, c / a
    }
  }'
