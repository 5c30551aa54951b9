# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""side-outputs.py ET_PRUNE EVERY SEED PATH...: links app.elf so that its map, dependency file or
import library has the given PATH, restores the file that was there, and prunes app.elf. The file at
PATH must not change, and the pruned image's file must be beside the image, under the image's name.
Tries each EVERY-th pair of kind and PATH; SEED chooses the first."""

import os
import subprocess
import sys
from pathlib import Path

tool, every, seed, *places = sys.argv[1:]
kinds = {"-Map": "app.elf.map", "--dependency-file": "app.elf.d",
         "--out-implib": "app.elf.implib.o"}


def content(path):
    return Path(path).read_bytes() if os.path.exists(path) else None


def attempt(option, place, own):
    before = content(place)
    subprocess.run(["./link", "-o", "app.elf", f"-Wl,{option}={place}"], check=True)
    if before is None:
        os.remove(place)
    else:
        Path(place).write_bytes(before)
    Path(own).unlink(missing_ok=True)
    run = subprocess.run([tool, "-q", "--op-list", "aten::add.out", "app.elf"], capture_output=True)
    if run.returncode:
        return run.stderr
    if content(place) != before:
        return "was changed"
    return None if os.path.exists(own) else f"there is no '{own}'"


wrong = 0
pairs = [(option, place) for place in places for option in kinds]
for option, place in pairs[int(seed) % int(every)::int(every)]:
    if problem := attempt(option, place, kinds[option]):
        print(f"{option}={place}: {problem}")
        wrong += 1
print(f"{len(pairs)} places, {wrong} wrong")
sys.exit(bool(wrong))
