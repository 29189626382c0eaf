#!/usr/bin/env python3
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the colours of a screenshot (PNG, 8 bits, no interlace) that cover most of it, one a line."""
import collections
import struct
import sys
import zlib


def chunks(data):
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += length + 12


def paeth(a, b, c):
    return min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]


def rows(data):
    packed = b""
    for kind, body in chunks(data):
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert depth == 8 and colour in (2, 6), "not of true colours"
            size = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
    raw, before = zlib.decompress(packed), bytearray(width * size)
    for y in range(height):
        at = y * (width * size + 1)
        line = bytearray(raw[at + 1 : at + 1 + width * size])
        for i in range(len(line)):
            left, up = (line[i - size] if i >= size else 0), before[i]
            corner = before[i - size] if i >= size else 0
            line[i] = (line[i] + (0, left, up, (left + up) // 2, paeth(left, up, corner))[raw[at]]) & 255
        yield [tuple(line[x : x + 3]) for x in range(0, len(line), size)]
        before = line


if __name__ == "__main__":
    count = collections.Counter()
    for row in rows(open(sys.argv[1], "rb").read()):
        count.update(row)
    for colour, _ in count.most_common(8):
        print("#%02x%02x%02x" % colour)
