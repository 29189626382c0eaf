# ===- report.py - Tables of a run, as text and as a page ----------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ===--------------------------------------------------------------------------===#
from figures import best_peer
from programs import goal


def columns(rows):
    """Heads and cells, for the table of rows."""
    heads = ["benchmark", "inputs", "primal us", "Fluxion us", "by hand us", "spread", "/ primal", "hand / primal", "/ hand",
             "best peer / Fluxion", "bytes", "bytes by hand", "KiB", "goal"]
    cells = []
    for r in rows:
        peer = best_peer(r)
        reached = goal(r) if r["gradient"] == "fluxion" else ("", True)
        cells.append([r["name"], str(r["inputs"]), f"{r['primal_us']:.2f}", f"{r['fluxion_us']:.2f}", f"{r['hand_us']:.2f}",
                      f"{100 * r['spread']:.0f} %", f"{r['fluxion_over_primal']:.2f}", f"{r['hand_over_primal']:.2f}",
                      f"{r['fluxion_over_hand']:.2f}", f"{peer[1] / r['fluxion_us']:.1f} {peer[0]}" if peer else "",
                      str(r.get("fluxion_bytes", "")), str(r.get("hand_bytes", "")), str(r["memory_kib"]),
                      reached[0] and f"{reached[0]} {'met' if reached[1] else 'missed'}"])
    return heads, cells


def number(x):
    return "not run" if x is None else "stopped" if x == float("inf") else f"{x:.2f}"


def figure_cells(figures):
    heads = ["figure", "goal", "reached", ""]
    return heads, [[f["figure"] + (f" ({f['note']})" if f["note"] else ""), f"{f['sign']} {f['goal']}", number(f["reached"]),
                    "" if f["met"] is None else "met" if f["met"] else "missed"] for f in figures]


def peer_cells(rows):
    names = sorted({p for r in rows for p in r.get("peers_us", {})})
    return ["times the time of Fluxion"] + names, [
        [r["name"]] + [f"{r['peers_us'][p] / r['fluxion_us']:.1f}" if p in r["peers_us"] else "" for p in names]
        for r in rows if r.get("peers_us")]


def compile_cells(rows):
    return ["program", "seconds", "without requests", "ratio"], [
        [r["program"], f"{r['seconds']:.2f}", f"{r['seconds_without']:.2f}", f"{r['seconds'] / r['seconds_without']:.2f}"] for r in rows]


def generated_cells(seconds):
    return ["generated program, -O2", "seconds"], [[name, number(s)] for name, s in sorted(seconds.items())]


def instruction_cells(counts):
    heads = ["thousand instructions", "primal", "Fluxion", "by hand", "/ primal", "/ hand"]
    return heads, [[n] + [f"{c[k] / 1000:.0f}" for k in ("primal", "fluxion", "hand")] +
                   [f"{c['fluxion'] / c['primal']:.2f}", f"{c['fluxion'] / c['hand']:.2f}"] for n, c in counts.items()]


def text(heads, cells):
    widths = [max(len(row[i]) for row in [heads] + cells) for i in range(len(heads))]
    return "\n".join("  ".join(c.ljust(w) if i == 0 or i == len(heads) - 1 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths)))
                     .rstrip() for row in [heads] + cells) + "\n"


def page(heads, cells):
    line = "| " + " | ".join("---" if i == 0 else "---:" for i in range(len(heads))) + " |"
    return "\n".join(["| " + " | ".join(heads) + " |", line] + ["| " + " | ".join(row) + " |" for row in cells]) + "\n"


def sections(run):
    parts = [("Programs", *columns(run["rows"]))]
    if any(r.get("peers_us") for r in run["rows"]):
        parts.append(("Peers", *peer_cells(run["rows"])))
    if run["compile"]:
        parts.append(("Compile time of each program", *compile_cells(run["compile"])))
    if run["generated"]:
        parts.append(("Compile time of generated programs", *generated_cells(run["generated"])))
    if run["instructions"]:
        parts.append(("Instructions", *instruction_cells(run["instructions"])))
    parts.append(("Figures to reach", *figure_cells(run["figures"])))
    return parts


def as_text(run):
    return "\n".join(f"{title}\n\n{text(heads, cells)}" for title, heads, cells in sections(run))


def as_page(run):
    first = (f"# Results of `make bench`\n\nWritten by `bench/run.py`, commit {run['commit']}, {run['date']}, {run['processor']}, "
             f"{run['compiler']}, {run['level']} {run['flags']}, options `{run['options']}`, medians of {run['rounds']} interleaved rounds"
             + (f", {run['skipped']}" if run["skipped"] else "") + ".\n\n![Gradients over their primals](chart.svg)\n")
    order = sections(run)
    order = order[-1:] + order[:-1]
    return "\n".join([first] + [f"## {title}\n\n{page(heads, cells)}" for title, heads, cells in order])
