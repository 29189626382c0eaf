# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The short way; everything here is a CMake preset or a script of its own.
#   make build    install what is missing, configure, build        (build/)
#   make demo     differentiate the examples, next to finite differences
#   make check    every tier of tests
#   make bench    gradient time over primal time, peers, compile time, and the figures to reach; results to docs/benchmarks
#   make bench-quick   some of the programs, few rounds
#   make deb      the Debian package       (build/fluxion_*.deb)
#   make format   clang-format on what changed       make tidy   clang-tidy on what changed
SHELL := /bin/bash
JOBS ?= $(shell nproc)
BUILD := build

.PHONY: all build setup demo check bench bench-quick deb format tidy clean
all: build

setup:
	@scripts/setup.sh

$(BUILD)/build.ninja: | setup
	cmake --preset dev

build: setup $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS)

demo: build
	scripts/demo.sh

check: build
	ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS)

bench: build
	scripts/bench.sh

deb: build
	cpack -G DEB --config $(BUILD)/CPackConfig.cmake -B $(BUILD)

bench-quick: build
	bench/run.py --plugin $(BUILD)/lib/FluxionPlugin.so --json $(BUILD)/bench.json --quick

format:
	scripts/changed-files.sh | xargs -r clang-format-22 -i

tidy: build
	scripts/changed-files.sh | grep '\.cpp$$' | xargs -r -n 1 -P $(JOBS) clang-tidy-22 --quiet -p $(BUILD)

clean:
	rm -rf $(BUILD)
