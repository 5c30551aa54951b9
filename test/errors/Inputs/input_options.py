# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gives every input option of a tool an invalid file.

input_options.py EVERY SEED <tool> -- [<the rest of each command>]
input_options.py EVERY SEED <tool> <words with {}>... -- [<the rest of each command>]

The options come from the tool's --help, so that no option is forgotten. If there are <words>,
the script tries the words and no options. It replaces {} in a word by the file. A word with spaces
is several arguments. The file is missing, empty, unreadable, a folder, a device or a link to
itself. The tool must end with status 1, name the file in an error and change no file. To save time,
the script tries each option with every EVERY-th of these files. SEED and the option's number choose
the first file.
"""

import os
import re
import subprocess
import sys

# An empty file is a valid empty list.
MAY_BE_EMPTY = {"--model_file_list_path"}
OUTPUTS = {"--output", "--output_path", "--report-text", "--report-json",
           "--report-html", "--profile-json"}


def options_of(tool):
    page = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    values = r"^ +(--[\w-]+)=(\[<key>=\])?<(?:files?|dictionary|program)>"
    for name, key in re.findall(values, page, re.MULTILINE):
        if name not in OUTPUTS:
            yield name + "={}"
            if key:
                yield name + "=key={}"


def bad_inputs():
    os.makedirs("bad/folder", exist_ok=True)
    open("bad/empty", "w").close()
    for path, target in (("bad/loop", "loop"), ("bad/device", "/dev/null")):
        if not os.path.lexists(path):
            os.symlink(target, path)
    paths = ["bad/missing", "bad/folder", "bad/empty", "bad/loop", "bad/device"]
    if os.geteuid() != 0:
        open("bad/secret", "w", opener=lambda path, flags: os.open(path, flags, 0)).close()
        paths.append("bad/secret")
    return paths


def files():
    return {
        path: os.lstat(path).st_mtime_ns
        for folder, _, names in os.walk(".")
        for path in (os.path.join(folder, name) for name in names)
    }


def problems_of(command, path):
    before = files()
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if run.returncode != 1:
        yield f"status {run.returncode}"
    if not any("error: " in line and path in line for line in run.stderr.splitlines()):
        yield "no error that names the file"
    if files() != before:
        yield "files changed"


def main():
    every, seed, tool, *words = sys.argv[1:]
    given, rest = words[: words.index("--")], words[words.index("--") + 1 :]
    options = given or list(options_of(tool))
    failures = 0
    for number, option in enumerate(options):
        for path in bad_inputs()[(int(seed) + number) % int(every)::int(every)]:
            if path == "bad/empty" and option.split("=")[0] in MAY_BE_EMPTY:
                continue
            command = [tool, *option.replace("{}", path).split(), *rest]
            problems = list(problems_of(command, path))
            if problems:
                failures += 1
                print(" ".join(command), *problems, sep="\n>>> ")
    print(f"{len(options)} options, {failures} failures")
    return failures > 0 or not options


sys.exit(main())
