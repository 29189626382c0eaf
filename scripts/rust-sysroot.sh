#!/bin/bash
# Makes a sysroot that is a rustup toolchain plus Fluxion as its autodiff backend,
# out of links, and prints its path. The toolchain itself is not touched.
#   rust-sysroot.sh LIBRARY TOOLCHAIN DIRECTORY
# Fails when there is no such toolchain or its LLVM is not the library's.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
[ $# = 3 ] || { sed -n 2,5p "$0" >&2; exit 2; }
library=$(readlink -f "$1")
toolchain=$2
wanted=22

version=$(rustc "+$toolchain" -vV)
host=$(sed -n 's/^host: //p' <<<"$version")
llvm=$(sed -n 's/^LLVM version: \([0-9]*\).*/\1/p' <<<"$version")
[ "$llvm" = $wanted ] || { echo "rustc +$toolchain has LLVM $llvm, not $wanted" >&2; exit 1; }
real=$(rustc "+$toolchain" --print sysroot)

# Every directory on the way to the library is real, everything beside it a link.
link_beside() { # link_beside <directory below the sysroot> <name that is not linked>
  mkdir -p "$new/$1"
  for entry in "$real/$1"/*; do
    [ "$(basename "$entry")" = "$2" ] || ln -s "$entry" "$new/$1/"
  done
}
mkdir -p "$3"
rmdir "$3" 2>/dev/null || { echo "$3 is not empty" >&2; exit 1; }
mkdir "$3"
new=$(readlink -f "$3")
link_beside . lib
link_beside lib rustlib
link_beside lib/rustlib "$host"
link_beside "lib/rustlib/$host" lib
link_beside "lib/rustlib/$host/lib" "libEnzyme-$llvm.so"
ln -s "$library" "$new/lib/rustlib/$host/lib/libEnzyme-$llvm.so"
echo "$new"
