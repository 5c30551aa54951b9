# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""escape.py [--all] [--seed=N] [--sample=N] ET_PRUNE IMAGE LINKER

Prunes with bundles whose arguments try to make the linker write outside of the link's folder, load
something or run something. The words are made of every option that the linker's --help names: in
full and abbreviated, after one dash and after two, with a value joined, with none, and as the word
before an option that writes, loads or runs, which they may hide. None may succeed, whatever
et-prune and the linker make of it.

A sample is tried in seconds; --all tries every pair, which takes hours. Pairs that once worked are
in every sample.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import bundle

parser = argparse.ArgumentParser()
parser.add_argument("--all", action="store_true")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--sample", type=int, default=150)
parser.add_argument("tool")
parser.add_argument("image")
parser.add_argument("linker")
given = parser.parse_args()

IMAGE = open(given.image, "rb").read()
MEMBERS = bundle.unpack(given.image + ".etl")
MANIFEST = json.loads(MEMBERS["manifest.json"])
ROOT = pathlib.Path(tempfile.mkdtemp(dir=os.getcwd()))
EVIL_LIBRARY = """#include <stdio.h>
__attribute__((constructor)) static void was_here(void) { fclose(fopen("MARK", "w")); }
int onload(void *Vector) { return 0; }
"""

# What writes a file, loads a library or runs a program. {evil} may not be there afterwards,
# {script} and {library} make such a file, and ./evil.so is the library in the bundle.
POWERFUL = [
    "-o{evil}",
    "--output={evil}",
    "-Map={evil}",
    "--dependency-file={evil}",
    "--out-implib={evil}",
    "--reproduce={evil}",
    "--time-trace={evil}",
    "--why-extract={evil}",
    "--print-archive-stats={evil}",
    "--print-symbol-order={evil}",
    "--lto-obj-path={evil}",
    "--thinlto-cache-dir={evil}",
    "--opt-remarks-filename={evil}",
    "-plugin=./evil.so",
    "-plugin={library}",
    "--load-pass-plugin={library}",
    "--error-handling-script={script}",
    "@{response}",
    "-c{mri}",
]
# Options that one of the linkers takes for others than their name says.
ONCE_SPLIT = """-export-dynamic-symbol-list -export-dynamic-symbol -call-graph-ordering-file
-library -library-path -error-limit -G -oformat -compress-sections -lto-aa-pipeline
-lto-newpm-passes
-opt-remarks-format -opt-remarks-passes -undefined-glob -exclude-modules-for-implib -default-script
-in-implib -symbol-ordering-file -c -P -I --remap-inputs-file --audit --depaudit --mri-script -M -o
-xo -no -T -output -omagic --""".split()


def option_names():
    text = subprocess.run([given.linker, "--help"], capture_output=True, text=True,
                          check=True).stdout
    text = re.sub(r"--\[no-\]([\w-]+)", r"--\1 --no-\1", text)
    names = set(re.findall(r"(?<![\w=-])--?([A-Za-z][\w-]*)", text))
    assert {"o", "gc-sections"} <= names, text
    return sorted(names)


def words():
    """Every spelling of every option, without a value."""
    prefixes = {name[:length] for name in option_names() for length in range(1, len(name) + 1)}
    return [dashes + prefix for prefix in sorted(prefixes) for dashes in ("-", "--")]


