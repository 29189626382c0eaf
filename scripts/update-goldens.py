#!/usr/bin/env python3
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Writes what the printers say now into golden tests, to be reviewed like code:
#   scripts/update-goldens.py [--build DIR] test/Plan/*.ll
# A golden test is a file whose only RUN line pipes a print<...> pass into FileCheck without
# further options; its CHECK lines are replaced by the whole output. Other files are left alone.
import argparse
import pathlib
import re
import subprocess

parser = argparse.ArgumentParser()
parser.add_argument("--build", default="build")
parser.add_argument("tests", nargs="+", type=pathlib.Path)
options = parser.parse_args()
plugin = pathlib.Path(options.build, "lib", "FluxionPlugin.so").resolve()
opt = f"/usr/lib/llvm-22/bin/opt -load-pass-plugin={plugin}"
run_line = re.compile(r"^; RUN: (%fluxion-opt -passes='print<[^']*' -disable-output %s) \| FileCheck %s$", re.M)


def escape(line):
    """FileCheck reads {{ and [[ as its own."""
    return re.sub(r"\{\{|\[\[", lambda m: "{{[%s][%s]}}" % (m[0][0], m[0][0]), line)


for test in options.tests:
    text = test.read_text()
    runs = run_line.findall(text)
    if len(runs) != 1 or text.count("RUN:") != 1:
        print(f"{test}: not a golden test, left alone")
        continue
    command = runs[0].replace("%fluxion-opt", opt).replace("%s", str(test))
    printed = subprocess.run(command, shell=True, check=True, capture_output=True, text=True).stdout.splitlines()
    checks, sort = [], "CHECK"
    for line in printed:
        checks.append(f"; {sort}:{' ' * (12 - len(sort))}{escape(line.rstrip())}")
        sort = "CHECK-NEXT"
    body = re.sub(r"^; CHECK.*\n", "", text, flags=re.M)
    head, rest = body.split("| FileCheck %s\n", 1)
    test.write_text(head + "| FileCheck %s\n\n" + "\n".join(checks) + "\n\n" + rest.lstrip("\n"))
