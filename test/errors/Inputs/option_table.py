# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""option_table.py TABLE PRELOAD LINKER...: compares lib/Link/Linkers/LinkerOptions.def with
linkers. The table must have every option that GNU ld passes to getopt, with the same kind of value
and the same number of dashes. The library PRELOAD (print_options.c) makes GNU ld print the options
that it passes to getopt. The table must also have every option of LLD's --help."""

import os
import re
import subprocess
import sys

table_path, preload, *linkers = sys.argv[1:]
table = open(table_path).read()
rows = [(name, gnu, lld)
        for gnu, lld, names in re.findall(r'^OPTIONS\("(.*?)", "(.*?)", \w+, ([^()]*)\)$', table, re.M)
        for name in re.findall('"(.*?)"', names)]
assert len(rows) > 300
failures = 0


def expect(linker, option, found, wanted):
    global failures
    if found != wanted:
        failures += 1
        print(f"{linker}: {option}: the table has {found}, the linker {wanted}")


def check_gnu(linker):
    names = {name: form[0] for name, form, _ in rows if name}
    letters = {letter: form[0].lower() for _, form, _ in rows for letter in form[1:]}
    # After an unknown option, GNU ld also calls getopt_long(), with options that need two dashes.
    printed = subprocess.run([linker, "--no-such-option"], capture_output=True, text=True,
                             env={**os.environ, "LD_PRELOAD": os.path.abspath(preload)}).stdout
    options = re.findall(r"^option (\S+) (\d) (\d)$", printed, re.MULTILINE)
    assert len(options) > 150, printed
    for name, has_value, dashes in options:
        form = "nro"[int(has_value)]  # LinkerOptions.def explains the letters
        name = name.split("=")[0]  # some names include the name of the value
        expect(linker, name, names.get(name), form.upper() if dashes == "2" else form)
    first = re.search(r"^letters -(.*)$", printed, re.MULTILINE)[1]
    for letter, colon in re.findall(r"([^:])(:?)", first):
        expect(linker, "-" + letter, letters.get(letter), "r" if colon else "n")


def check_lld(linker):
    names = {name: form[0].lower() for name, _, form in rows if name}
    text = subprocess.run([linker, "--help"], capture_output=True, text=True, check=True).stdout
    options = re.findall(r"^  --?([A-Za-z][\w-]+)(=| <)?", text, re.MULTILINE)
    assert len(options) > 200, text
    forms = {"": "no", "=": "rojp", " <": "rst"}
    for name, value in options:
        form = names.get(name) or next((f for n, f in names.items() if f == "p"
                                        and name.startswith(n)), None)
        if form != "p":
            expect(linker, name, form,
                   form if form and form in forms[value] else f"one of {forms[value]}")


for linker in linkers:
    (check_lld if "lld" in linker else check_gnu)(linker)
print(f"{len(linkers)} linkers, {failures} differences")
sys.exit(failures > 0)
