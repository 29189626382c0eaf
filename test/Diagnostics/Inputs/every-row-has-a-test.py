#!/usr/bin/env python3
# Compares the rows of Diagnostics.def with the lines "Diagnostic: <identifier>" in a folder.
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
table = folder.parents[1] / "lib/Support/Diagnostics.def"
rows = set(re.findall(r"^DIAGNOSTIC\((\w+),", table.read_text(), re.MULTILINE))
tested = set()
for test in folder.iterdir():
    if test.suffix in (".ll", ".c", ".cpp", ".test") and test.name != "every-row-has-a-test.test":
        tested |= set(re.findall(r"Diagnostic: (\w+)", test.read_text()))

for row in sorted(rows - tested):
    print(f"no test says 'Diagnostic: {row}'")
for name in sorted(tested - rows):
    print(f"a test says 'Diagnostic: {name}', which is no row of Diagnostics.def")
sys.exit(0 if rows == tested else 1)
