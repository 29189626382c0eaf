#!/bin/bash
# ===- rust-compile-time.sh - What derivatives cost a Rust build -------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   rust-compile-time.sh BIN [TOOLCHAIN]     BIN holds cargo-fluxion; nightly by default
#
# Builds the two crates of rust-compile-time from nothing, in turns: with derivatives, and with the same
# gradients written by hand, by cargo fluxion and by plain cargo. ROUNDS (7). Prints medians in
# seconds and what they are of the first.
# ===------------------------------------------------------------------------===#
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n 7,11p "$0"; exit 2; }
PATH=$(readlink -f "$1"):$PATH toolchain=${2:-nightly}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/rust-compile-time" "$work/crates"
cd "$work/crates"
export CARGO_NET_OFFLINE=true CARGO_TERM_QUIET=true RUSTUP_TOOLCHAIN=$toolchain

build() { # NAME COMMAND...: appends its time, leaves its output in NAME.out
  local name=$1 begin
  shift
  rm -rf target
  begin=$EPOCHREALTIME
  "$@"
  echo "$begin $EPOCHREALTIME" | awk '{print $2 - $1}' >>"$work/$name.times"
  target/release/app >"$work/$name.out"
}

for _ in $(seq "${ROUNDS:-7}"); do
  build derivatives cargo fluxion build --release
  build by-hand cargo fluxion build --release --features app/by-hand
  build by-hand-plain cargo build --release --features app/by-hand
done
cmp "$work/derivatives.out" "$work/by-hand.out" || { echo "the programs disagree"; exit 1; }

median() { sort -n "$work/$1.times" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
first=$(median derivatives)
printf '%-40s %8s %22s\n' build seconds "derivatives / this"
for name in derivatives by-hand by-hand-plain; do
  awk -v n="$name" -v a="$first" -v b="$(median $name)" 'BEGIN {printf "%-40s %8.2f %22.2f\n", n, b, a / b}'
done
