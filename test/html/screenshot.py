#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the pictures of docs/reports.md and README.md from two pages:
#
#   test/html/screenshot.py image.html pruned.html docs/images
#
# report.png shows image.html in light colors, with the largest operator selected. report-dark.png
# shows the treemap of image.html by own bytes, in dark colors. before.png and after.png show the
# treemaps of pruned.html. The script fails if a picture is larger than 300 KB.

import base64
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs"))
from browser import Browser  # noqa: E402

MOST_BYTES = 300 * 1000


def save(page, path, first, last):
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
    png = base64.b64decode(shot["data"])
    if len(png) > MOST_BYTES:
        sys.exit(f"screenshot.py: error: '{path}' would have {len(png)} bytes; "
                 f"the limit is {MOST_BYTES}")
    with open(path, "wb") as file:
        file.write(png)
    print(f"{path}: {len(png)} bytes")


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: screenshot.py image.html pruned.html folder")
    image, pruned, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    with Browser(image, (1280, 900)) as page:
        page.media(prefers_color_scheme="light")
        page.run("document.querySelector('#table-panel tbody tr').click()")
        page.wait("!document.querySelector('.details.flash')")
        # The details panel is sticky, so it stands lower if the page is scrolled down.
        page.run("scrollTo(0, 0)")
        save(page, os.path.join(folder, "report.png"), "header", "#map")
        page.click("#mode-switch button", "Own bytes")
        page.media(prefers_color_scheme="dark")
        save(page, os.path.join(folder, "report-dark.png"), "#map", "#map")
    with Browser(pruned, (1280, 900)) as page:
        page.media(prefers_color_scheme="light")
        for side in ("before", "after"):
            page.click("#image-switch button", side)
            save_element(page, os.path.join(folder, side + ".png"), "#treemap")


main()
