# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel-faults.py ET_PRUNE IMAGE [-- LINK...]: prunes the image in place again and again, and has
strace let one call more of each kind fail, or kill et-prune before it. Every state in between can
be pruned."""

import os
import subprocess
import sys
import tempfile

tool, image, *link = sys.argv[1:]
command = [tool, "--op-list", "aten::add.out", image, *link]
# Several errors of one call, where those after the first one matter.
faults = [
    ("rename", "error=EIO", ""),
    ("rename", "error=EIO", "+"),
    ("link", "error=EPERM", ""),
    ("link", "error=EIO", "+"),
    ("fsync", "error=EIO", ""),
    ("fchmod", "error=EPERM", ""),
    ("flock", "error=ENOLCK", "+"),
    ("unlink", "error=EIO", ""),
    ("rename", "signal=KILL", ""),
    ("link", "signal=KILL", ""),
    ("fsync", "signal=KILL", ""),
    ("unlink", "signal=KILL", ""),
]
if link:  # the rest is the same
    faults = [fault for fault in faults if fault[0] == "rename"]


def state():
    return {name: open(name, "rb").read() for name in os.listdir() if os.path.isfile(name)}


def put(files):
    for name in os.listdir():
        if os.path.isfile(name):
            os.remove(name)
    for name, content in files.items():
        with open(name, "wb") as file:
            file.write(content)
        os.chmod(name, 0o755 if name in (image, "link") else 0o644)


def attempt(call, fault, when):
    """The verdict, and whether there was such a call."""
    put(start)
    with tempfile.TemporaryDirectory() as tmp:
        trace = os.path.join(tmp, "trace")
        inject = ["strace", "-o", trace, "-e", f"trace={call}", "-e",
                  f"inject={call}:{fault}:when={when}"]
        run = subprocess.run([*inject, *command], capture_output=True, text=True)
        text = open(trace).read()
    if "(INJECTED)" not in text and "SIGKILL" not in text:
        return None
    after = state()
    own = {name: content for name, content in after.items() if ".et-" not in name}
    if run.returncode == 0:
        verdict = "pruned" if own == done else "wrong: not all is written"
    elif run.returncode == 1:
        verdict = "refused"
        stays = "stays:" in run.stderr  # it could not be put back, and says so
        if after != start and not stays:
            verdict = "wrong: not all is as it was"
        elif "error: " not in run.stderr:
            verdict = f"wrong: no message: {run.stderr}"
    else:
        verdict = "killed"
    if after[image] not in (start[image], done[image]):
        verdict = "wrong: neither the old image nor the new one"
    if own in (start, done):
        return verdict
    again = subprocess.run([tool, *command[1:4]] if image + ".etl" in after else command,
                           capture_output=True)
    if again.returncode or state()[image] != done[image]:
        verdict = f"wrong: afterwards: {again.stderr.decode()}"
    return verdict


start = state()
subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
done = state()
counts = {"refused": 0, "pruned": 0, "killed": 0, "wrong": 0}
for call, fault, more in faults:
    number = 1
    while verdict := attempt(call, fault, f"{number}{more}"):
        if verdict.startswith("wrong"):
            print(f"{call} {fault} {number}{more}: {verdict}")
        counts[verdict.split(":")[0]] += 1
        number += 1
put(start)
print(f"{sum(counts.values())} faults: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
sys.exit(bool(counts["wrong"]))
