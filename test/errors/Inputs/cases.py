# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cases.py TEST FOLDER BUILD ET_PRUNE LIBEXEC: runs the cases of a .test file in the new folder
FOLDER/f. A case is a command line of bash, and below it the expected output, up to a blank line or
a comment:

    $ et-prune app.elf              must be refused: exit status 1, a message on stderr, nothing on
                                    stdout, all files unchanged, no temporary file left behind
    $ rm x.pte ;; et-prune app.elf  the command before ";;" must succeed, the last must be refused
    % rm app.elf                    must succeed; otherwise, the next commands do not run
    ! ./link -o app.elf             must fail, and may change files
    : f() { et-run "$@"; }          defines a function for the commands below

Each expected line must be a part of a line of the output, and the lines must be in order. {{...}}
is a regular expression. Some expected lines are special:

    >>> text    must match the output line directly after the previous match, with ">>>"
    ...         permits other output lines before a ">>>" line
    ~ text      may be before or after the other matches
    .           no output follows the previous match

Each line with "error:" that a refused command prints must match an expected line. If several "$"
lines follow each other, each command must print the output that is expected below the last.

The text after "#--- NAME" is written to the file FOLDER/NAME. In commands, %t means FOLDER. PRELUDE
has definitions for commands. PATH has BUILD/bin and ET_PRUNE's folder. LIBEXEC has the wrapper.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

test, folder, build, et_prune, libexec = sys.argv[1:]
DRIVER = re.compile("collect2: error: ld returned|clang.*: error: linker command failed")
INPUTS = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(INPUTS)))
PRELUDE = f"""set -o pipefail
S={INPUTS} Source={SOURCE} Libexec={libexec}
firmware() {{ bash $S/firmware.sh $Source -B$Libexec "$@"; }}
gc_firmware() {{ firmware -Wl,--gc-sections -Wl,-Map=app.map "$@"; }}
prune() {{ et-prune --op-list aten::add.out "$@"; }}
python() {{ {sys.executable} "$@"; }}
edit() {{ python $S/bundle.py ../good.etl app.elf.etl "$@"; }}
"""


def state():
    found = {}
    for parent, folders, names in os.walk("."):
        for path in (os.path.join(parent, name) for name in folders + names):
            content = os.readlink(path) if os.path.islink(path) else None
            if os.path.isfile(path) and not os.path.islink(path):
                content = hashlib.sha256(Path(path).read_bytes()).digest()
            found[path] = (os.lstat(path).st_mode, content)
    return found


def pattern(line):
    parts = re.split(r"\{\{(.*?)\}\}", line)
    return re.compile("".join(f"(?:{part})" if i % 2 else re.escape(part)
                              for i, part in enumerate(parts)))


def unexpected(said, expected, refused):
    """Returns the first difference from the expected output, or None."""
    lines = [line for line in said.splitlines() if not refused or not DRIVER.match(line)]
    taken, at, skips = set(), 0, False
    for line in expected:
        if line == "...":
            skips = True
            continue
        if line == ".":
            if at < len(lines):
                return f"the output goes on: {lines[at]}"
            continue
        anywhere, wanted = line.startswith("~ "), pattern(line.removeprefix("~ "))
        directly = line.startswith(">>>") and not skips
        places = range(0 if anywhere else at, at + 1 if directly else len(lines))
        found = next((i for i in places if i < len(lines) and i not in taken
                      and wanted.search(lines[i])), None)
        if found is None:
            return f"no line '{line}'"
        taken.add(found)
        at, skips = at if anywhere else found + 1, False
    more = [line for i, line in enumerate(lines)
            if refused and i not in taken and "error:" in line]
    return f"another error: {more[0]}" if more else None


def run(command, temporary, prelude, apart=False):
    return subprocess.run(["timeout", "120", "bash", "-c", (prelude + command).replace("%t", folder)],
                          text=True, errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE if apart else subprocess.STDOUT,
                          env={**os.environ, "TMPDIR": temporary})


def attempt(kind, command, expected, prelude):
    """Runs a case. Returns what went wrong (or None), and the command's output."""
    refused = kind == "$"
    *preparation, command = command.split(" ;; ")
    with tempfile.TemporaryDirectory() as temporary:
        for part in preparation:
            prepared = run(part, temporary, prelude)
            if prepared.returncode:
                return f"the preparation fails: {prepared.returncode}", prepared.stdout
        before = state() if refused else None
        ended = run(command, temporary, prelude, refused)
        left = os.listdir(temporary)
    status, wrong = ended.returncode, None
    said = ended.stderr if refused else ended.stdout
    if status in (124, 134, 139) or (status == 0) != (kind == "%"):
        wrong = f"exit status {status}"
    elif refused and (status != 1 or not said or ended.stdout):
        wrong = f"exit status {status}, on stdout '{ended.stdout}'"
    elif refused and left:
        wrong = f"left in TMPDIR: {left}"
    elif refused and (changed := state().items() ^ before.items()):
        wrong = f"changed: {sorted({name for name, _ in changed})}"
    return wrong or unexpected(said, expected, refused), said


def cases(text):
    """Yields each case as (line, kind, command, expected output)."""
    waiting, expected = [], []
    for match in re.finditer(r"^([$%!:] )?((?:[^\n]*\\\n)*[^\n]*)\n", text, re.MULTILINE):
        kind, line = match[1], match[2]
        if not kind and line and line[0] != "#":
            expected.append(line)
            continue
        if not kind or expected or kind != "$ " or waiting[-1:] and waiting[-1][1] != "$":
            yield from ((*case, expected) for case in waiting)
            waiting, expected = [], []
        if kind:
            waiting.append((text.count("\n", 0, match.start()) + 1, kind[0], line))
    yield from ((*case, expected) for case in waiting)


def main():
    text = Path(test).read_text(encoding="utf-8")
    os.environ["PATH"] = f"{os.path.dirname(et_prune)}:{build}/bin:{os.environ['PATH']}"
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(f"{folder}/f")
    os.chdir(f"{folder}/f")
    text, *files = re.split(r"^#--- (.*)\n", text, flags=re.MULTILINE)
    for name, content in zip(files[::2], files[1::2]):
        Path(f"../{name}").write_text(content, encoding="utf-8")
    prelude, count, failures = PRELUDE, 0, 0
    for number, kind, command, expected in cases(text):
        if kind == ":":
            prelude += command + "\n"
            continue
        wrong, said = attempt(kind, command, expected, prelude)
        count += 1
        if wrong:
            failures += 1
            print(f"{test}:{number}: {command}\n{wrong}\n{said}")
            if kind == "%":  # the next commands need the files of this command
                break
    print(f"{count} cases, {failures} failures")
    return failures > 0 or not count


sys.exit(main())
