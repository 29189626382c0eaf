# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs PROGRAM with each way and each value, and says how it ended: "WAY at VALUE: ok", or killed and its message.

    tell.py PROGRAM WAYS [VALUES]      both are words in one argument; default: reverse forward ... at 1 and 0
"""
import signal
import subprocess
import sys

program = sys.argv[1]
ways = sys.argv[2].split() if len(sys.argv) > 2 else "reverse forward reverse-lanes forward-lanes split".split()
values = sys.argv[3].split() if len(sys.argv) > 3 else ["1", "0"]
for way in ways:
    for value in values:
        ran = subprocess.run([program, way, value], capture_output=True, text=True)
        end = f"killed by {signal.Signals(-ran.returncode).name}" if ran.returncode < 0 else ran.stdout.strip()
        print(f"{way} at {value}: {end}")
        print(ran.stderr, end="")
