#!/usr/bin/env python3
# Compares the rows of Diagnostics.def with the identifiers in brackets, as messages end
# with them, that the tests of a folder expect.
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])
table = folder.parents[1] / "lib/Support/Diagnostics.def"
rows = set(re.findall(r"^DIAGNOSTIC\((\w+),", table.read_text(), re.MULTILINE))
expected = set()
for test in folder.iterdir():
    if test.suffix in (".ll", ".c", ".cpp", ".test"):
        expected |= set(re.findall(r"\[(\w+)\]", test.read_text()))

# A bug of ours, which no test can cause on purpose.
untestable = {"InternalError"}
missing = rows - expected - untestable
for row in sorted(missing):
    print(f"no test expects a message that ends with [{row}]")
sys.exit(1 if missing else 0)
