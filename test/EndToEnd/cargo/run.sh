#!/bin/bash
# ===- run.sh - cargo fluxion on real projects ------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.sh BIN     the directory with cargo-fluxion
#
# Works offline, on copies in a directory whose name has a space, with a cache of its own.
# TOOLCHAINS (default: those of nightly and stable that fit). Prints one line per check and
# `N passed, M failed`.
# ===------------------------------------------------------------------------===#
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { sed -n 7,11p "$0"; exit 2; }
PATH=$(readlink -f "$1"):$PATH
work=$(mktemp -d)/"with a space"
trap 'rm -rf "$(dirname "$work")"' EXIT
mkdir "$work"
cp -r "$here/workspace" "$here/early" "$work/"
export XDG_CACHE_HOME=$work/cache CARGO_NET_OFFLINE=true CARGO_TERM_COLOR=never CARGO_INCREMENTAL=1
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTDOCFLAGS CARGO_ENCODED_RUSTDOCFLAGS RUSTUP_TOOLCHAIN CARGO RUSTC RUSTC_WRAPPER
passed=0 failed=0

fits() { rustc "+$1" -vV 2>/dev/null | grep -q '^LLVM version: 22'; }
if [ -z "${TOOLCHAINS:-}" ]; then
  TOOLCHAINS=
  for toolchain in nightly stable; do
    fits $toolchain && TOOLCHAINS="$TOOLCHAINS $toolchain"
  done
fi
[ -n "$TOOLCHAINS" ] || { echo "no toolchain with LLVM 22"; exit 2; }

# expect NAME TEXT COMMAND...: the output, errors included, must contain TEXT.
expect() {
  local name=$1 text=$2 output
  shift 2
  output=$("$@" 2>&1 </dev/null)
  if grep -qF -- "$text" <<<"$output"; then
    echo "PASS $name"
    passed=$((passed + 1))
  else
    echo "FAIL $name: '$text' is not in:"
    tail -n 15 <<<"$output" | sed 's/^/  | /'
    failed=$((failed + 1))
  fi
}

with_exported_environment() { # cargo itself, RUSTFLAGS of the user included
  local settings
  settings=$(RUSTFLAGS=" --cfg  flag_of_the_user" cargo "+$1" fluxion env) || return
  (eval "$settings" && cargo "+$1" run -q)
}

derivatives='14 [2.0, 4.0, 6.0] 0.918217 (24.0, 36.0)'
check_toolchain() {
  local t=$1 case
  cd "$work/workspace" || exit
  expect "$t: dev profile" "$derivatives" cargo "+$t" fluxion run -q
  expect "$t: release profile" "$derivatives" cargo "+$t" fluxion run -q --release
  expect "$t: doctests" "library/src/lib.rs - norm (line 12) ... ok" cargo "+$t" fluxion test
  expect "$t: unit tests" "test inside_the_library ... ok" cargo "+$t" fluxion test --lib
  expect "$t: integration tests, optimised" "test beside_the_library ... ok" cargo "+$t" fluxion test --release --test beside
  expect "$t: check" "Finished" cargo "+$t" fluxion check
  cd "$work/early" || exit
  for profile in dev release; do
    expect "$t: seeds and pairs, $profile" "every derivative is right" cargo "+$t" fluxion run -q --profile $profile
    for case in 1:slice 2:out 3:out 4:wide; do
      expect "$t: short shadow of '${case#*:}', $profile" "fluxion: in 'early::d_${case#*:}', the shadow of argument" \
        cargo "+$t" fluxion run -q --profile $profile -- ${case%:*}
    done
  done
}

# What does not depend on the toolchain.
check_settings() {
  local t=$1
  cd "$work/workspace" || exit
  expect "$t: a profile with other LTO" "$derivatives" cargo "+$t" fluxion run -q --profile dist
  expect "$t: RUSTFLAGS of the user" "$derivatives" env RUSTFLAGS="--cfg flag_of_the_user" cargo "+$t" fluxion run -q
  expect "$t: env" "$derivatives" with_exported_environment "$t"
}

# A rustc that answers what it is asked and nothing else: VERSION, SYSROOT.
fake_rustc() {
  cat >"$work/rustc" <<FAKE
#!/bin/bash
case \$1 in
  -vV) printf 'rustc 1.0\nhost: some-host\nLLVM version: $1\n' ;;
  --print) echo "$work/toolchain" ;;
esac
FAKE
  chmod +x "$work/rustc"
}

check_refusals() {
  local place=$work/toolchain/lib/rustlib/some-host/lib
  mkdir -p "$place"
  export RUSTC=$work/rustc
  fake_rustc 21.1.0
  expect "wrong LLVM" "has LLVM 21; this Fluxion fits LLVM 22" cargo-fluxion build
  fake_rustc 22.1.0
  expect "install" "installed $place/libEnzyme-22.so" cargo-fluxion install
  expect "installed" "libEnzyme-22.so" ls "$place"
  expect "uninstall" "removed" cargo-fluxion uninstall
  expect "uninstalled" "nothing of ours" cargo-fluxion uninstall
  touch "$place/libEnzyme-22.so"
  expect "the library of somebody else" "not ours; it stays" cargo-fluxion install
  RUSTC=$work/none expect "no rustc" "there is no '$work/none'" cargo-fluxion build
  unset RUSTC
}

check_toolchain_file() { # the file decides, and each toolchain has its own directory
  local first=${1:-} second=${2:-}
  [ -n "$second" ] || return
  cd "$work/early" || exit
  echo "$first" >rust-toolchain
  expect "rust-toolchain file" "$(cargo "+$first" fluxion sysroot)" cargo fluxion sysroot
  echo "$second" >rust-toolchain
  expect "another in the file" "$(cargo "+$second" fluxion sysroot)" cargo fluxion sysroot
  expect "several side by side" "$(ls -d "$XDG_CACHE_HOME"/fluxion/sysroot-* | wc -l)" echo 2
  rm rust-toolchain
}

for toolchain in $TOOLCHAINS; do
  check_toolchain "$toolchain"
done
check_settings ${TOOLCHAINS##* }
check_toolchain_file $TOOLCHAINS
check_refusals
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
