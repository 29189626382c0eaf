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
cp -r "$here"/*/ "$work/"
export XDG_CACHE_HOME=$work/cache CARGO_NET_OFFLINE=true CARGO_TERM_COLOR=never CARGO_INCREMENTAL=1
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS RUSTDOCFLAGS CARGO_ENCODED_RUSTDOCFLAGS RUSTUP_TOOLCHAIN CARGO RUSTC RUSTC_WRAPPER
unset CARGO_BUILD_RUSTC_WRAPPER FLUXION_RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER
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

# The program again, after a change of a function in the library that no attribute stands on.
changed_between_builds() {
  sed -i 's/^    v \* v$/    v * v * 10.0/' library/src/lib.rs
  cargo "+$1" fluxion run -q
  sed -i 's/^    v \* v \* 10.0$/    v * v/' library/src/lib.rs
}

in_c='40: 8 40 24, 0.824361 2.473082'
c_with_static_library() { # DIRECTORY NAME
  cc "$work/exported/caller.c" "target/$1/lib$2.a" -lpthread -ldl -lm -lgcc_s -o caller && ./caller
}

c_with_shared_library() { # DIRECTORY NAME
  cc "$work/exported/caller.c" -L"target/$1" "-l$2" -Wl,-rpath,"$PWD/target/$1" -o caller && ./caller
}

built_for_c() { # TOOLCHAIN PROFILE DIRECTORY
  cargo "+$1" fluxion build -q --profile "$2" && c_with_static_library "$3" exported
}

c_with_dylib() { # TOOLCHAIN: its dependencies need bitcode too
  cargo "+$1" fluxion rustc -q -p library --crate-type dylib && c_with_shared_library debug library
}

rustc_in_sysroot() { # TOOLCHAIN ARGS...
  local t=$1 sysroot
  shift
  sysroot=$(cargo "+$t" fluxion sysroot) || return
  RUSTC_BOOTSTRAP=1 rustc "+$t" --sysroot "$sysroot" -Zautodiff=Enable --edition 2021 -Awarnings -O "$@"
}

# Requests that the program declares itself come without LTO: what is in the same crate has an answer.
by_hand() { # TOOLCHAIN FLAGS...
  local t=$1
  shift
  rustc_in_sysroot "$t" --crate-type lib --crate-name byhand lib.rs -o libbyhand.rlib &&
    rustc_in_sysroot "$t" --extern byhand=libbyhand.rlib "$@" main.rs -o main && ./main
}

# Libraries of which cargo makes several kinds at once, for which it asks for no LTO.
check_mixed() {
  local t=$1 profile
  cd "$work/mixed" || exit
  for profile in dev release; do
    expect "$t: rlib of several, $profile" "$in_c" cargo "+$t" fluxion run -q --profile $profile
    expect "$t: staticlib of several, $profile" "$in_c" c_with_static_library ${profile/dev/debug} library
    expect "$t: cdylib of several, $profile" "$in_c" c_with_shared_library ${profile/dev/debug} library
  done
  expect "$t: doctests of several" "library/src/lib.rs - energy (line 8) ... ok" cargo "+$t" fluxion test --doc
  expect "$t: dylib and C" "$in_c" c_with_dylib "$t"
  sed -i 's/^crate-type = .*/crate-type = ["rlib", "dylib"]/' library/Cargo.toml
  expect "$t: rlib beside a dylib" "$in_c" cargo "+$t" fluxion run -q
  sed -i 's/^crate-type = .*/crate-type = ["rlib", "staticlib", "cdylib"]/' library/Cargo.toml
}

code_of_axpy() { # TOOLCHAIN
  rustc_in_sysroot "$1" -Clto=fat --crate-type cdylib --crate-name byhand --emit=asm lib.rs -o code.s &&
    sed -n '/^axpy:/,/size.axpy/p' code.s
}

