#!/bin/bash
# Lists the C++ files that a change touches: since the merge base with the main
# branch, or else since the commit before the last; untracked ones too.
#   changed-files.sh [BASE]
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -eu
cd "$(git rev-parse --show-toplevel)"
none=$(git hash-object -t tree /dev/null) # the empty tree

base=${1:-}
for branch in origin/HEAD origin/main origin/master; do
  [ -z "$base" ] || break
  base=$(git merge-base HEAD "$branch" 2>/dev/null || true)
  [ "$base" != "$(git rev-parse HEAD)" ] || base= # we stand on it: look at the last commit
done
[ -n "$base" ] || base=$(git rev-parse --verify -q HEAD~1 || echo "$none")

{ git diff --name-only --diff-filter=d "$base"; git ls-files --others --exclude-standard; } |
  sort -u | grep -E '\.(cpp|h|hpp)$' | grep -Ev '/Inputs/' || true
