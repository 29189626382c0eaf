#!/usr/bin/env python3
# ===- run.py - Builds and runs the benchmarks ---------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.py --plugin build/lib/FluxionPlugin.so [--quick] [--peers] [--rust] [--callgrind] [--json FILE] [NAME ...]
#   run.py --fd                      the hand-written gradients alone, without a plug-in
#
# Prints tables of medians and ratios, and the figures to reach. A gradient that is not right to 1e-8 is an error and
# is not timed. See bench.h for how the timing is done, memory.h for the counting of bytes.
# ===--------------------------------------------------------------------------===#
import argparse
import concurrent.futures
import datetime
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

import chart
import compiletime
import figures
import programs
import report

HERE = programs.HERE
DOCS = os.path.join(HERE, "..", "docs", "benchmarks")


def command(arguments, **more):
    """Exit status, output, and the processor seconds that it took."""
    with tempfile.TemporaryFile("w+") as out:
        p = subprocess.Popen(arguments, stdout=out, stderr=subprocess.STDOUT, **more)
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return p.returncode, out.read(), usage.ru_utime + usage.ru_stime


class Builder:
    def __init__(self, o, work):
        self.o, self.work, self.objects, self.libraries = o, work, [], []
        self.base = [o.cxx, "-std=c++17", "-w", o.level] + o.flags.split()

    def failed(self, name, output):
        print(f"{name}: does not compile:\n{output[-2000:]}", file=sys.stderr)

    def prepare(self):
        """What all programs are linked with: the counting of bytes, and the peers."""
        self.memory = os.path.join(self.work, "memory.o")
        status, output, _ = command(self.base + ["-c", os.path.join(HERE, "memory.cpp"), "-o", self.memory])
        if status:
            self.failed("memory", output)
            sys.exit(1)
        if self.o.peers:
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                list(pool.map(self.peer, programs.PEERS))

    def peer(self, name):
        packages, flags, libraries, header = programs.PEERS[name]
        if not os.path.exists(header):
            print(f"peer {name} is left out: no {header} ({' '.join(packages)})", file=sys.stderr)
            return
        o = os.path.join(self.work, f"peer-{name}.o")
        status, output, _ = command(self.base + flags + ["-c", os.path.join(HERE, "peers", name + ".cpp"), "-o", o])
        if status:
            self.failed(f"peer {name}", output)
        else:
            self.objects.append(o)
            self.libraries += libraries

    def compile(self, name, mode, suffix):
        o = os.path.join(self.work, name + suffix)
        status, output, seconds = command(self.base + mode + ["-c", os.path.join(HERE, name + ".cpp"), "-o", o])
        if status:
            self.failed(name, output)
            return None, seconds
        return o, seconds

    def link(self, name, objects):
        program = os.path.join(self.work, name)
        peers = self.objects if name in programs.WITH_PEERS else []
        status, output, _ = command([self.o.cxx] + objects + [self.memory] + peers + self.libraries + ["-o", program])
        if status:
            self.failed(name, output)
        return None if status else program

    def build(self, name):
        """Compiles with requests and, for the comparison, without."""
        with_requests = ["-DFD"] if self.o.fd else ["-fpass-plugin=" + os.path.abspath(self.o.plugin)]
        o, seconds = self.compile(name, with_requests, ".o")
        row = None
        if o and not self.o.fd and self.o.compile_times:
            _, without = self.compile(name, ["-DFD"], ".without.o")
            row = {"program": name, "seconds": seconds, "seconds_without": without}
        return name, o and self.link(name, [o]), row


class Rust:
    """Programs of rust/, compiled by the nightly compiler with the engine as its backend."""

    def __init__(self, o, work):
        self.work = work
        self.environment = dict(os.environ, RUSTC_BOOTSTRAP="1", PATH=os.path.abspath(o.bin) + ":" + os.environ["PATH"])
        self.sysroot = None

    def there(self):
        for tool, hint in (("rustc", "no rustc"), ("cargo-fluxion", "no cargo-fluxion in --bin")):
            if not shutil.which(tool, path=self.environment["PATH"]):
                print(f"programs in Rust are left out: {hint}", file=sys.stderr)
                return False
        status, output, _ = command(["cargo", "+nightly", "fluxion", "sysroot"], env=self.environment)
        if status:
            print(f"programs in Rust are left out: no nightly toolchain: {output.strip()[-200:]}", file=sys.stderr)
        self.sysroot = output.strip().splitlines()[-1] if output.strip() else None
        return not status

    def build(self, name):
        program = os.path.join(self.work, "rust-" + name)
        status, output, _ = command(
            ["rustc", "+nightly", "--sysroot", self.sysroot, "-Zautodiff=Enable", "-Clto=fat", "-Zllvm-plugins=libEnzyme-22.so",
             "-Zinline-mir=no", "-Copt-level=3", "-Ctarget-cpu=native", "--edition=2021", "-Awarnings",
             os.path.join(HERE, "rust", name + ".rs"), "-o", program], env=self.environment)
        if status:
            print(f"rust/{name}.rs: does not compile:\n{output[-2000:]}", file=sys.stderr)
        return "rust " + name, None if status else program, None


def run_program(o, name, program, failed):
    run = subprocess.run([program] + programs.arguments(name, o.adbench), stdout=subprocess.PIPE, text=True,
                         env=dict(os.environ, BENCH_ROUNDS=str(o.rounds)))
    if run.returncode:
        print(f"{name}: exit status {run.returncode}", file=sys.stderr)
        failed.append(name)
    return [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]


