# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bounds.py ET_PRUNE ET_OPLIST EVERY SEED: runs the tools on text files that are as large as the
tools' limits permit, or larger. Tries every EVERY-th case, and begins with case SEED modulo EVERY.
A run is wrong if its exit status or messages differ from what the case expects, or if the run takes
more than a gigabyte of memory or a minute of processor time. Prints each wrong run."""

import os
import re
import subprocess
import sys
from pathlib import Path

prune, oplist, every, seed = sys.argv[1:]
GIGABYTE = 1 << 30


def link(files):
    file = ('{"path":"folder/of/a/project/file.cpp.o","kind":"object",'
            '"wholeArchive":false,"hash":"0123456789abcdef"},')
    argument = '"folder/of/a/project/file.cpp.o",'
    return f'{{"arguments":[{argument * files}""],"files":[{file * files}""]}}'


def diff(text, message):
    return text, [prune, "--diff", "input", "input"], f"1, .*{message}"


def names(text, end, option="--ops"):
    return text, [oplist, option, "input", "-o", "out"], end


FILES = "--model_file_list_path"
TOO_MANY = "invalid JSON: it has too many values"
CASES = [
    lambda: diff("[" + "0," * (16 << 20) + "0]", TOO_MANY),
    lambda: diff("[" + '{"":0},' * 105000 + "0]", "not a report of et-prune: the JSON value is not an object"),
    lambda: diff("[" + '{"":0},' * (1 << 20) + "0]", TOO_MANY),
    lambda: diff(link(100000), "not a report of et-prune: its 'version' is not 2"),
    lambda: names("a.b\n" * (1 << 20), "1, .*input:200001:1: more than 200,000 operator names"),
    lambda: names("x " * (1 << 20), "1, .*input:1: more than 10,000 files; is it a list of models\\?",
                  FILES),
    lambda: names("".join(f"a.{number}\n" for number in range(200000)), "0, 0 lines"),
    lambda: names("x " * 10000, "1, 101 lines, et-oplist: error: ... and 9,900 more", FILES),
]

wrong, tried = 0, CASES[int(seed) % int(every)::int(every)]
for number, case in enumerate(tried):
    text, command, wanted = case()
    Path("input").write_text(text)
    with open("messages", "w+") as messages:
        run = subprocess.Popen(command, stderr=messages, stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(run.pid, 0)
        messages.seek(0)
        lines = messages.read().splitlines()
    ended = ", ".join([str(os.waitstatus_to_exitcode(status)), f"{len(lines)} lines", *lines[-1:]])
    seconds = used.ru_utime + used.ru_stime
    if not re.match(wanted, ended) or used.ru_maxrss << 10 > GIGABYTE or seconds > 60:
        print(f"case {number}: {ended}, instead of {wanted}; {used.ru_maxrss} KB, {seconds:.1f} s")
        wrong += 1
print(f"{len(tried)} cases, {wrong} wrong")
sys.exit(wrong > 0)
