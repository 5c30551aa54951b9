#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks these rules in the documentation, and prints each violation as path:line: message.
#
#   - The file of a link exists. If the link has an #anchor, the file has a heading for which GitHub
#     generates this anchor.
#   - A path in backticks that begins with one of FOLDERS exists, possibly with one of SUFFIXES. In
#     "`lib/Link/Bundle/Bundle`, `Manifest`", the second name means a file in the same folder. "or"
#     may replace the comma. Paths with "<" or "*" are not checked.
#   - A line of prose has at most COLUMNS columns. Code, rows of tables, headings and images may be
#     longer.
#
#   links.py <repository>

import glob
import os
import re
import sys

COLUMNS = 120
FOLDERS = "cmake|docs|kernels|lib|runtime|test|tools"
SUFFIXES = ("", ".cpp", ".h", ".py")


def lines_of(path):
    """Returns the lines outside of code blocks, with their numbers."""
    is_code = False
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            is_fence = line.startswith("```")
            is_code ^= is_fence
            if not is_fence and not is_code:
                yield number, line


def anchors(path):
    found = set()
    for _, line in lines_of(path):
        heading = re.match(r"#+ (.*)", line)
        if not heading:
            continue
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading[1])
        anchor = re.sub(r"[^\w -]", "", text.strip().lower()).replace(" ", "-")
        count = sum(re.fullmatch(rf"{re.escape(anchor)}(-\d+)?", other) is not None
                    for other in found)
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def missing_files(line):
    for path, others in re.findall(rf"`((?:{FOLDERS})/[^\s`]*)[^`]*`((?:(?:, | or )`[A-Z][\w.]*`)*)",
                                   line):
        names = re.findall(r"`(.*?)`", others)
        for name in [path, *(os.path.join(os.path.dirname(path), name) for name in names)]:
            if not re.search("[<*]", name) and not any(os.path.exists(name + suffix)
                                                       for suffix in SUFFIXES):
                yield name


def main():
    os.chdir(sys.argv[1])
    problems = []
    for path in [*sorted(glob.glob("*.md")), *sorted(glob.glob("docs/*.md")),
                 *sorted(glob.glob("examples/**/*.md", recursive=True))]:
        for number, line in lines_of(path):
            if len(line) > COLUMNS + 1 and not re.match(r"\||#|    |!\[", line):
                problems.append(f"{path}:{number}: {len(line) - 1} columns; the limit is {COLUMNS}")
            problems += [f"{path}:{number}: there is no '{name}'" for name in missing_files(line)]
            for link in re.findall(r"\]\(([^)\s]+)\)", line):
                if re.match(r"[a-z]+:", link):
                    continue
                name, _, anchor = link.partition("#")
                to = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
                if not os.path.exists(to):
                    problems.append(f"{path}:{number}: there is no '{to}'")
                elif anchor and to.endswith(".md") and anchor not in anchors(to):
                    problems.append(f"{path}:{number}: '{to}' has no heading '#{anchor}'")
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


sys.exit(main())
