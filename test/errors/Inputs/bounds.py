# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounds.py ET_PRUNE ET_OPLIST: gives the readers of text files beyond their limits and at them.
Each run's status and last message are printed, and each run that took more than a gigabyte or a
minute of the processor."""

import os
import subprocess
import sys

prune, oplist = sys.argv[1:]
GIGABYTE = 1 << 30


def link(files):
    """A manifest of so many files."""
    file = ('{"path":"{build}/folder/of/a/project/file.cpp.o","kind":"object",'
            '"wholeArchive":false,"hash":"0123456789abcdef"},')
    argument = '"{build}/folder/of/a/project/file.cpp.o",'
    return f'{{"arguments":[{argument * files}""],"files":[{file * files}""]}}'


DIFF = [prune, "--diff", "input", "input"]
CASES = [
    ("numbers", "[" + "0," * (16 << 20) + "0]", DIFF),
    ("small objects", "[" + '{"":0},' * (1 << 20) + "0]", DIFF),
    ("objects at the limit", "[" + '{"":0},' * 105000 + "0]", DIFF),
    ("files of a link at the limit", link(100000), DIFF),
    ("names", "a.b\n" * (1 << 20), [oplist, "--ops", "names", "-o", "out"]),
    (
        "names at the limit",
        "".join(f"a.{number}\n" for number in range(500000)),
        [oplist, "--ops", "input", "-o", "out"],
    ),
    ("files", "x " * (1 << 20), [oplist, "--model_file_list_path", "files", "-o", "out"]),
    ("files at the limit", "x " * 10000, [oplist, "--model_file_list_path", "input", "-o", "out"]),
]

for name, text, command in CASES:
    path = "input" if "input" in command else name
    with open(path, "w") as file:
        file.write(text)
    with open("messages", "w+") as messages:
        run = subprocess.Popen(command, stderr=messages, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(run.pid, 0)
        messages.seek(0)
        lines = messages.read().splitlines()
    print(f"{name}: status {os.waitstatus_to_exitcode(status)}", f"{len(lines)} lines", *lines[-1:],
          sep=", ")
    seconds = used.ru_utime + used.ru_stime
    if used.ru_maxrss << 10 > GIGABYTE or seconds > 60:
        print(f"wrong: {used.ru_maxrss} KB, {seconds:.1f} s")
    os.remove(path)
