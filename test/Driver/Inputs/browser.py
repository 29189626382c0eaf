#!/usr/bin/env python3
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks at a page of `fluxion explain --html` with chromium, light and dark, and says what is wrong with it.

    browser.py [--only=light|dark|words] PAGE WORKPLACE [TEXT...]      TEXT has to be on the page as a reader sees it

Of each theme there is a screenshot: paper has to cover most of it, active and kept lines have to cover bands as wide as
the source, in colours that differ from the paper and between the themes, and there has to be ink. The log of the
network has to be without a request of the page.
"""
import collections
import os
import re
import subprocess
import sys

import colours

WIDTH, HEIGHT = 700, 520
given = sys.argv[1:]
only = given.pop(0).removeprefix("--only=") if given[0].startswith("--only=") else ""
page, workplace, texts = os.path.abspath(given[0]), given[1], given[2:]
os.makedirs(workplace, exist_ok=True)
problems = []


def chromium(*arguments):
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}",
               f"--user-data-dir={workplace}/profile", "--disable-background-networking", *arguments, f"file://{page}"]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def variables(theme):
    """The colours that the page names, as the theme has them."""
    style = open(page, encoding="utf-8").read()
    blocks = re.findall(r":root \{([^}]*)\}", style)
    named = {}
    for block in blocks[: 1 if theme == "light" else 2]:
        named.update(re.findall(r"--(\w+): (#\w+);", block))
    full = lambda text: text if len(text) == 7 else "#" + "".join(2 * c for c in text[1:])
    return {name: full(colour) for name, colour in named.items()}


def contrast(a, b):
    """As accessibility guidelines count it; 1 for the same colour."""
    def light(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(a), light(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def look(theme):
    shot = f"{workplace}/{theme}.png"
    chromium(f"--blink-settings=preferredColorScheme={1 if theme == 'light' else 0}", f"--screenshot={shot}")
    area, widest = collections.Counter(), collections.Counter()
    for row in colours.rows(open(shot, "rb").read()):
        line = collections.Counter("#%02x%02x%02x" % pixel for pixel in row)
        area.update(line)
        for colour, count in line.items():
            widest[colour] = max(widest[colour], count)
    named = variables(theme)
    if area.most_common(1)[0][0] != named["paper"]:
        problems.append(f"{theme}: the page is mostly {area.most_common(1)[0][0]}, not {named['paper']}")
    for what in ("active", "kept"):
        if widest[named[what]] < WIDTH // 2:
            problems.append(f"{theme}: no line has the colour of {what} ({named[what]}) over half of the page")
    if area[named["ink"]] < 200:
        problems.append(f"{theme}: there is hardly any text in {named['ink']}")
    for back in ("paper", "active", "kept"):
        if contrast(named["ink"], named[back]) < 4.5:
            problems.append(f"{theme}: text on {back} cannot be read")
    return {named[what] for what in ("paper", "active", "kept")}


def read():
    log = f"{workplace}/network.json"
    seen = chromium("--dump-dom", f"--log-net-log={log}", "--net-log-capture-mode=Everything")
    body = re.sub(r"<[^>]*>", "", seen[seen.find("<body") :])
    for text in texts:
        if text not in body:
            problems.append(f"the page does not say '{text}'")
    asked = re.findall(r'"url":"((?:https?|ftp|wss?):[^"]*)"', open(log, encoding="utf-8").read().replace('": "', '":"'))
    source = open(page, encoding="utf-8").read()
    # The browser asks its maker for things of its own; what the page asks for stands in it.
    for url in sorted(set(asked)):
        if url.split("?")[0].rstrip("/") in source:
            problems.append(f"the page asks for {url}")


themes = [look(theme) for theme in ("light", "dark") if only in ("", theme)]
if len(themes) == 2 and themes[0] & themes[1]:
    problems.append(f"light and dark share {sorted(themes[0] & themes[1])}")
if only in ("", "words"):
    read()
for problem in problems:
    print(problem)
print("wrong" if problems else "looks right, light and dark")
sys.exit(1 if problems else 0)
