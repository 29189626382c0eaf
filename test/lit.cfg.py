# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Run with LLVM's lit, one file or all:  lit -sv test/Plan  or  ctest -L lit
#
#   %plugin        the pass plug-in            %fluxion-opt   opt with it loaded
#   %include       where the headers are
#   %clang         clang with the plug-in      %clangxx       clang++, likewise, both with the C++ header's path
#   %plain-clang   clang without               %plain-clangxx clang++ without
#   %libllvm       LLVM's shared library       %rustc-library libEnzyme-22.so, where it is built
#   %link-lto      what a full-LTO link by lld needs to load the plug-in
#   %fluxion       the driver                  %python        Python 3
#   %warnings      the warnings of which the C++ header is free, as errors
#   FileCheck, not, opt, split-file and the rest of LLVM are on the path.
import os
import shutil
import subprocess

import lit.formats

root = os.path.dirname(os.path.abspath(__file__))
build = lit_config.params.get("build", os.path.join(os.path.dirname(root), "build"))
llvm = lit_config.params.get("llvm", "/usr/lib/llvm-22/bin")
plugin = os.path.join(build, "lib", "FluxionPlugin.so")
rustc_library = os.path.join(build, "lib", "libEnzyme-22.so")

config.name = "Fluxion"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".c", ".cpp", ".test"]
config.excludes = ["Inputs", "EndToEnd", "Packaging", "CMakeLists.txt"]
config.test_source_root = root
config.test_exec_root = os.path.join(build, "test")

config.environment["PATH"] = os.pathsep.join([llvm, os.environ["PATH"]])
for name in ("HOME", "RUSTUP_HOME", "CARGO_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

include = os.path.join(os.path.dirname(root), "include")


def tool(name):
    return os.path.join(llvm, name)


# Longer names first: lit replaces in order, and %clang begins %clangxx.
config.substitutions += [
    ("%fluxion-opt", f"{tool('opt')} -load-pass-plugin={plugin}"),
    ("%plain-clangxx", tool("clang++")),
    ("%plain-clang", tool("clang")),
    ("%clangxx", f"{tool('clang++')} -fpass-plugin={plugin} -I{include}"),
    ("%clang", f"{tool('clang')} -fpass-plugin={plugin} -I{include}"),
    ("%link-lto", f"-flto -fuse-ld=lld -Wl,--load-pass-plugin={plugin}"),
    ("%plugin", plugin),
    ("%include", include),
    ("%rustc-library", rustc_library),
    ("%libllvm", os.path.join(os.path.dirname(llvm), "lib", "libLLVM.so.22.1")),
    ("%fluxion", os.path.join(build, "bin", "fluxion")), # also %fluxion-c++, a link to it
    ("%python", "python3"),
    ("%warnings", "-Wall -Wextra -Wconversion -Werror"),
    ("%FileCheck", tool("FileCheck")),
]


def has_rust(toolchain):
    try:
        found = subprocess.run(["rustc", "+" + toolchain, "-vV"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return found.returncode == 0 and "LLVM version: 22" in found.stdout


if shutil.which("gdb"):
    config.available_features.add("gdb")
if shutil.which("chromium"):
    config.available_features.add("chromium")
else:
    lit_config.note("skipped: chromium is not installed, so no page is looked at in a browser")
if os.path.exists("/usr/include/eigen3/Eigen/Dense"):
    config.available_features.add("eigen")
for toolchain in ("stable", "nightly"):
    if has_rust(toolchain):
        config.available_features.add("rustc-" + toolchain)
if os.path.exists(rustc_library):
    config.available_features.add("rustc-library")