check_shapes() { # of libraries, and requests without LTO
  local t=$1
  cd "$work/exported" || exit
  expect "$t: staticlib and C" "$in_c" built_for_c "$t" dev debug
  expect "$t: staticlib and C, optimised" "$in_c" built_for_c "$t" release release
  expect "$t: cdylib and C" "$in_c" c_with_shared_library release exported
  cd "$work/by-hand" || exit
  expect "$t: by hand, thin LTO" "0.918217" by_hand "$t" -Clto=thin
  expect "$t: by hand, thin LTO, a function of another crate" "link with -flto (rustc: -Clto=fat)" by_hand "$t" -Clto=thin --cfg far
  expect "$t: by hand, fat LTO, a function of another crate" "0.750000" by_hand "$t" -Clto=fat --cfg far
  [ "$(uname -m)" = x86_64 ] || return 0
  expect "$t: loops without a derivative are vectorised" "mulps" code_of_axpy "$t"
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
  expect "$t: benches" "sum of gradients 200000 in" cargo "+$t" fluxion bench
  expect "$t: an incremental build after a change" "140 [20.0, 40.0, 60.0]" changed_between_builds "$t"
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
  expect "$t: a profile with other LTO and one codegen unit" "$derivatives" cargo "+$t" fluxion run -q --profile dist
  expect "$t: 16 codegen units" "$derivatives" env CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 cargo "+$t" fluxion run -q --release
  expect "$t: RUSTFLAGS of the user" "$derivatives" env RUSTFLAGS="--cfg flag_of_the_user" cargo "+$t" fluxion run -q
  expect "$t: env" "$derivatives" with_exported_environment "$t"
}

# Derivatives that check themselves, and the same project without that.
check_checked() {
  local t=$1 profile
  cd "$work/checked" || exit
  for profile in dev release; do
    expect "$t: unchecked, $profile" "NaN]" cargo "+$t" fluxion run -q --profile $profile
    expect "$t: what happens there, $profile" "the adjoint becomes NaN here" \
      env FLUXION_CHECK=1 cargo "+$t" fluxion run -q --profile $profile
  done
  # Not inlined, the logarithm is a function of the standard library with a line of its own.
  expect "$t: the line of a NaN" "main.rs:9" env FLUXION_CHECK=1 cargo "+$t" fluxion run -q --release
}

# A wrapper of rustc that the user has set stays in use, here in the environment and by a relative path in a file.
check_wrappers() {
  local t=$1
  cd "$work/early" || exit
  mkdir -p .cargo
  printf '#!/bin/bash\necho "$0" >>"$WRAPPED"\nexec "$@"\n' >wrapper
  chmod +x wrapper
  export WRAPPED=$work/wrapped
  touch src/main.rs
  RUSTC_WRAPPER=$PWD/wrapper cargo "+$t" fluxion build -q
  expect "$t: a wrapper of the user" "$PWD/wrapper" cat "$WRAPPED"
  printf '[build]\nrustc-wrapper = "./wrapper"\n' >.cargo/config.toml
  rm -f "$WRAPPED"
  touch src/main.rs
  cargo "+$t" fluxion build -q
  expect "$t: a wrapper in a file" "$PWD/./wrapper" cat "$WRAPPED"
  rm -r .cargo
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
  expect "several side by side" "2" bash -c 'ls -d "$XDG_CACHE_HOME"/fluxion/sysroot-* | wc -l'
  expect "clean" "Removed" cargo fluxion clean
  rm "$XDG_CACHE_HOME"/fluxion/sysroot-*/bin
  cargo fluxion clean -q
  expect "directories without a toolchain" "0" bash -c 'ls "$XDG_CACHE_HOME"/fluxion | wc -l'
  rm rust-toolchain
}

for toolchain in $TOOLCHAINS; do
  check_toolchain "$toolchain"
  check_shapes "$toolchain"
  check_mixed "$toolchain"
done
check_settings ${TOOLCHAINS##* }
check_checked ${TOOLCHAINS##* }
check_wrappers ${TOOLCHAINS##* }
check_toolchain_file $TOOLCHAINS
check_refusals
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
