#!/usr/bin/env python3
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a page of `fluxion explain --html`: every element is closed, nothing is fetched; prints its rows."""
import re
import sys
from html.parser import HTMLParser

EMPTY = {"meta", "br"}


class Reader(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.elsewhere, self.rows = [], 0, []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.elsewhere += "src" in attributes or "href" in attributes
        if tag not in EMPTY:
            self.open.append(tag)
        if attributes.get("class", "").startswith("row"):
            self.rows.append([attributes["class"].replace("row", "").strip()])

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()

    def handle_data(self, data):
        if self.rows and "span" in self.open and len(self.rows[-1]) < 4:
            self.rows[-1].append(data)


page = open(sys.argv[1], encoding="utf-8").read()
reader = Reader()
reader.feed(page)
assert not reader.open, f"never closed: {reader.open}"
themes = "prefers-color-scheme: dark" in page and "color-scheme" in page
print(f"well-formed, {reader.elsewhere + len(re.findall('url', page))} references to elsewhere, {'light and dark' if themes else 'one theme'}")
for row in reader.rows:
    kind, number, rest = row[0], row[1], row[2:]
    print(number, kind, *[text.strip() for text in rest])
