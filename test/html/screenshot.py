#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the pictures of docs/reports.md and README.md from three pages:
#
#   test/html/screenshot.py image.html diff.html pruned.html docs/images
#
# report.png is the first page in light colors with its largest operator selected, report-dark.png its
# map by own bytes in dark ones, report-diff.png the second page; before.png and after.png are the two
# maps of the third, the page of a pruning. A picture has 64 colors, which are
# enough for a page and a third of the bytes; one above 150 KB is an error.

import base64
import collections
import os
import struct
import sys
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from browser import Browser  # noqa: E402

COLORS = 64
MOST_BYTES = 150 * 1000


def chunks(png):
    position = 8
    while position < len(png):
        size, = struct.unpack(">I", png[position:position + 4])
        yield png[position + 4:position + 8], png[position + 8:position + 8 + size]
        position += 12 + size


def paeth(left, up, corner):
    estimate = left + up - corner
    return min((abs(estimate - left), 0, left), (abs(estimate - up), 1, up),
               (abs(estimate - corner), 2, corner))[2]


def pixels(png):
    """Width, and the rows of a PNG of 8 bits a channel as lists of (red, green, blue)."""
    parts = collections.defaultdict(bytes)
    for name, data in chunks(png):
        parts[name] += data
    width, _, depth, kind = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    step = {2: 3, 6: 4}[kind]
    assert depth == 8
    data = zlib.decompress(parts[b"IDAT"])
    above, rows, line = bytearray(width * step), [], width * step + 1
    for start in range(0, len(data), line):
        mode, row = data[start], bytearray(data[start + 1:start + line])
        for i in range(len(row)) if mode else ():
            left = row[i - step] if i >= step else 0
            corner = above[i - step] if i >= step else 0
            row[i] = (row[i] + (left, above[i], (left + above[i]) // 2,
                                paeth(left, above[i], corner))[mode - 1]) & 255
        rows.append(list(zip(row[0::step], row[1::step], row[2::step])))
        above = row
    return width, rows


def reduced(png):
    """The picture with its most frequent colors, the others as the nearest of these."""
    width, rows = pixels(png)
    counts = collections.Counter(pixel for row in rows for pixel in row)
    palette = []
    for color, _ in counts.most_common():
        if len(palette) < COLORS and all(distance(color, other) > 150 for other in palette):
            palette.append(color)
    index = {color: min(range(len(palette)), key=lambda i: distance(color, palette[i]))
             for color in counts}
    data = b"".join(b"\0" + bytes(index[pixel] for pixel in row) for row in rows)
    out = b"\x89PNG\r\n\x1a\n"
    for name, part in ((b"IHDR", struct.pack(">IIBBBBB", width, len(rows), 8, 3, 0, 0, 0)),
                       (b"PLTE", bytes(value for color in palette for value in color)),
                       (b"IDAT", zlib.compress(data, 9)), (b"IEND", b"")):
        out += struct.pack(">I", len(part)) + name + part + struct.pack(">I", zlib.crc32(name + part))
    return out


def distance(one, other):
    return sum((a - b) ** 2 for a, b in zip(one, other))


def save(page, path, first, last):
    """The part of the page from one element to the end of another."""
    top, bottom = page.run("""a[0].map((s) => document.querySelector(s).getBoundingClientRect())
        .map((box, i) => scrollY + (i ? box.bottom : box.top))""", [first, last])
    top = max(0, top - 12)
    save_clip(page, path, {"x": 0, "y": top, "width": page.size[0], "height": bottom + 12 - top})


def save_element(page, path, selector):
    x, y, width, height = page.run("""((box) => [box.x, scrollY + box.y, box.width, box.height])
        (document.querySelector(a[0]).getBoundingClientRect())""", selector)
    save_clip(page, path, {"x": x, "y": y, "width": width, "height": height})


def save_clip(page, path, clip):
    clip["scale"] = 1
    shot = page.driver.execute_cdp_cmd("Page.captureScreenshot",
                                       {"clip": clip, "captureBeyondViewport": True})
    png = reduced(base64.b64decode(shot["data"]))
    if len(png) > MOST_BYTES:
        sys.exit(f"screenshot.py: error: '{path}' would have {len(png)} bytes, {MOST_BYTES} are the most")
    with open(path, "wb") as file:
        file.write(png)
    print(f"{path}: {len(png)} bytes")


def main():
    if len(sys.argv) != 5:
        sys.exit("usage: screenshot.py image.html diff.html pruned.html folder")
    image, diff, pruned, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with Browser(image, (1280, 900)) as page:
        page.media(prefers_color_scheme="light")
        page.click("#table-panel tbody tr")
        page.wait("!document.querySelector('.details.flash')")
        save(page, os.path.join(folder, "report.png"), "header", "#map")
        page.click("#mode-switch button", "Own bytes")
        page.media(prefers_color_scheme="dark")
        save(page, os.path.join(folder, "report-dark.png"), "#map", "#map")
    with Browser(diff, (1280, 900)) as page:
        page.media(prefers_color_scheme="light")
        save(page, os.path.join(folder, "report-diff.png"), "header", "#sizes")
    with Browser(pruned, (1280, 900)) as page:
        page.media(prefers_color_scheme="light")
        for side in ("before", "after"):
            page.click("#image-switch button", side)
            save_element(page, os.path.join(folder, side + ".png"), "#treemap")


main()
