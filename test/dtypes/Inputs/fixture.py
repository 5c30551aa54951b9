# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes selections for the program of this folder, and compares the program's outputs.

    fixture.py select DTYPE... [without OPERATOR...]
        prints a selection for --ops-dict: the DTYPEs for all operators except the OPERATORs
    fixture.py names                        prints the operators
    fixture.py compare FULL PRUNED DTYPE... [keeps OPERATOR...]
        compares the outputs of the full and the pruned program (main.cpp). Calls with only these
        DTYPEs must have equal results, and so must all calls of the OPERATORs. Every other call
        must fail with NotSupported and leave its output unchanged
    fixture.py aborts FULL PRUNED DTYPE... [keeps OPERATOR...]
        does the same for kernels that gcc narrows. A refused call then aborts and prints nothing. A
        call with an unselected dtype succeeds if it reaches no switch case of a removed dtype
    fixture.py no-larger IMAGE OTHER        fails if IMAGE has more text than OTHER
"""

import collections
import json
import re
import subprocess
import sys
from pathlib import Path

CODES = {"Byte": "0", "Int": "3", "Long": "4", "Float": "6", "Double": "7", "Bool": "11"}
NO_DTYPES = {"fill_bytes"}  # operators whose code does not depend on dtypes


def operators():
    return re.findall(r"\((\w+)\)", Path(__file__).with_name("operators.def").read_text())


def select(*words):
    at = words.index("without") if "without" in words else len(words)
    print(json.dumps({f"aten::{name}.out": words[:at] for name in operators()
                      if name not in words[at:]}, separators=(",", ":")))


def names():
    print(*operators())


def lines_of(path):
    return [line.split() for line in Path(path).read_text().splitlines()]


def selected(words):
    """Returns the codes of the dtypes, and the operators that keep all dtypes."""
    words, keeps = list(words), NO_DTYPES
    if "keeps" in words:
        keeps = keeps | set(words[words.index("keeps") + 1:])
        words = words[:words.index("keeps")]
    return {CODES[name] for name in words}, keeps


def parts(line):
    """Returns operator and dtypes of a line that main.cpp printed."""
    return line[0].split("::")[1].split(".")[0], *(word.strip(":") for word in line[1:4])


def aborts(full, pruned, *words):
    codes, keeps = selected(words)
    before, after = (list(map(tuple, lines_of(path))) for path in (full, pruned))
    if not after or not set(after) <= set(before):
        sys.exit("the pruned program made no calls, or calls that differ from the full "
                 f"program's: {set(after) - set(before)}")
    for line in set(before) - set(after):
        name, *dtypes = parts(line)
        if name in keeps or set(dtypes) <= codes:
            sys.exit(f"the pruned program refused a selected call: {line}")
    print(f"{len(after)} calls as before, {len(before) - len(after)} refused")


def compare(full, pruned, *words):
    codes, keeps = selected(words)
    before, after = lines_of(full), lines_of(pruned)
    same, refused, untouched = 0, 0, collections.defaultdict(set)
    if not before or [line[:4] for line in before] != [line[:4] for line in after]:
        sys.exit("the programs made no calls, or the pruned program made different calls")
    for old, new in zip(before, after):
        name, *dtypes = parts(old)
        if name in keeps or set(dtypes) <= codes:
            same += 1
            if new != old:
                sys.exit(f"the full program printed {old}, the pruned program printed {new}")
        else:
            refused += 1
            untouched[dtypes[-1]].add(new[5])
            if new[4] != "10" or len(untouched[dtypes[-1]]) > 1:
                sys.exit(f"the pruned program must refuse {old}, but printed {new}")
    print(f"{same} calls as before, {refused} refused")


def text(image):
    sizes = subprocess.run(["size", image], check=True, capture_output=True, text=True).stdout
    return int(sizes.splitlines()[1].split()[0])


def no_larger(one, other):
    if text(one) > text(other):
        sys.exit(f"{one} has {text(one)} B of text, more than {other} ({text(other)} B)")


{"select": select, "names": names, "compare": compare, "aborts": aborts,
 "no-larger": no_larger}[sys.argv[1]](*sys.argv[2:])
