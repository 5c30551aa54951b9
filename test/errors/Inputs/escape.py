# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""escape.py ET_PRUNE IMAGE LINKER: prunes with bundles whose arguments try to make the linker write
outside of the link's folder, or run something: every option that the linker's --help names, with a
path as its value, or hiding that the next argument is an option. None may succeed, whatever
et-prune and the linker make of it."""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import bundle

tool, path, linker = sys.argv[1:]
image = open(path, "rb").read()
members = bundle.unpack(path + ".etl")
manifest = json.loads(members["manifest.json"])
root = pathlib.Path(tempfile.mkdtemp(dir=os.getcwd()))
text = subprocess.run([linker, "--help"], capture_output=True, text=True, check=True).stdout
options = sorted(set(re.findall(r"(?<![\w=])--?[A-Za-z][\w-]*", text)))
assert "-o" in options and "--gc-sections" in options, text
# Prefixes, which GNU ld takes for the whole.
for name in ("Map", "output", "dependency-file", "out-implib", "error-handling-script", "output-def"):
    options += [f"--{name[:length]}" for length in range(1, len(name))]
options += ["-M", "-o", "-xo", "-no", "-T", "-oformat", "-output", "-omagic", "--"]

# What stands for {evil} may not be there afterwards; {above} leads to it from any folder.
attempts = [["-lnone", f"--error-handling-script{how}"] for how in ("={script}", "\0")]
attempts[-1].append("{script}")
for option in options:
    attempts += [[option, "-o{evil}"], [option + "={evil}"], [option, "{above}"]]
# The last argument, which may take what et-prune puts behind it for its value; a script then names
# the output.
attempts += [[option, "<output>"] for option in options]


def attempt(index):
    work, evil, script = (root / f"{index}{name}" for name in ("", ".evil", ".sh"))
    work.mkdir()
    script.write_text(f"#!/bin/sh\ntouch {evil}\n")
    script.chmod(0o755)
    changed, files = {**members}, json.loads(json.dumps(manifest))
    above = "../" * 40 + str(evil)[1:]
    arguments = [a.format(evil=evil, above=above, script=script) for a in attempts[index]]
    if arguments[-1] == "<output>":
        arguments = arguments[:-1]
        number = next(i for i, file in enumerate(files["files"]) if file["kind"] == "script")
        name = next(n for n in members if n.startswith(f"files/{number}-"))
        changed[name] = members[name] + f"\nOUTPUT({evil})\n".encode()
        files["files"][number]["hash"] = bundle.file_hash(changed[name])
        files["arguments"] = [a for a in files["arguments"] if a not in ("-o", "app.elf")]
    files["arguments"] = files["arguments"] + arguments
    changed["manifest.json"] = json.dumps(files).encode()
    (work / "app.elf").write_bytes(image)
    bundle.pack(work / "app.elf.etl", changed)
    (work / "tmp").mkdir()
    run = subprocess.run(
        [tool, "-q", "--op-list", "aten::add.out", "app.elf"],
        cwd=work,
        env={**os.environ, "TMPDIR": str(work / "tmp")},
        capture_output=True,
        timeout=60,
    )
    left = os.listdir(work / "tmp")
    shutil.rmtree(work)
    wrong = run.returncode not in (0, 1) or left
    if evil.exists() or wrong:
        print(f"{attempts[index]}: status {run.returncode}, left {left}: {run.stderr[:300]}")
        return "wrong"
    return "refused" if b"cannot read the link bundle" in run.stderr else "linked"


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    verdicts = list(pool.map(attempt, range(len(attempts))))
shutil.rmtree(root)
print(", ".join(f"{verdicts.count(v)} {v}" for v in ("refused", "linked", "wrong")))
sys.exit("wrong" in verdicts)
