#!/bin/bash
# Checks what no compiler checks: each source names its licence.
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(git rev-parse --show-toplevel)" || exit 1
# Documents, data and single tests (whose first line is their idea) go without.
without=$(git ls-files | grep -Ev '(^|/)(LICENSE|\.git[^/]*|\.clang-[^/]*)$|\.(md|json|txt|exports|ll|test|csv)$|^test/[A-Z][A-Za-z]*/[^/]*\.(c|cpp)$|^test/EndToEnd/' |
  xargs grep -L 'SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception' 2>/dev/null)
[ -z "$without" ] && exit 0
echo "no SPDX line in:"
echo "$without"
exit 1
