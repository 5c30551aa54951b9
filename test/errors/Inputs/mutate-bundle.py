# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""mutate-bundle.py ET_PRUNE IMAGE: prunes with bundles that are cut off, have changed bytes, or
whose manifest or members were altered."""

import copy
import json
import random
import sys

import bundle
import trials

tool, path = sys.argv[1:]
image = open(path, "rb").read()
packed = open(path + ".etl", "rb").read()
members = bundle.unpack(path + ".etl")
manifest = json.loads(members["manifest.json"])
rng = random.Random(3)

VALUES = (None, -1, 0, 1 << 62, 1.5, "", "x", "../../x", "/", "{build}", [], {}, True,
          "\u00e4\u0000")


def places(value, path=()):
    """Every place in the manifest, as a path of keys."""
    yield path
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from places(inner, (*path, key))


def replaced(path, value):
    changed = copy.deepcopy(manifest)
    if not path:
        return value
    place = changed
    for key in path[:-1]:
        place = place[key]
    if value is Ellipsis:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


def repacked(changed_members):
    bundle.pack("mutant.etl", changed_members)
    return open("mutant.etl", "rb").read()


def mutations():
    for size in range(0, len(packed), 1024):
        yield f"cut to {size} bytes", packed[:size]
    for _ in range(40):
        changed = bytearray(packed)
        place = rng.randrange(len(packed))
        changed[place] ^= 1 << rng.randrange(8)
        yield f"byte {place}", bytes(changed)
    all_places = list(places(manifest))
    for _ in range(120):
        place, value = rng.choice(all_places), rng.choice((..., *VALUES))
        text = json.dumps(replaced(place, value)).encode()
        yield f"manifest {place} = {value!r}", repacked({**members, "manifest.json": text})
    # A file of the link that changed and whose hash is right nevertheless.
    for _ in range(100):
        index = rng.randrange(len(manifest["files"]))
        name = next(n for n in members if n.startswith(f"files/{index}-"))
        content = bytearray(members[name])
        for _ in range(rng.choice((1, 1, 4))):
            content[rng.randrange(len(content))] = rng.randrange(256)
        if rng.random() < 0.2:
            del content[rng.randrange(len(content)) :]
        files = copy.deepcopy(manifest)
        files["files"][index]["hash"] = bundle.file_hash(bytes(content))
        changed = {**members, name: bytes(content), "manifest.json": json.dumps(files).encode()}
        yield f"contents of {name}", repacked(changed)


trials.run(
    [(name, {"app.elf": image, "app.elf.etl": changed}) for name, changed in mutations()],
    [tool, "-q", "--op-list", "aten::add.out", "app.elf"],
)
