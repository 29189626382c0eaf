#!/usr/bin/env python3
# ===- chart.py - Draws a run's ratios as SVG ----------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   chart.py results.json chart.svg
#
# A pair of bars per program, Fluxion's gradient and the one by hand, over the primal, on a logarithmic axis.
# ===--------------------------------------------------------------------------===#
import html
import json
import math
import sys

LEFT, WIDTH, ROW, TOP = 250, 560, 20, 40


def draw(rows):
    rows = [r for r in rows if r["gradient"] == "fluxion"]
    values = [v for r in rows for v in (r["fluxion_over_primal"], r["hand_over_primal"])]
    low, high = min(0.5, min(values)), max(8, max(values))

    def at(v):
        return LEFT + WIDTH * math.log(v / low) / math.log(high / low)
    height = TOP + ROW * len(rows) + 10
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 60}" height="{height}" font-family="sans-serif" font-size="11">',
           '<!-- Part of Fluxion. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->',
           '<rect width="100%" height="100%" fill="#fff"/>',
           f'<text x="{LEFT}" y="14">time over the primal: <tspan fill="#1f5fa8">Fluxion</tspan>, <tspan fill="#999">by hand</tspan></text>']
    tick = 2.0 ** math.ceil(math.log2(low))
    while tick <= high:
        out.append(f'<path d="M{at(tick):.0f} {TOP - 8}V{height - 6}" stroke="#ddd"/><text x="{at(tick):.0f}" y="{TOP - 12}" '
                   f'text-anchor="middle">{tick:g}</text>')
        tick *= 2
    for i, r in enumerate(rows):
        y = TOP + ROW * i
        out.append(f'<text x="{LEFT - 6}" y="{y + 11}" text-anchor="end">{html.escape(r["name"])}</text>')
        for key, dy, colour in (("fluxion_over_primal", 2, "#1f5fa8"), ("hand_over_primal", 9, "#999")):
            out.append(f'<rect x="{LEFT}" y="{y + dy}" width="{max(at(r[key]) - LEFT, 1):.1f}" height="6" fill="{colour}"/>')
        out.append(f'<text x="{at(max(r["fluxion_over_primal"], r["hand_over_primal"])) + 5:.0f}" y="{y + 11}">'
                   f'{r["fluxion_over_primal"]:.2f}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


if __name__ == "__main__":
    with open(sys.argv[1]) as f:
        run = json.load(f)
    with open(sys.argv[2], "w") as f:
        f.write(draw(run["rows"]))
