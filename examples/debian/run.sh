#!/bin/bash
# Differentiates programs that Debian ships as source, as they are.
#   run.sh [PROGRAM...]       all of gsl-quadrature nlopt-objectives
# Fetches the source packages into a scratch directory (SOURCES=DIR keeps them there) and needs no
# root: apt is given lists of its own. Skips with a word where the sources cannot be had.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
here=$(cd "$(dirname "$0")" && pwd)
fluxion=${BUILD:-$here/../../build}/bin/fluxion
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sources=${SOURCES:-$work/sources}
mkdir -p "$sources"
good=0 bad=0 skipped=0

apt=(-q -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/apt/parts" -o Dir::State::Lists="$work/apt/lists"
  -o Dir::Cache="$work/apt/cache" -o Acquire::Retries=0 -o Acquire::http::Timeout=20 -o APT::Sandbox::User=)

prepare_apt() {
  [ ! -d "$work/apt" ] || return 0
  command -v apt-get dpkg-source >/dev/null || return 1
  local suite
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
  mkdir -p "$work"/apt/{parts,lists/partial,cache/archives/partial}
  printf '%s\n' 'Types: deb-src' 'URIs: http://deb.debian.org/debian' "Suites: $suite" 'Components: main' \
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg' >"$work/apt/parts/debian.sources"
  timeout 120 apt-get "${apt[@]}" update >"$work/apt/log" 2>&1 && ! grep -q '^[EW]: .*Failed' "$work/apt/log"
}

fetch() { # PACKAGE: its source is then in $sources/PACKAGE
  [ ! -d "$sources/$1" ] || return 0
  prepare_apt || return 1
  (cd "$work" && timeout 300 apt-get "${apt[@]}" source --download-only "$1" >/dev/null 2>&1 &&
    dpkg-source --no-check --no-copy -x "$1"_*.dsc "$sources/$1" >/dev/null 2>&1)
}

program() { # NAME PACKAGE: source_NAME compiles it into $work/NAME
  if ! fetch "$2"; then
    echo "$1: skipped, the source of $2 could not be fetched"
    skipped=$((skipped + 1))
  elif "compile_${1//-/_}" "$sources/$2" "$work/$1" && "$work/$1"; then
    good=$((good + 1))
  else
    echo "FAILED: $1"
    bad=$((bad + 1))
  fi
}

# The objectives of NLopt's own tests, with the gradients their authors wrote by hand.
compile_nlopt_objectives() {
  mkdir -p "$work/nlopt" && : >"$work/nlopt/nlopt_config.h"
  "$fluxion" cc -O2 -w -I"$work/nlopt" -I"$1/test" -I"$1/src/api" "$here/nlopt-objectives.c" -o "$2" -lm
}

# Adaptive quadrature of GSL over its Bessel functions, each file an object of its own, differentiated when linking.
compile_gsl_quadrature() {
  local include=$work/gsl/include file objects=()
  mkdir -p "$include/gsl"
  find "$1" -name 'gsl_*.h' -exec cp {} "$include/gsl/" \;
  printf '%s\n' '#define HAVE_DECL_ISNAN 1' '#define HAVE_DECL_ISINF 1' '#define HAVE_DECL_FINITE 1' '#define RETURN_IF_NULL(x) if (!x) return' \
    '#define GSL_DISABLE_DEPRECATED 1' '#define GSL_COERCE_DBL(x) (x)' >"$include/config.h"
  for file in integration/{qags,qk21,qk,workspace} specfunc/{bessel,bessel_J0,bessel_J1,bessel_amp_phase,trig,exp,log,elementary} \
    err/{error,stream} sys/{fdiv,infnan,coerce,pow_int}; do
    objects+=("$work/gsl/$(basename "$file").o")
    "$fluxion" cc -O2 -w -flto -I"$include" -I"$1/$(dirname "$file")" -I"$1" -c "$1/$file.c" -o "${objects[-1]}" || return 1
  done
  "$fluxion" cc -O2 -w -flto -I"$include" "$here/gsl-quadrature.c" "${objects[@]}" -o "$2" -lm
}

for name in "${@:-gsl-quadrature nlopt-objectives}"; do
  for one in $name; do program "$one" "${one%%-*}"; done
done
echo "debian: $good programs agree, $bad do not, $skipped skipped"
[ $bad = 0 ]
