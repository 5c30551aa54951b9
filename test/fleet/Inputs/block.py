# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""block.py PAGE BEGINNING: prints the Markdown page's code block that begins with BEGINNING."""

import sys

page, beginning = sys.argv[1:]
blocks, inside = [], False
with open(page, encoding="utf-8") as file:
    for line in file.read().split("\n"):
        if line.startswith("    ") or (inside and not line):
            if not inside:
                blocks.append("")
            inside = True
            blocks[-1] += line[4:] + "\n"
        else:
            inside = False
found = [block for block in blocks if block.startswith(beginning)]
if len(found) != 1:
    sys.exit(f"{page}: {len(found)} blocks begin with '{beginning}'")
print(found[0].rstrip())
