#!/usr/bin/env python3
# ===- run.py - Differentiate random programs and check the numbers ---------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.py --plugin build/lib/FluxionPlugin.so --count 300 --seed 1
#   run.py --plugin ... --replay 17 [--levels O0]      one program, everything shown
#   run.py --plugin ... --reduce 17 [--levels O2]      shrink a failing one
#   run.py --fd --count 300                            check the generator itself
#
# Program i has seed SEED + i. The last line is `N passed, M failed`; a program
# counts as failed when it fails at any level; one that is refused with a diagnostic is
# listed apart, and more than one in ten of those is a failure. See generate.py and harness.c.
# ===------------------------------------------------------------------------===#
import argparse
import collections
import concurrent.futures
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from generate import generate  # noqa: E402

Outcome = collections.namedtuple("Outcome", "kind text")  # kind: ok, or how it failed


LIMIT_MEMORY = True  # the sanitizers need more addresses than memory


def limits(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    if LIMIT_MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def execute(command, seconds, environment=None):
    """Exit status (None: out of time) and what was printed. A process's own time counts; the machine may be busy."""
    try:
        p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=10 * seconds,
                           preexec_fn=lambda: limits(seconds), env=dict(os.environ, **(environment or {})))
        timed_out = p.returncode in (-signal.SIGXCPU, -signal.SIGKILL) or b"SIGXCPU" in p.stdout or b"CPU time limit" in p.stdout
        return None if timed_out else p.returncode, p.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as e:
        return None, (e.stdout or b"").decode(errors="replace")


REFUSALS = 0.1
PLAN_STEPS = ["no-reload", "no-recompute", "no-keep-outside", "no-delay-stores", "no-delay-frees", "no-rerun", "no-rerun-buffers", "save-memory", "no-reuse-tapes", "no-clean-up"]
CXX_STANDARD = ["-std=c++20"]


def level_flags(level):
    """O3+march=native is two flags."""
    return ["-" + flag for flag in level.split("+")]


def suffix(text):
    """Of the file that holds a program."""
    return ".cpp" if text.startswith("// C++") else ".c"


