#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a bar chart of README.md's table of savings. test/benchmark/sizes.sh makes the table.

    test/benchmark/savings.py README.md > docs/images/savings.svg
"""

import re
import sys

WIDTH, LEFT, BAR, GAP, TOP = 720, 60, 18, 22, 58
FULL, PRUNED = "#8c959f", "#0969da"


def text(x, y, words, style=""):
    return f'<text x="{x}" y="{y}" {style}>{words}</text>'


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        found = re.findall(r"^\| (\w+) \| [\d,]+ of [\d,]+ \| (\d+) B \| (\d+) B \|",
                           file.read(), re.M)
    if not found:
        sys.exit(f"{sys.argv[1]} has no table of savings")
    rows = [(name, int(full), int(pruned)) for name, full, pruned in found]
    scale = (WIDTH - LEFT - 110) / max(full for _, full, _ in rows)
    height = TOP + len(rows) * (2 * BAR + GAP)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
             f'width="{WIDTH}" height="{height}" font-family="sans-serif" font-size="13" fill="#1f2328">',
             "<title>Flash of a firmware with every kernel and pruned to one model</title>",
             f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1}" rx="6" fill="#ffffff" '
             'stroke="#d0d7de"/>',
             text(16, 26, "Flash of examples/firmware on a Cortex-M4, in bytes", 'font-weight="bold"'),
             f'<rect x="430" y="15" width="12" height="12" fill="{FULL}"/>', text(448, 26, "every kernel"),
             f'<rect x="545" y="15" width="12" height="12" fill="{PRUNED}"/>',
             text(563, 26, "pruned to the model")]
    for index, (name, full, pruned) in enumerate(rows):
        y = TOP + index * (2 * BAR + GAP) - 8
        lines.append(text(16, y + BAR + 4, name))
        for top, size, color in ((y, full, FULL), (y + BAR, pruned, PRUNED)):
            width = round(size * scale)
            label = f"{size:,}" if size == full else f"{size:,} (-{1 - size / full:.0%})"
            lines += [f'<rect x="{LEFT}" y="{top}" width="{width}" height="{BAR - 2}" fill="{color}"/>',
                      text(LEFT + width + 6, top + 13, label)]
    print("\n".join([*lines, "</svg>"]))


main()
