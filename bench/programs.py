# ===- programs.py - What there is to run, and what it should cost -------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ===--------------------------------------------------------------------------===#
import os

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "data")

PROGRAMS = ["gmm", "lstm", "ba", "hand", "logsumexp", "mlp", "conv", "chain", "euler", "lorenz", "adaptive", "brusselator", "fft",
            "fftloop", "matmul", "cholesky", "spmv", "nbody", "lbm", "blackscholes", "bspline", "median", "histogram", "lanes"]
QUICK = ["gmm", "lstm", "ba", "hand", "logsumexp", "mlp", "euler", "fft", "lanes"]
RUST = ["logsumexp", "euler", "nbody", "mlp", "heat", "option"]

# Peers: packages of Debian, flags for the compiler and for the linker, a header that shows whether it is there.
PEERS = {
    "adolc": (["libadolc-dev"], [], ["-ladolc"], "/usr/include/adolc/adolc.h"),
    "sacado": (["libtrilinos-sacado-dev"], ["-I/usr/include/trilinos"], [], "/usr/include/trilinos/Sacado_trad.hpp"),
    "eigen": (["libeigen3-dev"], ["-I/usr/include/eigen3"], [], "/usr/include/eigen3/unsupported/Eigen/AutoDiff"),
    "ceres": (["libceres-dev"], ["-I/usr/include/eigen3"], [], "/usr/include/ceres/jet.h"),
    "boost": (["libboost-dev"], [], [], "/usr/include/boost/math/differentiation/autodiff.hpp"),
    "stan": (["r-cran-stanheaders", "libtbb-dev", "libboost-dev"],
             ["-I/usr/lib/R/site-library/StanHeaders/include", "-I/usr/include/eigen3", "-D_REENTRANT"], ["-ltbb"],
             "/usr/lib/R/site-library/StanHeaders/include/stan/math/rev/core.hpp"),
}
WITH_PEERS = ["gmm", "logsumexp", "euler", "nbody", "mlp", "ba"]

# What a gradient may cost, over its primal ("p"), that per column ("c"), or over the one by hand ("h"), by the first words
# of a row's name.
GOALS = {"gmm 1k_gmm_d10_K25": ("p", 1.9), "log-sum-exp": ("p", 1.8), "mlp restrict": ("h", 1.0), "euler": ("p", 2.0),
         "adaptive": ("p", 4.0), "brusselator": ("p", 2.0), "fft 65536": ("p", 3.0), "lstm_l2_c1024 restrict": ("p", 1.2),
         "lstm_l2_c1024 plain": ("p", 2.3), "bundle adjustment": ("p", 5.0), "hand tracking": ("c", 0.6), "lanes:": ("c", 0.6)}
EACH = ("h", 1.5)
LIBRARY_CALLS = ["histogram, unordered_map"]  # rows whose primal spends its time in a library


def arguments(name, adbench):
    """The files that a program reads: those of ADBench where there are some, and the small ones of data/."""
    def there(*names):
        return [os.path.join(adbench, n) for n in names if adbench and os.path.exists(os.path.join(adbench, n))]
    if name == "gmm":
        return [os.path.join(DATA, "gmm_d5_K8_n200.txt")] + there("gmm/1k_gmm_d10_K25.txt", "gmm/1k_gmm_d20_K25.txt",
                                                                  "gmm/10k_gmm_d10_K25.txt")
    if name == "lstm":
        return there("lstm/lstm_l2_c1024.txt", "lstm/lstm_l4_c1024.txt") or [os.path.join(DATA, "lstm_l2_c40.txt")]
    if name == "ba":
        return [os.path.join(DATA, "ba_n5_m200_p800.txt")] + there("ba/ba1_n49_m7776_p31843.txt")
    if name == "hand":
        hand = "hand/simple_small/"
        return there(hand + "model", hand + "hand1_t26_c100.txt", hand + "hand4_t26_c400.txt")
    return []


def kind(row):
    """Gradients are what the means are about; Jacobians and lanes have goals of their own."""
    return "lanes" if row["name"].startswith("lanes:") else \
        "jacobian" if row["columns"] > 1 or row["name"].startswith("bundle") else "gradient"


def goal(row):
    what, limit = next((g for name, g in GOALS.items() if row["name"].startswith(name)), EACH)
    if what == "h" and kind(row) != "gradient":
        return "", True
    reached = {"p": row["fluxion_over_primal"], "c": row["fluxion_over_primal"] / row["columns"], "h": row["fluxion_over_hand"]}[what]
    return {"p": "primal", "c": "primal, per column,", "h": "hand"}[what] + f" x {limit}", reached <= limit
