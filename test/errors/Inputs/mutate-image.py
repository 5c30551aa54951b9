# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate-image.py ET_PRUNE IMAGE: prunes images that are cut off or have changed bytes."""

import random
import sys

import trials

tool, path = sys.argv[1:]
image = open(path, "rb").read()
bundle = open(path + ".etl", "rb").read()
rng = random.Random(2)


def mutations():
    for size in sorted({0, 1, 4, 15, 16, 51, 52, len(image) - 1, *range(64, len(image), 499)}):
        yield f"cut to {size} bytes", image[:size]
    headers = [*range(52 + 32 * 3), *range(len(image) - 40 * 12, len(image))]
    for _ in range(120):
        changed = bytearray(image)
        places = rng.sample(headers, 2) if rng.random() < 0.8 else [rng.randrange(len(image))]
        for place in places:
            changed[place] = rng.choice((0, 1, 0x7F, 0xFF, rng.randrange(256)))
        yield f"bytes {places}", bytes(changed)


trials.run(
    [(name, {"app.elf": changed, "app.elf.etl": bundle}) for name, changed in mutations()],
    [tool, "-q", "--op-list", "aten::add.out", "app.elf"],
)
