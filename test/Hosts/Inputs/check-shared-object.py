#!/usr/bin/env python3
# Checks what a shared object of ours takes from its host, and gives it.
#   check-shared-object.py OBJECT [--exports NAME]... [--host LIBRARY]... [--toolchain RUSTUP-TOOLCHAIN]...
# Every open symbol must be defined by each host's LLVM or by the C and C++ run-time
# libraries; no LLVM may be linked; with --exports, nothing else is visible.
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import argparse
import glob
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def symbols(library, which):
    lines = output("nm", "-D", "--" + which + "-only", library).splitlines()
    return [(line.split()[-2], line.split()[-1]) for line in lines if line.strip()]


def without_version(name):
    return name.split("@")[0]


def open_symbols(library):
    # "w" and "v" may stay open for good; what names a version belongs to a run-time library.
    return {name for kind, name in symbols(library, "undefined") if kind == "U" and "@" not in name}


def defined_symbols(library):
    return {without_version(name) for _, name in symbols(library, "defined")}


def linked_libraries(library):
    dynamic = output("readelf", "-d", library).splitlines()
    return [line.split("[")[1].rstrip("]") for line in dynamic if "(NEEDED)" in line]


def llvm_of_toolchain(toolchain):
    found = subprocess.run(["rustc", "+" + toolchain, "--print", "sysroot"], capture_output=True, text=True)
    if found.returncode != 0:
        print(f"no toolchain {toolchain}: not checked")
        return None
    return glob.glob(found.stdout.strip() + "/lib/libLLVM.so.22*")[0]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("object")
    parser.add_argument("--exports", action="append", default=[])
    parser.add_argument("--host", action="append", default=[])
    parser.add_argument("--toolchain", action="append", default=[])
    arguments = parser.parse_args()

    complaints = [f"links {name}" for name in linked_libraries(arguments.object) if "LLVM" in name or "clang" in name]
    if arguments.exports:
        visible = defined_symbols(arguments.object)
        complaints += [f"exports {name}" for name in sorted(visible - set(arguments.exports))]
        complaints += [f"does not export {name}" for name in sorted(set(arguments.exports) - visible)]

    wanted = open_symbols(arguments.object)
    for host in arguments.host + [llvm_of_toolchain(t) for t in arguments.toolchain]:
        if host is None:
            continue
        missing = sorted(wanted - defined_symbols(host))
        complaints += [f"{host} lacks {name}" for name in missing]
        print(f"{host}: {len(wanted)} open symbols, {len(missing)} missing")

    for complaint in complaints:
        print(f"{arguments.object} {complaint}")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
