#!/bin/bash
# Installs what building and testing Fluxion needs, from Debian's own packages.
#   setup.sh            as root or with sudo; does nothing when all is there
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
llvm=22
packages=(
  llvm-$llvm-dev llvm-$llvm-tools clang-$llvm lld-$llvm         # the hosts and their headers
  clang-format-$llvm clang-tidy-$llvm
  libc++-$llvm-dev libc++abi-$llvm-dev                          # the other standard library
  libclang-rt-$llvm-dev                                         # sanitizer runtimes of clang
  cmake ninja-build make ccache g++ pkg-config git
  zlib1g-dev libzstd-dev                                        # asked for by LLVM's CMake package
  libgtest-dev libbenchmark-dev
  libopenblas-dev liblapacke-dev                                # for the tests of derivatives of BLAS
  libeigen3-dev                                                 # some end-to-end programs; they are skipped without
  libnlopt-dev libceres-dev coinor-libipopt-dev                 # some examples; they are skipped without
  meson automake                                                # for tests of packaging; skipped without
  python3
)

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "setup: missing ${missing[*]}; run this as root or install sudo" >&2; exit 1; }
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update
"${as_root[@]}" apt-get install -y --no-install-recommends "${missing[@]}"
