# ===- figures.py - The figures to reach, from the rows of a run ---------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A figure is (what, goal in words, limit, reached, "<=" or ">="); what was not run is None.
# ===--------------------------------------------------------------------------===#
import math

from programs import LIBRARY_CALLS, kind

SMALL = 4096  # bytes that nobody counts: return addresses, spilled registers, rounding up of malloc


def geometric(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def worst(values):
    values = list(values)
    return max(values) if values else (None, "")


def tape_ratio(row):
    return row["fluxion_bytes"] / max(row["hand_bytes"], SMALL)


def best_peer(row):
    return min(row["peers_us"].items(), key=lambda p: p[1]) if row.get("peers_us") else None


def figures(rows, compile_rows, compile_time):
    by_name = {r["name"]: r for r in rows if r["gradient"] == "fluxion"}
    own = list(by_name.values())
    gradients = [r for r in own if kind(r) == "gradient"]
    lanes = [r for r in own if kind(r) == "lanes"]

    def of(name, key="fluxion_over_primal"):
        found = [r for n, r in by_name.items() if n.startswith(name)]
        return found[0][key] if found else None

    def over(a, b):
        return a / b if a is not None and b and b != math.inf else None
    gmm, result = "gmm 1k_gmm_d10_K25 ", []

    def add(what, limit, reached, sign="<=", note=""):
        result.append({"figure": what, "sign": sign, "goal": limit, "reached": reached, "note": note,
                       "met": None if reached is None else reached <= limit if sign == "<=" else reached >= limit})
    add("GMM d=10 K=25 n=1000, gradient / primal", 1.9, of(gmm + "restrict"))
    add("GMM without restrict / with it", 1.25, over(of(gmm + "plain", "fluxion_us"), of(gmm + "restrict", "fluxion_us")))
    memory = [r["memory_kib"] / 1024 for n, r in by_name.items() if n.startswith("gmm 10k_gmm_d10_K25")]
    add("GMM n=10,000: extra memory of one gradient, MB", 8, max(memory) if memory else None)
    add("LSTM l=2 c=1024, restrict", 1.2, of("lstm_l2_c1024 restrict"))
    add("LSTM l=2 c=1024, plain", 2.3, of("lstm_l2_c1024 plain"))
    add("bundle adjustment Jacobian with assembly / primal", 5, of("bundle adjustment ba1") or of("bundle adjustment"))
    hands = [r["fluxion_over_primal"] / r["columns"] for n, r in by_name.items() if n.startswith("hand tracking")]
    add("hand tracking Jacobian, per column / primal", 0.6, max(hands) if hands else None)
    add("FFT 65,536", 3, of("fft 65536"))
    add("adaptive Dormand-Prince, 400k steps", 4, of("adaptive Dormand-Prince, 400k") or of("adaptive"))
    add("Brusselator 32x32", 2, of("brusselator"))
    add("Euler ODE", 2, of("euler"))
    add("log-sum-exp", 1.8, of("log-sum-exp"))
    add("dense network / its hand-written gradient", 1.0, of("mlp restrict", "fluxion_over_hand"))
    add("gradient / hand-written, geometric mean", 1.05, geometric(r["fluxion_over_hand"] for r in gradients))
    w = worst((r["fluxion_over_hand"], r["name"]) for r in gradients)
    add("gradient / hand-written, worst", 1.5, w[0], note=w[1])
    add("gradient / primal, geometric mean", 2.2, geometric(r["fluxion_over_primal"] for r in gradients))
    w = worst((r["fluxion_over_primal"], r["name"]) for r in gradients if r["name"] not in LIBRARY_CALLS)
    add("gradient / primal, worst without library calls", 4, w[0], note=w[1])
    peers = [best_peer(r)[1] / r["fluxion_us"] for r in own if best_peer(r)]
    add("times faster than the best peer, geometric mean", 8, geometric(peers), sign=">=")
    add("forward mode, 8 lanes, per lane / primal, geometric mean", 0.6,
        geometric(r["fluxion_over_primal"] / r["columns"] for r in lanes))
    w = worst((tape_ratio(r), r["name"]) for r in gradients if "fluxion_bytes" in r)
    add("bytes taken / bytes that the adjoint by hand takes, worst", 1.25, w[0], note=w[1])
    add("compile time with requests / without, geometric mean", 1.6,
        geometric(r["seconds"] / r["seconds_without"] for r in compile_rows))
    c = compile_time or {}
    add("30,000 straight-line statements, -O2, seconds", 15, c.get("statements 30000"))
    add("30,000 statements / 15,000", 2.2, over(c.get("statements 30000"), c.get("statements 15000")))
    add("10,000 functions, all differentiated / 5,000", 2.2, over(c.get("functions 10000"), c.get("functions 5000")))
    return result
