#!/bin/bash
# libfluxion exports its own names and no other; it brings no LLVM.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
library=$1
names=$(nm -DC --defined-only "$library" | cut -d' ' -f3-)
echo "$names"
foreign=$(echo "$names" | grep -Ev '^(fluxion_[a-z_]+|fluxion::(differentiate|nameOf)\(.*)$')
[ -z "$foreign" ] || { echo "exported without being ours: $foreign"; exit 1; }
for name in fluxion_default_options fluxion_differentiate fluxion_error_name fluxion_free_errors \
  'fluxion::differentiate(' 'fluxion::nameOf('; do
  echo "$names" | grep -qF "$name" || { echo "not exported: $name"; exit 1; }
done
! ldd "$library" | grep -i llvm
