#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the terminal sessions of documentation pages and compares the commands' output.

    sessions.py [--any-number] [--update] INSTALLATION PAGE...

The pages run one after the other in one shell, in the current folder. Two kinds of blocks exist:

- ```console: a line that begins with "$ " is a command. After a backslash at the end of a line, the
  command goes on. The lines below are the expected output. A line "..." stands for any lines.
- ```<language> <file>: the content of a file, which is written before the next command.

ET=/usr in a command becomes ET=INSTALLATION. PATH begins with INSTALLATION/bin. With --any-number,
numbers and the widths of columns may differ. --update writes the output into the page.
"""

import argparse
import os
import re
import subprocess
import sys

MARK = "--- end of command, status"


def blocks(page):
    """Yields each fenced block: first line's index, index after the last, info string, lines."""
    lines = open(page, encoding="utf-8").read().split("\n")
    start = None
    for number, line in enumerate(lines):
        if not line.startswith("```"):
            continue
        if start is None:
            start = number
        else:
            yield start + 1, number, lines[start][3:], lines[start + 1:number]
            start = None


def commands(lines):
    """Returns the commands in a session's lines, each with its expected output."""
    found, inside = [], False
    for line in lines:
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif inside:
            found[-1][0] += "\n" + line
        else:
            found[-1][1].append(line)
        inside = (line.startswith("$ ") or inside) and line.endswith("\\")
    return found


def run(script, root):
    with open("session.sh", "w", encoding="utf-8") as file:
        file.write(script)
    path = os.pathsep.join([os.path.join(root, "bin"), os.environ["PATH"]])
    done = subprocess.run(["bash", "session.sh"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"})
    parts = re.split(rf"\n{MARK} (\d+)\n", "\n" + done.stdout)
    return [(text.strip("\n").split("\n") if text.strip("\n") else [], int(status))
            for text, status in zip(parts[::2], parts[1::2])]


def without_numbers(line):
    line = re.sub(r" \([-+]?[\d.]+%\)", "", line)
    line = re.sub(r"-{3,}", "---", line)
    return " ".join(re.sub(r"[-+]?\b[\da-f]*\d[\da-f.,]*\b", "0", line).split())


def matches(expected, output, any_number):
    seen = without_numbers if any_number else str.rstrip
    parts = [r"(?:.*\n)*?" if line == "..." else re.escape(seen(line)) + r"\n" for line in expected]
    return re.fullmatch("".join(parts), "".join(seen(line) + "\n" for line in output)) is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--any-number", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("root", metavar="INSTALLATION")
    parser.add_argument("pages", nargs="+", metavar="PAGE")
    options = parser.parse_args()
    root = os.path.abspath(options.root)

    script, sessions = "", []
    for page in options.pages:
        for first, last, info, lines in blocks(page):
            if info == "console":
                found = commands(lines)
                sessions.append((page, first, last, found))
                for command, _ in found:
                    script += command.replace("ET=/usr", f"ET={root}")
                    script += f"\nstatus=$?; echo; echo '{MARK}' $status\n"
            elif len(info.split()) == 2:
                name = info.split()[1]
                script += f"cat > {name} << 'END OF FILE'\n" + "\n".join(lines) + "\nEND OF FILE\n"
    answers = iter(run(script, root))

    wrong, texts = 0, {}
    for page, first, last, found in sessions:
        written = []
        for command, expected in found:
            output, status = next(answers, ([], "none"))
            written += ["$ " + command, *(expected if "..." in expected else output)]
            if status == 0 and matches(expected, output, options.any_number):
                continue
            wrong += 1
            print(f"{page}:{first + 1}: $ {command}\nstatus {status}; it printed")
            print("\n".join(output), "in place of", "\n".join(expected), sep="\n", end="\n\n")
        texts.setdefault(page, []).append((first, last, written))
    if options.update:
        for page, replaced in texts.items():
            lines = open(page, encoding="utf-8").read().split("\n")
            for first, last, written in reversed(replaced):
                lines[first:last] = written
            with open(page, "w", encoding="utf-8") as file:
                file.write("\n".join(lines))
    print(f"{sum(len(found) for *_, found in sessions)} commands, {wrong} wrong")
    return 1 if wrong and not options.update else 0


sys.exit(main())
