# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""side-outputs.py ET_PRUNE EVERY SEED PATH...: checks that pruning does not change a file that is
at the PATH of a side output. Links app.elf with its map, dependency file or import library at PATH,
restores the file that was at PATH before the link, and prunes app.elf. et-prune must not change the
file at PATH. It must write the new side output beside app.elf, for example as app.elf.map. Tries
every EVERY-th pair of a PATH and a kind of side output. SEED chooses the first pair."""

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
