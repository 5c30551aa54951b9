# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page that try-executorch prints: headings, lines, checks and tables.

Each line is printed as soon as it is known, because some checks take minutes. At the end, the same
content can be written to a Markdown file.
"""

import os


class Page:
    def __init__(self, out):
        self.out, self.markdown, self.failures = out, [], 0

    def say(self, text, markdown=None):
        print(text, file=self.out, flush=True)
        self.markdown.append(text if markdown is None else markdown)

    def heading(self, text):
        self.say(f"\n{text}\n{'-' * len(text)}", f"\n## {text}\n")

    def fact(self, name, value):
        self.say(f"{name + ':':14} {value}", f"- {name}: {value}")

    def check(self, text, problems=()):
        """Prints a line for a check, and a block for each fault."""
        self.failures += len(problems)
        self.say(f"{'WRONG' if problems else 'ok':6} {text}",
                 f"- {'**wrong**' if problems else 'ok'}: {text}")
        for problem in problems:
            self.say("       " + problem.rstrip().replace("\n", "\n       "),
                     f"\n```\n{problem.rstrip()}\n```\n")

    def skipped(self, text, why):
        self.say(f"{'-':6} {text}: not tried, because {why}",
                 f"- not tried: {text}, because {why}")

    def table(self, header, rows):
        rows = [[str(cell) for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(header, *rows)]
        # The first column has names, the others have numbers.
        lines = ["  ".join([row[0].ljust(widths[0]),
                            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:]))])
                 for row in [header, *rows]]
        self.say("\n".join(line.rstrip() for line in lines),
                 "\n".join(f"| {' | '.join(row)} |" for row in
                           [header, ["---"] + ["---:"] * (len(header) - 1), *rows]))

    def write(self, path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("# et-prune on this ExecuTorch\n" + "\n".join(self.markdown) + "\n")
