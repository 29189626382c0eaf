#!/usr/bin/env python3
# ===- compiletime.py - Compile time of long generated programs ----------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   compiletime.py --plugin build/lib/FluxionPlugin.so [statements N | functions N] ...
#
# One function of N straight-line statements, and a module of N functions that are all differentiated; -O2, processor
# seconds, at most LIMIT. Without arguments: 15,000 and 30,000 statements, these also with -march=native, 5,000 and 10,000
# functions. --keep DIRECTORY leaves the sources.
# ===--------------------------------------------------------------------------===#
import argparse
import concurrent.futures
import os
import subprocess
import sys
import tempfile

DEFAULT = [("functions", 10000), ("statements", 30000), ("statements", 15000), ("functions", 5000), ("statements native", 30000),
           ("statements native", 15000)]
LIMIT = 240
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


def source(what, n):
    return functions(n) if what == "functions" else statements(n)


def seconds(cxx, plugin, what, n, work):
    """Processor seconds of the compiler; infinite when it was stopped."""
    path = os.path.join(work, f"{what} {n}.cpp")
    with open(path, "w") as f:
        f.write(source(what, n))
    command = [cxx, "-std=c++17", "-w", "-O2", "-fpass-plugin=" + os.path.abspath(plugin), "-c", path, "-o", path + ".o"]
    command += ["-march=native"] if what.endswith("native") else []
    p = subprocess.Popen(["/bin/sh", "-c", f"ulimit -t {LIMIT}; exec \"$@\"", "sh"] + command, stderr=open(path + ".err", "w"))
    _, status, usage = os.wait4(p.pid, 0)
    p.returncode = os.waitstatus_to_exitcode(status)
    spent = usage.ru_utime + usage.ru_stime
    took = spent if p.returncode == 0 else float("inf") if spent >= LIMIT - 1 else None
    with open(path + ".err") as f:
        said = f" ({p.returncode}) " + f.read()[-300:]
    print(f"compile time, {n} {what}: {'failed' + said if took is None else f'{took:.1f} s'}", file=sys.stderr)
    return took


def measure(cxx, plugin, sizes=DEFAULT):
    with tempfile.TemporaryDirectory(prefix="fluxion-compile-") as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = {f"{what} {n}": pool.submit(seconds, cxx, plugin, what, n, work) for what, n in sizes}
        return {name: job.result() for name, job in jobs.items()}


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
            f.write(source(what, n))
    return 1 if None in measure(o.cxx, o.plugin, sizes).values() else 0


if __name__ == "__main__":
    sys.exit(main())