class Runner:
    def __init__(self, options, work):
        self.o, self.work = options, work
        self.harness = os.path.join(work, "harness.o")
        self.common = ["-w", "-I" + HERE] + (["-DFD"] if options.fd else [])
        self.headers = {level: self.precompile(level) for level in options.levels}
        subprocess.run([options.cc] + self.common + options.flags.split() + ["-O1", "-c", os.path.join(HERE, "harness.c"), "-o", self.harness], check=True)

    def precompile(self, level):
        """What C++ programs include, compiled once for a level."""
        header = os.path.join(self.work, f"cxx-{level}.pch")
        command = [self.o.cxx, *CXX_STANDARD] + self.common + level_flags(level) + self.o.flags.split()
        subprocess.run(command + ["-x", "c++-header", os.path.join(HERE, "cxx.h"), "-o", header], check=True)
        return header

    def compile_command(self, source, level, output, precompiled=True):
        plugin = [] if self.o.fd else ["-fpass-plugin=" + os.path.abspath(self.o.plugin)]
        compiler = [self.o.cc]
        if source.endswith(".cpp"):
            compiler = [self.o.cxx, *CXX_STANDARD] + (["-include-pch", self.headers[level]] if precompiled else [])
        return compiler + self.common + level_flags(level) + plugin + self.o.flags.split() + [source, self.harness, "-lm", "-fuse-ld=lld", "-o", output]

    def environment(self, source):
        """The options of the engine for one program; with --chaos the steps are on, off or some of them off."""
        options = [self.o.options] if self.o.options else []
        if self.o.chaos:
            dice = random.Random(os.path.basename(source))
            share = dice.choice([0, 0.5, 1])  # that is off
            options += [name for name in PLAN_STEPS if dice.random() < share]
        return {"FLUXION_OPTIONS": ";".join(options)} if options else {}

    def check(self, source, level):
        """Compiles and runs one program at one level."""
        program = os.path.splitext(source)[0] + "." + level
        status, text = execute(self.compile_command(source, level, program), self.o.timeout, self.environment(source))
        if status != 0:
            return Outcome(compile_failure(status, text), text)
        # The allocator's cache of freed blocks counts as memory in use: without it a growing heap is a leak.
        status, text = execute([program], self.o.timeout, {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0"})
        os.unlink(program)
        said = [line for line in text.splitlines() if not line.startswith("#")]
        if status == 0 and said and said[-1].startswith("ok"):
            return Outcome("ok", said[-1])
        return Outcome(run_failure(status, said), text)

    def seed(self, seed):
        """All levels of one seed: the path of its source and an outcome per level."""
        text = generate(seed)
        source = os.path.join(self.work, f"seed-{seed}{suffix(text)}")
        with open(source, "w") as f:
            f.write(text)
        levels = [random.Random(f"level {seed}").choice(self.o.levels)] if self.o.one_level else self.o.levels
        return source, {level: self.check(source, level) for level in levels}


def compile_failure(status, text):
    if status is None:
        return "compiler out of time"
    if re.search(r"PLEASE submit|Assertion|Stack dump|LLVM ERROR", text):
        return "compiler crash"
    if "undefined" in text:
        return "request not resolved"
    return "diagnostic"


def run_failure(status, said):
    if status is None:
        return "program out of time"
    if status == 1 and said:
        m = re.search(r"seed \d+: ([\w ()]+) mismatch", "\n".join(said))
        return "wrong: " + (m.group(1) if m else said[-1])
    return f"program crash ({status})"


def headline(outcome):
    """The line of the output that says most."""
    lines = [line for line in outcome.text.splitlines() if not line.startswith("#")]
    ours = [m.group(1) for m in (re.search(r"(fluxion::\w[\w:~]*).* \S*(?:lib|frontends)/\S+:\d+", line) for line in lines) if m]
    if ours and not re.search("Assertion|LLVM ERROR", outcome.text):
        return "crash in " + " < ".join(dict.fromkeys(ours[:4]))
    for pattern in (r"Assertion|LLVM ERROR", r"error:", r"mismatch", r"undefined"):
        for line in lines:
            if re.search(pattern, line):
                return line.strip()[:200]
    return (lines[0] if lines else "").strip()[:200]


def refusal(outcome):
    """What a clean refusal says without names and numbers: no wrong number, but a limit to watch. None for others.

    The compiler's diagnostic, or the message with which a derivative ends the program.
    """
    said = [line for line in outcome.text.splitlines() if "fluxion: " in line]
    if not said or outcome.kind not in ("diagnostic", "program crash (-6)"):
        return None
    text = re.sub(r"; while differentiating.*|^.*?fluxion: ", "", said[0])
    text = re.sub(r"^in '.*?': |^\S+:\d+: ", "", text)
    return re.sub(r"'.*'|\b[if]\d+\b|<.*>|\d+", "#", text)[:160]


def campaign(runner, o):
    print(f"seed {o.seed}, {o.count} programs at {'one of ' if o.one_level else ''}{', '.join(o.levels)}", flush=True)
    failures, refused, passed, said, ran = {}, collections.defaultdict(list), 0, collections.Counter(), collections.Counter()
    start = time.time()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for seed, (source, outcomes) in zip(range(o.seed, o.seed + o.count),
                                            pool.map(runner.seed, range(o.seed, o.seed + o.count))):
            bad = {level: out for level, out in outcomes.items() if out.kind != "ok"}
            for level, out in outcomes.items():
                ran[level] += 1
                if out.kind == "ok":
                    said["points"] += 5
                    said["with a quotient"] += int(out.text.split()[1])
            if not bad:
                passed += 1
                os.unlink(source)
                continue
            if all(refusal(out) for out in bad.values()):
                refused[refusal(next(iter(bad.values())))].append(seed)
                print(f"refused: seed {seed} at {', '.join(bad)}: {refusal(next(iter(bad.values())))}", flush=True)
                continue
            failures[seed] = bad
            for level, out in bad.items():
                print(f"FAIL seed {seed} {level}: {out.kind}: {headline(out)}", flush=True)
            if o.keep:
                os.makedirs(o.keep, exist_ok=True)
                shutil.copy(source, o.keep)
            if o.max_failures and len(failures) >= o.max_failures:
                print("stopped: too many failures")
                pool.shutdown(cancel_futures=True)
                break
    alike = collections.defaultdict(list)
    for seed, bad in failures.items():
        for level, out in bad.items():
            alike[signature(out)].append((f"{seed} {level}", headline(out)))
    for (kind, _), cases in sorted(alike.items(), key=lambda item: -len(item[1])):
        print(f"{len(cases):5} x {kind}: {cases[0][1]}\n        seeds {', '.join(case[0] for case in cases[:6])}")
    if failures:
        print(f"replay: {sys.argv[0]} {'--fd' if o.fd else '--plugin ' + o.plugin} --replay {min(failures)}")
    print(f"{said['points']} points, {said['with a quotient']} of them against a difference quotient; {time.time() - start:.0f} s")
    print("programs by level: " + ", ".join(f"{count} at {level}" for level, count in ran.items()))
    for kind, seeds in sorted(refused.items(), key=lambda item: -len(item[1])):
        print(f"{len(seeds):5} refused: {kind}\n        seeds {', '.join(map(str, seeds[:8]))}")
    number = sum(map(len, refused.values()))
    too_many = number > max(1, o.count * o.refusals)
    if too_many:
        print(f"{number} refusals are more than --refusals allows, and count as a failure")
    print(f"{number} refused")
    print(f"{passed} passed, {len(failures) + too_many} failed (seed {o.seed})")
    return bool(failures) or too_many


def replay(runner, o):
    source, outcomes = runner.seed(o.replay)
    kept = os.path.join(o.keep or ".", os.path.basename(source))
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    shutil.copy(source, kept)
    print("program:", kept)
    for level, out in outcomes.items():
        print(f"--- {level}: {out.kind}\n{out.text.rstrip()}")
    print("compiled with:", " ".join(runner.compile_command(kept, o.levels[0], "a.out", precompiled=False)).replace(runner.harness, os.path.join(HERE, "harness.c")))
    return any(out.kind != "ok" for out in outcomes.values())


# -- reduction -------------------------------------------------------------------

def candidates(lines, end):
    """Smaller programs: without some lines, without a block, or with a block unwrapped; biggest steps first."""
    spans = []
    for i in range(end):
        text = lines[i].rstrip()
        if text.endswith("{") and not text.lstrip().startswith("}"):
            depth, j = 0, i
            while j < end:
                depth += lines[j].count("{") - lines[j].count("}")
                if depth == 0:
                    break
                j += 1
            if j < end:
                spans.append((i, j))
    for i, j in sorted(spans, key=lambda s: s[0] - s[1]):
        yield lines[:i] + lines[j + 1:]
        if "else" not in "".join(lines[i + 1:j]):
            yield lines[:i] + ["{"] + lines[i + 1:j] + ["}"] + lines[j + 1:]
    for width in (8, 4, 2, 1):
        for i in range(0, end - width + 1):
            span = lines[i:i + width]
            if all(line.strip() and "{" not in line and "}" not in line and "// keep" not in line for line in span):
                yield lines[:i] + lines[i + width:]
    for i in range(end):
        for smaller in simpler_line(lines[i]):
            yield lines[:i] + [smaller] + lines[i + 1:]


def simpler_line(line):
    """The line with a call or a bracketed operand replaced by its argument or by a number."""
    m = re.match(r"^(\s*(?:double |float )?[\w.\[\]>&() +*-]+? [+*]?= )(.*);$", line)
    if not m:
        return
    head, value = m.groups()
    for call in re.finditer(r"\b[a-z]\w*\(|\(", value):
        depth = 0
        for k in range(call.end() - 1, len(value)):
            depth += (value[k] == "(") - (value[k] == ")")
            if depth == 0:
                inside = value[call.end():k]
                for new in (inside.split(", ")[0], inside):
                    if new and len(new) < k + 1 - call.start():
                        yield f"{head}{value[:call.start()]}{new}{value[k + 1:]};"
                if k + 1 - call.start() > 5:
                    yield f"{head}{value[:call.start()]}0.5{value[k + 1:]};"
                break
    for m in re.finditer(r" [-+*] ", value):
        yield f"{head}{value[:m.start()]};"
        yield f"{head}{value[m.end():]};"


def reduce(runner, o):
    """Greedy: takes the first smaller program that still fails the same way and is clean without us."""
    level = o.levels[0]
    if os.path.exists(str(o.reduce)):
        lines = open(o.reduce).read().splitlines()
    else:
        lines = generate(int(o.reduce)).splitlines()
    path = os.path.join(runner.work, "reduced" + suffix(lines[0]))
    twin = next((i for i, line in enumerate(lines) if line.startswith("// The same in double")), None)
    if twin is not None:  # the wide copy would have to shrink alike; do without quotients
        stop = next(i for i, line in enumerate(lines) if i > twin and line.startswith(('extern "C"', "struct fzAdj", "const unsigned")))
        lines = lines[:twin] + lines[stop:]
        lines = "\n".join(lines).replace("pz_", "fz_").splitlines()

    def kind(text):
        with open(path, "w") as f:
            f.write("\n".join(text) + "\n")
        return runner.check(path, level)

    def clean(text):
        """Still a defined program: no uninitialised variable, no complaint of the sanitizers."""
        compiler = [o.cxx, *CXX_STANDARD] if path.endswith(".cpp") else [o.cc]
        plain = os.path.splitext(path)[0]
        command = compiler + ["-w", "-Werror=uninitialized", "-Werror=sometimes-uninitialized", "-I" + HERE, "-DFD", "-O1",
                              "-fsanitize=address,undefined", "-fno-sanitize-recover=all", path, "-x", "c", os.path.join(HERE, "harness.c"),
                              "-lm", "-o", plain]
        if execute_unlimited(command)[0] != 0:
            return False
        status, said = execute_unlimited([plain])
        return status in (0, 1) and "ERROR" not in said and "runtime error" not in said

    first = kind(lines)
    if first.kind == "ok":
        print("does not fail")
        return 1
    wanted = signature(first)
    print(f"reducing '{first.kind}' at {level} from {len(lines)} lines", flush=True)
    changed, stop_at = True, time.time() + o.reduce_time
    while changed and time.time() < stop_at:
        changed = False
        end = next(i for i, line in enumerate(lines) if line.startswith("struct fzAdj") or line.startswith("const unsigned"))
        for text in candidates(lines, end):
            if time.time() > stop_at:
                break
            if signature(kind(text)) == wanted and clean(text):
                lines, changed = text, True
                break
    kept = os.path.join(o.keep or ".", f"reduced-{os.path.basename(str(o.reduce))}{'' if os.path.exists(str(o.reduce)) else suffix(lines[0])}")
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    with open(kept, "w") as f:
        f.write("\n".join(lines) + "\n")
    end = next(i for i, line in enumerate(lines) if line.startswith("struct fzAdj") or line.startswith("const unsigned"))
    start = next(i for i, line in enumerate(lines) if line.startswith(("extern int enzyme", '#include "cxx.h"')))
    print("\n".join(line for line in lines[start + 1:end] if line.strip()))
    print(f"kept as {kept}, {len(lines)} lines\n" + kind(lines).text[:1500])
    return 1


def signature(outcome):
    """Two failures are the same when this is: the kind, and the message without names and numbers."""
    if outcome.kind in ("compiler crash", "diagnostic"):
        text = re.sub(r"^\S*:\d+:\d+: ", "", headline(outcome))
        text = re.sub(r"'[^']*'|%[\w.]+|@\w+|0x[0-9a-f]+|\d+", "#", text)
        return outcome.kind, text
    return outcome.kind, ""


def execute_unlimited(command):
    try:
        p = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=30)
        return p.returncode, p.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired:
        return None, ""


def main():
    p = argparse.ArgumentParser(description="differentiate random programs and check the numbers")
    p.add_argument("--plugin", help="the pass plug-in; needed unless --fd")
    p.add_argument("--count", type=int, default=300)
    p.add_argument("--seed", type=int, default=None, help="of the first program; random when left out")
    p.add_argument("--jobs", type=int, default=os.cpu_count())
    p.add_argument("--levels", default="O0,O2")
    p.add_argument("--one-level", action="store_true", help="each program at one of the levels, drawn by its seed")
    p.add_argument("--keep", help="directory for failing programs")
    p.add_argument("--replay", type=int, metavar="SEED")
    p.add_argument("--reduce", metavar="SEED|FILE")
    p.add_argument("--reduce-time", type=float, default=120, metavar="SECONDS")
    p.add_argument("--options", default="", help="of the engine, as in FLUXION_OPTIONS: no-reload;no-recompute")
    p.add_argument("--chaos", action="store_true", help="plan steps on, off, or some of them off, as the name of the program draws")
    p.add_argument("--flags", default="", help="more flags for the compiler")
    p.add_argument("--cc", default=os.environ.get("CC", "clang-22"))
    p.add_argument("--cxx", default=os.environ.get("CXX", "clang++-22"))
    p.add_argument("--timeout", type=float, default=30)
    p.add_argument("--max-failures", type=int, default=0)
    p.add_argument("--refusals", type=float, default=REFUSALS, help="the share of programs that may be refused with a diagnostic")
    p.add_argument("--fd", action="store_true", help="difference quotients in place of derivatives: needs no plug-in")
    o = p.parse_args()
    o.levels = [level.lstrip("-") for level in o.levels.split(",")]
    if not o.fd and not (o.plugin and os.path.exists(o.plugin)):
        p.error("no such plug-in: %s" % o.plugin)
    global LIMIT_MEMORY
    LIMIT_MEMORY = "sanitize" not in o.flags
    if o.seed is None:
        o.seed = random.randrange(1, 1000000000)
    with tempfile.TemporaryDirectory(prefix="fluxion-fuzz-") as work:
        runner = Runner(o, work)
        if o.replay is not None:
            return replay(runner, o)
        if o.reduce is not None:
            return reduce(runner, o)
        return campaign(runner, o)


if __name__ == "__main__":
    sys.exit(main())
