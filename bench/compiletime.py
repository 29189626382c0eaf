#!/usr/bin/env python3
# ===- compiletime.py - Compile time of long generated programs ----------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   compiletime.py --plugin build/lib/FluxionPlugin.so [statements N | functions N] ...
#
# One function of N straight-line statements, and a module of N functions that are all differentiated; -O2, processor
# seconds. Without arguments: 15,000 and 30,000 statements, 5,000 and 10,000 functions. --keep DIRECTORY leaves the sources.
# ===--------------------------------------------------------------------------===#
import argparse
import os
import subprocess
import sys
import tempfile

DEFAULT = [("statements", 15000), ("statements", 30000), ("functions", 5000), ("functions", 10000)]
HEAD = "extern \"C\" double sin(double);\ntemplate <typename R, typename... A> R __enzyme_autodiff(A...);\n"


def statements(n):
    """A function of four numbers and n statements over the last results."""
    lines = ["double f(double a, double b, double c, double d) {"]
    live = ["a", "b", "c", "d"]
    for i in range(n):
        x, y, z = live[-1], live[-1 - i % 3 - 1], live[-4]
        value = (f"{x} * {y} + {z}", f"{x} - 0.5 * {y}", f"sin({x}) * {z}", f"{x} / (2.0 + {y} * {y})")[i % 4]
        lines.append(f"  double v{i} = {value};")
        live = live[-3:] + [f"v{i}"]
    return HEAD + "\n".join(lines + [f"  return {live[-1]};", "}",
                                     "struct Four { double d[4]; };",
                                     "Four gradient(double a, double b, double c, double d) {",
                                     "  return __enzyme_autodiff<Four>((void *)f, a, b, c, d);", "}", ""])


def functions(n):
    """n functions with a loop each, and a gradient of each."""
    parts = [HEAD]
    for i in range(n):
        parts.append(f"double f{i}(const double *x, int n) {{\n  double s = {i}.0;\n  for (int i = 0; i < n; i++)\n"
                     f"    s += x[i] * sin(s * {1 + i % 7}.0) + {i % 11}.5 * x[i] * x[i];\n  return s;\n}}\n"
                     f"void g{i}(const double *x, double *d, int n) {{ __enzyme_autodiff<void>((void *)f{i}, x, d, n); }}\n")
    return "".join(parts)


def seconds(cxx, plugin, source, work, *more):
    path = os.path.join(work, "generated.cpp")
    with open(path, "w") as f:
        f.write(source)
    command = [cxx, "-std=c++17", "-w", "-O2", "-fbracket-depth=100000", *more, "-c", path, "-o", os.path.join(work, "generated.o")]
    if plugin:
        command.insert(1, "-fpass-plugin=" + os.path.abspath(plugin))
    p = subprocess.Popen(command)
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    return None if p.returncode else usage.ru_utime + usage.ru_stime


def measure(cxx, plugin, sizes=DEFAULT):
    result = {}
    with tempfile.TemporaryDirectory(prefix="fluxion-compile-") as work:
        for what, n in sizes:
            result[f"{what} {n}"] = seconds(cxx, plugin, globals()[what](n), work)
            print(f"compile time, {n} {what}: {result[f'{what} {n}'] or float('nan'):.1f} s", file=sys.stderr)
    return result


def main():
    p = argparse.ArgumentParser()
    p.add_argument("sizes", nargs="*", metavar="statements|functions N")
    p.add_argument("--plugin", required=True)
    p.add_argument("--cxx", default=os.environ.get("CXX", "clang++-22"))
    p.add_argument("--keep", metavar="DIRECTORY")
    o = p.parse_args()
    sizes = list(zip(o.sizes[::2], map(int, o.sizes[1::2]))) or DEFAULT
    for what, n in sizes if o.keep else []:
        with open(os.path.join(o.keep, f"{what}-{n}.cpp"), "w") as f:
            f.write(globals()[what](n))
    return 1 if None in measure(o.cxx, o.plugin, sizes).values() else 0


if __name__ == "__main__":
    sys.exit(main())
