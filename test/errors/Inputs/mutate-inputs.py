# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate-inputs.py LINK FILE...: links with objects, archives or scripts that have changed bytes.
"""

import os
import random
import sys

import trials

link, *names = sys.argv[1:]
files = {name: open(name, "rb").read() for name in names}
rng = random.Random(5)


def mutations():
    for _ in range(200):
        name = rng.choice(names)
        changed = bytearray(files[name])
        # Headers and symbol tables are at the end of an object, the index at an archive's start.
        places = [
            rng.choice((rng.randrange(min(200, len(changed))), rng.randrange(len(changed)))),
            rng.randrange(len(changed) * 3 // 4, len(changed)),
        ][: rng.randint(1, 2)]
        for place in places:
            changed[place] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
        if rng.random() < 0.1:
            del changed[rng.randrange(len(changed)) :]
        yield f"{name}, bytes {places}", {**files, name: bytes(changed)}


trials.run(mutations(), [os.path.abspath(link), "-o", "app.elf"])
