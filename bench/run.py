#!/usr/bin/env python3
# ===- run.py - Builds and runs the benchmarks --------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.py --plugin build/lib/FluxionPlugin.so [--json FILE] [--gmm FILE ...] [NAME ...]
#   run.py --fd                      the hand-written gradients alone, without a plug-in
#
# Prints a table of medians and ratios; --json keeps all numbers. A gradient that is not
# right to 1e-8 is an error and is not timed. See bench.h for how the timing is done.
# ===--------------------------------------------------------------------------===#
import argparse
import datetime
import json
import math
import os
import platform
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BENCHMARKS = ["gmm", "logsumexp", "mlp", "chain", "euler", "lorenz", "adaptive", "brusselator", "fft", "matmul", "cholesky", "nbody",
              "blackscholes"]

# What a gradient may cost, over its primal ("p") or over the one by hand ("h"), by the first words of a row's name.
GOALS = {"gmm 1k_gmm_d10_K25": ("p", 1.9), "log-sum-exp": ("p", 1.8), "mlp restrict": ("h", 1.0), "euler": ("p", 2.0),
         "adaptive": ("p", 4.0), "brusselator": ("p", 2.0), "fft": ("p", 3.0)}
EACH = ("h", 1.5)


def goal(row):
    kind, limit = next((g for name, g in GOALS.items() if row["name"].startswith(name)), EACH)
    reached = row["fluxion_over_primal"] if kind == "p" else row["fluxion_over_hand"]
    return f"{'primal' if kind == 'p' else 'hand'} x {limit}", reached <= limit


def build(name, o, work):
    program = os.path.join(work, name)
    mode = ["-DFD"] if o.fd else ["-fpass-plugin=" + os.path.abspath(o.plugin)]
    command = [o.cxx, "-std=c++17", "-w", o.level] + mode + o.flags.split() + [os.path.join(HERE, name + ".cpp"), "-o", program]
    p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if p.returncode:
        print(f"{name}: does not compile:\n{p.stdout[-2000:]}", file=sys.stderr)
        return None
    return program


def commit():
    p = subprocess.run(["git", "-C", HERE, "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return p.stdout.strip()


def table(rows):
    print(f"{'benchmark':28} {'inputs':>7} {'primal us':>11} {'Fluxion us':>11} {'by hand us':>11} "
          f"{'Fluxion/primal':>15} {'hand/primal':>12} {'Fluxion/hand':>13} {'KiB':>8}  goal")
    for r in rows:
        own = r["gradient"] == "fluxion"
        print(f"{r['name']:28} {r['inputs']:7} {r['primal_us']:11.2f} {r['fluxion_us'] if own else '-':>11} {r['hand_us']:11.2f} "
              f"{r['fluxion_over_primal'] if own else '-':>15} {r['hand_over_primal']:12.2f} "
              f"{r['fluxion_over_hand'] if own else '-':>13} {r['memory_kib']:8}  " +
              (f"{goal(r)[0]:12} {'met' if goal(r)[1] else 'missed'}" if own else ""))
    own = [r for r in rows if r["gradient"] == "fluxion"]
    for what, limit in (("fluxion_over_hand", 1.05), ("fluxion_over_primal", 2.2)):
        if own:
            mean = math.exp(sum(math.log(r[what]) for r in own) / len(own))
            worst = max(own, key=lambda r: r[what])
            print(f"{what}: geometric mean {mean:.3f}, goal {limit}, {'met' if mean <= limit else 'missed'}; "
                  f"worst {worst[what]:.2f} ({worst['name']})")


def main():
    p = argparse.ArgumentParser(description="gradient time over primal time")
    p.add_argument("names", nargs="*", metavar="NAME", help="of " + ", ".join(BENCHMARKS))
    p.add_argument("--plugin")
    p.add_argument("--gmm", nargs="+", metavar="FILE", default=[os.path.join(HERE, "data", "gmm_d5_K8_n200.txt")])
    p.add_argument("--json", metavar="FILE")
    p.add_argument("--level", default="-O3")
    p.add_argument("--flags", default="-march=native")
    p.add_argument("--cxx", default=os.environ.get("CXX", "clang++-22"))
    p.add_argument("--rounds", type=int, default=25)
    p.add_argument("--fd", action="store_true", help="no plug-in")
    o = p.parse_args()
    if not o.fd and not (o.plugin and os.path.exists(o.plugin)):
        p.error(f"no such plug-in: {o.plugin}")
    gmm = []
    for f in o.gmm:
        if os.path.exists(f):
            gmm.append(f)
        else:
            print(f"{f} is not there; using the small instance", file=sys.stderr)
    gmm = gmm or [os.path.join(HERE, "data", "gmm_d5_K8_n200.txt")]
    rows, failed = [], []
    with tempfile.TemporaryDirectory(prefix="fluxion-bench-") as work:
        for name in o.names or BENCHMARKS:
            program = build(name, o, work)
            if not program:
                failed.append(name)
                continue
            arguments = gmm if name == "gmm" else []
            run = subprocess.run([program] + arguments, stdout=subprocess.PIPE, text=True,
                                 env=dict(os.environ, BENCH_ROUNDS=str(o.rounds)))
            rows += [json.loads(line) for line in run.stdout.splitlines() if line.startswith("{")]
            if run.returncode:
                print(f"{name}: exit status {run.returncode}", file=sys.stderr)
                failed.append(name)
    table(rows)
    if o.json:
        with open(o.json, "w") as f:
            json.dump({"commit": commit(), "date": datetime.datetime.now().isoformat(timespec="seconds"), "level": o.level,
                       "machine": platform.machine(), "rows": rows, "failed": failed}, f, indent=1)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