def attempts():
    every = words()
    alone = [[word + "={evil}"] for word in every] + [[word + "{evil}"] for word in every]
    # The last argument may take what et-prune puts behind it for its value; a script names an
    # output.
    alone += [[word, how] for word in every for how in ("{above}", "<output>")]
    pairs = [[word, power] for word in every for power in POWERFUL]
    pairs += [[word + "=x", power] for word in every for power in POWERFUL]
    pairs += [[word, "x", power] for word in every for power in POWERFUL]
    if given.all:
        return alone + pairs
    pick = random.Random(given.seed)
    worst = "-plugin=./evil.so", "-Map={evil}"
    known = [[word, worst[number % 2]] for number, word in enumerate(ONCE_SPLIT)]
    known += [[ONCE_SPLIT[0], power] for power in POWERFUL] + [[power] for power in POWERFUL]
    known.append(["-lnone", "--error-handling-script\0", "{script}"])
    return known + pick.sample(alone, given.sample // 3) + pick.sample(pairs, given.sample)


ATTEMPTS = attempts()


def write_traps(work, evil):
    """Files outside of the bundle that leave `evil` when they are run or loaded."""
    traps = {name: work / name for name in ("script", "library", "response", "mri")}
    traps["script"].write_text(f"#!/bin/sh\ntouch {evil}\n")
    traps["script"].chmod(0o755)
    # The path is of one length in every attempt, so that the library is compiled once.
    library = LIBRARY.replace(MARK, str(evil).encode())
    traps["library"].write_bytes(library)
    traps["response"].write_text(f"-o {evil}\n")
    traps["mri"].write_text(f"NAME {evil}\n")
    return traps, library


def evil_path(index):
    return ROOT / f"{index:08}.evil"


MARK = str(evil_path(99999999)).encode()
(ROOT / "evil.c").write_text(EVIL_LIBRARY.replace("MARK", MARK.decode()))
subprocess.run(["gcc", "-shared", "-fPIC", "evil.c", "-o", "evil.so"], cwd=ROOT, check=True)
LIBRARY = (ROOT / "evil.so").read_bytes()


def add_file(changed, manifest, path, content):
    number = len(manifest["files"])
    changed[f"files/{number}-{path}"] = content
    entry = {"path": path, "kind": "auxiliary", "wholeArchive": False}
    manifest["files"].append({**entry, "hash": bundle.file_hash(content)})


def name_output_in_script(changed, manifest, evil):
    """OUTPUT() in a script, and no output on the command line."""
    manifest["arguments"] = [a for a in manifest["arguments"] if a != "--output=app.elf"]
    for number, file in enumerate(manifest["files"]):
        if file["kind"] == "script":
            name = next(n for n in changed if n.startswith(f"files/{number}-"))
            changed[name] += f"\nOUTPUT({evil})\n".encode()
            file["hash"] = bundle.file_hash(changed[name])


def attempt(index):
    work, traps, evil = ROOT / f"{index}", ROOT / f"{index}.traps", evil_path(index)
    for folder in (work, work / "tmp", traps):
        folder.mkdir()
    named, library = write_traps(traps, evil)
    changed, manifest = {**MEMBERS}, json.loads(json.dumps(MANIFEST))
    add_file(changed, manifest, "evil.so", library)
    above = "../" * 40 + str(evil)[1:]
    arguments = [a.format(evil=evil, above=above, **named) for a in ATTEMPTS[index]]
    if arguments[-1] == "<output>":
        arguments.pop()
        name_output_in_script(changed, manifest, evil)
    manifest["arguments"] += arguments
    changed["manifest.json"] = json.dumps(manifest).encode()
    (work / "app.elf").write_bytes(IMAGE)
    bundle.pack(work / "app.elf.etl", changed)
    run = subprocess.run(
        [given.tool, "-q", "--op-list", "aten::add.out", "app.elf"],
        cwd=work,
        env={**os.environ, "TMPDIR": str(work / "tmp")},
        capture_output=True,
        timeout=60,
    )
    names = {str(path.relative_to(work)) for path in work.rglob("*")}
    # Side outputs have the image's name.
    left = sorted(names - {f"app.elf.{kind}" for kind in ("map", "d", "implib.o")})
    extra = set(os.listdir(traps)) - {"script", "library", "response", "mri"}
    wrong = run.returncode not in (0, 1) or left != ["app.elf", "app.elf.etl", "tmp"] or bool(extra)
    wrong |= run.returncode == 1 and (work / "app.elf").read_bytes() != IMAGE
    shutil.rmtree(work)
    shutil.rmtree(traps)
    if evil.exists() or wrong:
        left += sorted(extra)
        print(f"{ATTEMPTS[index]}: status {run.returncode}, left {left}: {run.stderr[:300]}")
        return "wrong"
    return "refused" if b"the link command has " in run.stderr else "linked"


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    verdicts = list(pool.map(attempt, range(len(ATTEMPTS))))
shutil.rmtree(ROOT)
print(", ".join(f"{verdicts.count(v)} {v}" for v in ("refused", "linked", "wrong")))
sys.exit("wrong" in verdicts)
