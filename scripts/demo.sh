#!/bin/bash
# Compiles the examples with the plug-in and runs them: derivatives next to central
# differences. Rust ones too where rustup's toolchains and the library are there.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
good=0 bad=0

run() { # run <what> <program>
  if "$2"; then good=$((good + 1)); else echo "FAILED: $1"; bad=$((bad + 1)); fi
}

# An example may say `// needs: FILE PACKAGE` (it is skipped when FILE is missing) and `// flags: ...`.
for source in examples/*.cpp; do
  read -r file package < <(sed -n 's,^// needs: ,,p' "$source") && [ ! -e "$file" ] &&
    { echo "skipped $source: $package is not installed"; continue; }
  read -r -a flags < <(sed -n 's,^// flags: ,,p' "$source") || flags=()
  command=("$build/bin/fluxion" c++ -std=c++17 -O2 "$source" -o "$work/example" "${flags[@]}" -lm)
  echo "\$ ${command[*]}"
  if "${command[@]}"; then run "$source" "$work/example"; else echo "FAILED: $source"; bad=$((bad + 1)); fi
done

for toolchain in nightly stable; do
  [ -f "$build/lib/libEnzyme-22.so" ] && rustc +$toolchain -vV 2>/dev/null | grep -q '^LLVM version: 22' || continue
  for source in examples/*.rs; do
    sysroot=$(RUSTUP_TOOLCHAIN=$toolchain "$build/bin/cargo-fluxion" sysroot) || { bad=$((bad + 1)); continue; }
    command=(rustc +$toolchain --sysroot "$sysroot" -Zautodiff=Enable -Clto=fat -O --edition 2021 "$source" -o "$work/example")
    echo "\$ rustc +$toolchain --sysroot \$(cargo fluxion sysroot) -Zautodiff=Enable -Clto=fat -O $source"
    if RUSTC_BOOTSTRAP=1 "${command[@]}"; then run "$source" "$work/example"; else echo "FAILED: $source"; bad=$((bad + 1)); fi
  done
done

# C and Rust together: the linker sees both.
for toolchain in nightly stable; do
  rustc +$toolchain -vV 2>/dev/null | grep -q '^LLVM version: 22' || continue
  plugin=$(readlink -f "$build/lib/FluxionPlugin.so")
  command=(rustc +$toolchain -O --edition 2024 -Clinker-plugin-lto -Clto=fat -Clinker=clang-22 -Clink-arg=-flto -Clink-arg=-fuse-ld=lld
           "-Clink-arg=-Wl,--load-pass-plugin=$plugin" "-Clink-arg=$work/chain.o" examples/rust-and-c/main.rs -o "$work/example")
  echo "\$ ${command[*]}"
  host=$(rustc +$toolchain -vV | sed -n 's/^host: //p')
  if clang-22 --target="$host" -O2 -flto -c examples/rust-and-c/chain.c -o "$work/chain.o" && "${command[@]}"; then
    run examples/rust-and-c "$work/example"
  else
    echo "FAILED: examples/rust-and-c"
    bad=$((bad + 1))
  fi
done

echo "demo: $good examples agree with central differences, $bad do not"
[ $bad = 0 ]
