# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""linker-faults.py ET_PRUNE ARGUMENT...: prunes to out.elf again and again, and has strace let one
seek or write more of the linker fail. Image and map are right, or there are none."""

import os
import subprocess
import sys
import tempfile

command = sys.argv[1:]
outputs = ("out.elf", "out.elf.map")


def content():
    return [open(name, "rb").read() if os.path.exists(name) else None for name in outputs]


def calls_of_linker(name):
    """How many such calls it has made before it opens the image, and in all."""
    with tempfile.NamedTemporaryFile("r") as trace:
        strace = ["strace", "-f", "-o", trace.name, "-e", f"trace=openat,{name}"]
        subprocess.run([*strace, *command], check=True)
        lines = trace.read().splitlines()
    image = next(n for n, line in enumerate(lines) if "O_CREAT" in line
                 and "/image/app.elf" in line)
    linker = lines[image].split()[0]
    own = [line for line in lines if line.split()[0] == linker]
    opened = own.index(lines[image])
    calls = [n for n, line in enumerate(own) if f" {name}(" in line]
    return sum(n < opened for n in calls), len(calls)


subprocess.run(command, check=True)
good = content()
counts = {"refused": 0, "pruned": 0, "wrong": 0}
for name, errors in (("lseek", ["EIO"]), ("write", ["ENOSPC"])):
    first, last = calls_of_linker(name)
    first = max(first, last - 24)  # an earlier one is of what is loaded, which GNU ld looks after
    for error in errors:
        for number in range(first + 1, last + 1):
            for output in filter(os.path.exists, outputs):
                os.remove(output)
            inject = ["strace", "-f", "-o", "/dev/null", "-e", f"trace={name}"]
            inject += ["-e", f"inject={name}:error={error}:when={number}"]
            run = subprocess.run([*inject, *command], capture_output=True, text=True,
                                 errors="replace")
            if run.returncode == 0 and content() == good:
                counts["pruned"] += 1
            # Of writes, et-prune's message may be the one that fails.
            elif run.returncode == 1 and content() == [None, None] and (
                name == "write" or "error: " in run.stderr
            ):
                counts["refused"] += 1
            else:
                print(f"{name} {number} {error}: status {run.returncode}: {run.stderr}")
                counts["wrong"] += 1
print(f"{sum(counts.values())} faults: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
sys.exit(bool(counts["wrong"]))
