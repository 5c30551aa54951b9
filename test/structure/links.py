#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Prints each relative link of the pages that leads nowhere, as path:line: message.
#
#   links.py <repository>
#
# The pages are README.md, docs/*.md and the README.md files of examples. A link's file must exist,
# and its anchor must be that of a heading: GitHub drops what is neither word nor blank nor hyphen,
# writes blanks as hyphens, and numbers headings that occur more than once.

import os
import re
import sys
from pathlib import Path


def prose(page):
    """The lines with their numbers, without code."""
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = line.lstrip().startswith("```")
        fenced ^= fence
        if not fenced and not fence and not line.startswith("    "):
            yield number, line


def anchors(page):
    seen = {}
    for _, line in prose(page):
        heading = re.match(r"#{1,6} (.*)", line)
        if heading:
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1]).strip().lower()
            name = re.sub(r"[^\w -]", "", text).replace(" ", "-")
            count = seen[name] = seen.get(name, -1) + 1
            yield f"{name}-{count}" if count else name
        yield from re.findall(r'<a (?:id|name)="([^"]+)"', line)


def problems(page):
    for number, line in prose(page):
        for link in re.findall(r"\]\(([^)\s]+)", re.sub(r"`[^`]*`", "", line)):
            if re.match(r"[a-z]+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = page.parent / name if name else page
            if not target.exists():
                yield f"{page}:{number}: there is no file '{name}'"
            elif anchor and anchor not in anchors(target):
                yield f"{page}:{number}: '{os.path.normpath(target)}' has no heading '#{anchor}'"


def main():
    os.chdir(sys.argv[1])
    pages = [Path("README.md"), *sorted(Path("docs").glob("*.md")),
             *sorted(Path("examples").glob("**/README.md"))]
    found = [problem for page in pages for problem in problems(page)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
