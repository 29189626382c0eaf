#!/bin/bash
# Runs the benchmarks: tables on standard output, and results.md, results.json and chart.svg in docs/benchmarks.
#   bench.sh [--callgrind ...]      options of bench/run.py
# Other tools are installed from Debian's packages first, as root or with sudo; what is not there is left out with a message.
# The inputs of ADBench are used where a checkout has them beside it.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
plugin=$build/lib/FluxionPlugin.so

packages=(valgrind libadolc-dev libtrilinos-sacado-dev libeigen3-dev libceres-dev libboost-dev r-cran-stanheaders libtbb-dev)
missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  echo "bench: installing ${missing[*]}"
  DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=120 install -y --no-install-recommends \
    "${missing[@]}" >/dev/null || echo "bench: not installed; what needs them is left out"
fi

status=0
bench/run.py --plugin "$plugin" --json "$build/bench.json" --peers --rust --compile-times --generated --docs "$@" || status=1
echo "compile time of a file without a request:"
bench/plugin-overhead.sh "$plugin" || status=1
exit $status