def count_instructions(o, name, program, work):
    """Instructions of one call of each, by callgrind."""
    pattern = os.path.join(work, f"callgrind.{name}")
    run = subprocess.run(["valgrind", "-q", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=" + pattern, program] +
                         programs.arguments(name, o.adbench), stdout=subprocess.DEVNULL, env=dict(os.environ, BENCH_CALLGRIND="1"))
    if run.returncode:
        print(f"{name}: exit status {run.returncode} in callgrind", file=sys.stderr)
    counts = {}
    for path in glob.glob(glob.escape(pattern) + ".*"):
        label = total = None
        with open(path) as f:
            for line in f:
                if line.startswith("desc: Trigger: Client Request: "):
                    label = line.split(": ", 3)[3].strip()
                if line.startswith(("totals: ", "summary: ")):
                    total = int(line.split()[1])
        if label and total:
            row, turn = label.rsplit("|", 1)
            counts.setdefault(row, {})[turn] = total
    return {row: c for row, c in counts.items() if {"primal", "fluxion", "hand"} <= set(c)}


def text_of(*arguments):
    p = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return p.stdout.strip()


def processor():
    with open("/proc/cpuinfo") as f:
        return next((line.split(":")[1].strip() for line in f if line.startswith("model name")), "unknown processor")


def options():
    p = argparse.ArgumentParser(description="gradient time over primal time")
    p.add_argument("names", nargs="*", metavar="NAME", help="of " + ", ".join(programs.PROGRAMS))
    p.add_argument("--plugin")
    p.add_argument("--bin", help="where cargo-fluxion is; beside the plug-in if nothing is said")
    p.add_argument("--adbench", metavar="DIRECTORY", default=os.path.join(HERE, "..", "..", "shared", "data", "adbench"))
    p.add_argument("--json", metavar="FILE")
    p.add_argument("--level", default="-O3")
    p.add_argument("--flags", default="-march=native")
    p.add_argument("--cxx", default=os.environ.get("CXX", "clang++-22"))
    p.add_argument("--options", default="reuse-tapes", help="FLUXION_OPTIONS while compiling")
    p.add_argument("--rounds", type=int, default=25)
    p.add_argument("--quick", action="store_true", help="some programs, few rounds")
    p.add_argument("--peers", action="store_true", help="other tools too")
    p.add_argument("--rust", action="store_true", help="programs in Rust too")
    p.add_argument("--compile-times", action="store_true", help="compile each program without requests too")
    p.add_argument("--generated", action="store_true", help="compile long generated programs too (ten minutes)")
    p.add_argument("--callgrind", action="store_true", help="count instructions too (slow)")
    p.add_argument("--docs", action="store_true", help="write the results to docs/benchmarks")
    p.add_argument("--fd", action="store_true", help="no plug-in")
    o = p.parse_args()
    if not o.fd and not (o.plugin and os.path.exists(o.plugin)):
        p.error(f"no such plug-in: {o.plugin}")
    if o.quick:
        o.rounds = min(o.rounds, 5)
    if o.callgrind and o.flags == "-march=native":
        print("with --callgrind programs are built for x86-64-v3: valgrind knows no later instructions", file=sys.stderr)
        o.flags = "-march=x86-64-v3" if os.uname().machine == "x86_64" else ""
    os.environ["FLUXION_OPTIONS"] = o.options
    if o.plugin and not o.bin:
        o.bin = os.path.join(os.path.dirname(os.path.abspath(o.plugin)), "..", "bin")
    if not os.path.isdir(o.adbench):
        print(f"{o.adbench} is not there; using the small instances alone", file=sys.stderr)
        o.adbench = None
    return o


def main():
    o = options()
    names = o.names or (programs.QUICK if o.quick else programs.PROGRAMS)
    rows, failed, compiled, instructions = [], [], [], {}
    with tempfile.TemporaryDirectory(prefix="fluxion-bench-") as work:
        builder, rust = Builder(o, work), Rust(o, work) if o.rust and not o.fd else None
        builder.prepare()
        # Everything is built before anything is timed; two at a time.
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = [pool.submit(builder.build, n) for n in names]
            if rust and rust.there():
                jobs += [pool.submit(rust.build, n) for n in programs.RUST]
            built = [j.result() for j in jobs]
        for name, program, row in built:
            compiled += [row] if row else []
            if not program:
                failed.append(name)
                continue
            print(f"running {name}", file=sys.stderr)
            rows += run_program(o, name, program, failed)
            if o.callgrind and not name.startswith("rust"):
                instructions.update(count_instructions(o, name, program, work))
    generated = compiletime.measure(o.cxx, o.plugin) if o.generated and not o.fd else None
    run = {"commit": text_of("git", "-C", HERE, "rev-parse", "--short", "HEAD"),
           "date": datetime.date.today().isoformat(), "processor": processor(),
           "compiler": text_of(o.cxx, "--version").splitlines()[0], "level": o.level, "flags": o.flags, "options": o.options, "rounds": o.rounds,
           "skipped": "" if o.adbench else "without the inputs of ADBench", "rows": rows, "compile": compiled,
           "generated": generated, "instructions": instructions, "failed": failed,
           "figures": figures.figures(rows, compiled, generated)}
    print(report.as_text(run))
    if o.json:
        with open(o.json, "w") as f:
            json.dump(run, f, indent=1)
            f.write("\n")
    if o.docs:
        with open(os.path.join(DOCS, "results.json"), "w") as f:
            json.dump(run, f, indent=1)
            f.write("\n")
        with open(os.path.join(DOCS, "results.md"), "w") as f:
            f.write(report.as_page(run))
        with open(os.path.join(DOCS, "chart.svg"), "w") as f:
            f.write(chart.draw(rows))
    if failed:
        print("failed: " + ", ".join(failed), file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
