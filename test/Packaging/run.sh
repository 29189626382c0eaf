#!/bin/bash
# ===- run.sh - Does an installation serve projects outside? -------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.sh BUILD     installs BUILD into a directory of its own, and builds the consumer
#
# with CMake (find_package), pkg-config, Meson and autotools where they are installed, the driver, and from the
# Debian package, which is installed into an empty root and removed again.
# Prints one line per failure and `N passed, M failed`.
# ===--------------------------------------------------------------------------===#
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# = 1 ] || { sed -n 7,11p "$0"; exit 2; }
build=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/opt/fluxion
passed=0 failed=0

try() { # NAME COMMAND...
  local name=$1
  shift
  if "$@" >"$work/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $name"
    tail -n 15 "$work/log"
  fi
}

with_cmake() {
  cmake -G Ninja -S "$here/consumer" -B "$work/cmake" -DCMAKE_C_COMPILER=clang-22 -DCMAKE_CXX_COMPILER=clang++-22 \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$prefix" && cmake --build "$work/cmake" &&
    "$work/cmake/alone" && "$work/cmake/across"
}
with_gcc() { # says which compiler it needs
  cmake -S "$here/consumer" -B "$work/gcc" -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ -DCMAKE_PREFIX_PATH="$prefix" \
    >"$work/gcc.log" 2>&1 && return 1
  tr -s ' \n' ' ' <"$work/gcc.log" | grep 'Fluxion is a plug-in of clang 22, but the compiler'
}
with_pkg_config() {
  local path
  path=$(dirname "$(find "$prefix" -name fluxion.pc)")
  export PKG_CONFIG_PATH=$path
  # shellcheck disable=SC2046 # flags are words
  clang++-22 -std=c++17 -O2 "$here/consumer/alone.cpp" $(pkg-config --cflags --libs fluxion) -o "$work/alone" && "$work/alone" &&
    clang-22 -O2 -c "$here/consumer/model.c" $(pkg-config --cflags fluxion-lto) -o "$work/model.o" &&
    clang++-22 -std=c++17 -O2 "$here/consumer/across.cpp" "$work/model.o" $(pkg-config --cflags --libs fluxion-lto) \
      -o "$work/across" && "$work/across"
}
with_meson() {
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name fluxion.pc)") CXX=clang++-22 \
    meson setup "$work/meson" "$here/../../examples/meson" && meson compile -C "$work/meson" && "$work/meson/newton" &&
    env CXX="$prefix/bin/fluxion c++" PKG_CONFIG_PATH="$(dirname "$(find "$prefix" -name fluxion.pc)")" \
      meson setup "$work/meson-driver" "$here/../../examples/meson" && meson compile -C "$work/meson-driver" &&
    "$work/meson-driver/newton"
}
with_autotools() { # as a user would: the driver is the compiler, -flto goes into the flags
  mkdir "$work/autotools" && cp "$here"/consumer/*.c* "$here"/consumer-autotools/* "$work/autotools" && cd "$work/autotools" &&
    autoreconf --install && ./configure CC="$prefix/bin/fluxion cc" CXX="$prefix/bin/fluxion c++" \
    CFLAGS='-O2 -flto' CXXFLAGS='-std=c++17 -O2 -flto' && make check
}
with_driver() { # $1/bin/fluxion
  "$1/bin/fluxion" c++ -std=c++17 -O2 "$here/consumer/alone.cpp" -o "$work/driven" && "$work/driven" &&
    "$1/bin/fluxion" check --trials=2 "$here/consumer/alone.cpp" && "$1/bin/fluxion" doctor
}
make_package() { (cd "$work" && cpack -G DEB --config "$build/CPackConfig.cmake" -B "$work/deb"); }
# The package's scripts call ldconfig, which an empty root has not.
dpkg_in_root() { PATH=$work/stand-in:$PATH dpkg --root="$work/root" --log=/dev/null --force-not-root --force-script-chrootless "$@"; }
install_package() {
  mkdir -p "$work/stand-in" && printf '#!/bin/sh\n' >"$work/stand-in/ldconfig" && chmod +x "$work/stand-in/ldconfig"
  mkdir -p "$work/root/var/lib/dpkg/info" "$work/root/var/lib/dpkg/updates" "$work/root/var/log" && touch "$work/root/var/lib/dpkg/status" &&
    dpkg_in_root --force-depends -i "$work"/deb/fluxion_*.deb
}
remove_package() { # leaves nothing behind
  dpkg_in_root --purge fluxion && [ ! -e "$work/root/usr" ]
}

try install cmake --install "$build" --prefix "$prefix" --strip
try CMake with_cmake
try "CMake with another compiler" with_gcc
try pkg-config with_pkg_config
if command -v meson >/dev/null; then try Meson with_meson; else echo "SKIP Meson: meson is not installed"; fi
if command -v automake >/dev/null; then try autotools with_autotools; else echo "SKIP autotools: automake is not installed"; fi
try driver with_driver "$prefix"
if command -v dpkg >/dev/null; then
  try "Debian package" make_package
  try "Debian package, installed" install_package
  try "Debian package, used" with_driver "$work/root/usr"
  try "Debian package, removed" remove_package
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
