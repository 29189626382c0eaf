#!/usr/bin/env python3
# ===- run.py - The code in the documentation works -----------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   run.py BUILD [FILE.md ...]
#
# Takes the code blocks of a page in order, in a directory of the page's own, where build and
# include are the real ones:
#
#   c, cpp, rust   compiled; run, if there is a main, which must return 0. A first line
#                  `// name.cpp` leaves a file of that name for later blocks.
#   sh             run
#
# A comment before a block says what the reader need not see:
#
#   <!-- test: skip, WHY -->      not compiled, not run
#   <!-- test: syntax -->         only parsed
#   <!-- test: flags -flto -->    more for the compiler
#   <!-- test: llvm -->           C++20 with LLVM's headers and all of Fluxion's, only parsed
#   <!-- test: quotes FILE -->    each line stands so in FILE, but for blanks and comments
#   <!-- test: inside HEADER -->  put into the braces of HEADER, such as a function
#   <!-- test: with               CODE in front of it
#   CODE -->                     (also before a block of sh)
#
# Prints one line per failure and `N passed, M failed`.
# ===---------------------------------------------------------------------------===#
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["README.md", "docs/quick-start.md", "docs/troubleshooting.md", "docs/coming-from.md"] + [
    f"docs/howto/{page}.md"
    for page in ("header", "markers", "link-time", "split-reverse", "custom-rules", "rust", "build-systems", "items-api",
                 "allocator", "libm-function")
] + ["docs/plan.md", "docs/rules.md", "docs/design.md"]
PART = re.compile(r"<!-- test: (?P<word>\w+),?(?P<rest>.*?)-->|^```(?P<language>\w*)\n(?P<code>.*?)^```$", re.S | re.M)


class Failure(Exception):
    pass


def blocks(page):
    """Language, code, line and directives of each block."""
    directives = {}
    for part in PART.finditer(page):
        if part["word"]:
            directives[part["word"]] = part["rest"].strip()
            continue
        yield part["language"], part["code"], page.count("\n", 0, part.start()) + 1, directives
        directives = {}


class Page:
    def __init__(self, build, work):
        self.bin, self.work = build / "bin", work
        (work / "build").symlink_to(build)
        (work / "include").symlink_to(ROOT / "include")
        self.environment = dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}")

    def run(self, command, timeout=300):
        done = subprocess.run(command, cwd=self.work, env=self.environment, capture_output=True, text=True, timeout=timeout)
        if done.returncode != 0:
            raise Failure(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}".strip())

    def source(self, code, directives, suffix):
        name = re.match(r"// ([\w-]+\.\w+)\n", code)
        if "inside" in directives:
            code = f"{directives['inside']} {{\n{code}}}\n"
        path = self.work / (name[1] if name else "block" + suffix)
        path.write_text(directives.get("with", "") + "\n" + code if "with" in directives else code)
        return path

    def quoted(self, code, file):
        def bare(text):
            return " ".join(re.sub(r"//.*|llvm::", "", text).split())

        text = bare((ROOT / file).read_text(encoding="utf-8"))
        for line in code.splitlines():
            if bare(line) not in text:
                raise Failure(f"{file} has no line\n{line}")

    def with_llvm(self, code, directives):
        flags = subprocess.run(["llvm-config-22", "--cppflags"], capture_output=True, text=True, check=True).stdout.split()
        path = self.source(code, directives, ".cpp")
        self.run(["clang++-22", "-std=c++20", "-fsyntax-only", "-w", *flags, f"-I{ROOT}/lib", f"-I{ROOT}/include", path])

    def compiled(self, language, code, directives):
        if "quotes" in directives:
            return self.quoted(code, directives["quotes"])
        if "llvm" in directives:
            return self.with_llvm(code, directives)
        path = self.source(code, directives, "." + language)
        compiler = [self.bin / "fluxion", "cc"] if language == "c" else [self.bin / "fluxion", "c++", "-std=c++17"]
        command = [*compiler, "-O2", "-w", *directives.get("flags", "").split(), path]
        if "syntax" in directives:
            self.run([*command, "-fsyntax-only"])
        elif re.search(r"\bint main\(", code) and "flags" not in directives and "extern \"C\"" not in code:
            self.run([*command, "-o", "program", "-lm"])
            self.run(["./program"])
        else:
            self.run([*command, "-c", "-o", "block.o", *(["-flto"] if "extern \"C\"" in code else [])])

    def rust(self, code, directives):
        library = self.bin.parent / "lib" / "libEnzyme-22.so"
        versions = subprocess.run(["sh", "-c", "rustc -vV"], capture_output=True, text=True)
        if not library.exists() or "LLVM version: 22" not in versions.stdout:
            return
        path = self.source(code, directives, ".rs")
        self.environment["RUSTC_BOOTSTRAP"] = "1"
        sysroot = subprocess.run([self.bin / "cargo-fluxion", "sysroot"], capture_output=True, text=True, check=True)
        self.run(["rustc", "--sysroot", sysroot.stdout.strip(), "-Zautodiff=Enable", "-Clto=fat", "-O", "--edition=2021",
                  "-Zllvm-plugins=" + str(library), "-Zinline-mir=no", path, "-o", "program"])
        self.run(["./program"])

    def block(self, language, code, directives):
        if "skip" in directives or language in ("", "cmake", "meson"):
            return False
        if language in ("c", "cpp"):
            self.compiled(language, code, directives)
        elif language == "rust":
            self.rust(code, directives)
        elif language == "sh":
            self.run(["bash", "-euo", "pipefail", "-c", directives.get("with", "") + "\n" + code])
        else:
            raise Failure(f"no idea how to test a block of {language}")
        return True


def main():
    if len(sys.argv) < 2:
        sys.exit("usage: run.py BUILD [FILE.md ...]")
    build = Path(sys.argv[1]).resolve()
    passed = failed = 0
    for name in sys.argv[2:] or PAGES:
        with tempfile.TemporaryDirectory() as work:
            page = Page(build, Path(work))
            for language, code, line, directives in blocks((ROOT / name).read_text(encoding="utf-8")):
                try:
                    passed += page.block(language, code, directives)
                except (Failure, subprocess.TimeoutExpired) as problem:
                    failed += 1
                    print(f"FAIL {name}:{line}: {problem}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
