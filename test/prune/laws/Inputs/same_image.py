# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# same_image.py [--any-order] A B: compares the headers of two images, and the address, attributes
# and bytes of each allocated section. With --any-order, functions and data may be in another order.
# The script then compares only the attributes and sizes of sections, the names and sizes of
# symbols, and the ELF headers except the entry point.

import sys

from elf import Image


def differences(a, b):
    if a.header != b.header:
        yield f"ELF headers: {a.header} and {b.header}"
    if a.segments != b.segments:
        for number, (one, other) in enumerate(zip(a.segments, b.segments)):
            if one != other:
                yield f"program header {number}: {one} and {other}"
        if len(a.segments) != len(b.segments):
            yield f"{len(a.segments)} and {len(b.segments)} program headers"
    names = [[s.name for s in image.allocated()] for image in (a, b)]
    if names[0] != names[1]:
        yield f"allocated sections: {' '.join(names[0])} and {' '.join(names[1])}"
        return
    for one, other in zip(a.allocated(), b.allocated()):
        if one.size == 0:  # the file offset of an empty section does not matter
            other = other._replace(offset=one.offset)
        if one != other:
            yield f"section {one.name}: {one} and {other}"
        if one.name == ".note.gnu.build-id":  # may differ: it hashes symbol tables, too
            continue
        bytes_of = a.contents(one), b.contents(other)
        if bytes_of[0] != bytes_of[1]:
            at = next(
                (i for i, (x, y) in enumerate(zip(*bytes_of)) if x != y), min(map(len, bytes_of))
            )
            yield f"section {one.name}: contents differ from offset {at:#x} on"


def differences_in_any_order(a, b):
    def contents(image):
        sections = [(s.name, s.type, s.flags, s.size, s.align) for s in image.allocated()]
        symbols = sorted(
            (image.sections[s.section].name, s.name, s.size)
            for s in image.symbols()
            if s.name and s.name[0] != "$" and 0 < s.section < len(image.sections)
        )
        return sections + symbols

    one, other = set(contents(a)), set(contents(b))
    for only in sorted(map(str, one - other)):
        yield f"only the first has {only}"
    for only in sorted(map(str, other - one)):
        yield f"only the second has {only}"
    if a.header[:2] != b.header[:2] or a.header[4:] != b.header[4:]:
        yield f"ELF headers: {a.header} and {b.header}"


compare = differences
if sys.argv[1] == "--any-order":
    compare = differences_in_any_order
    del sys.argv[1]
found = list(compare(Image(sys.argv[1]), Image(sys.argv[2])))
for line in found:
    print(f"{sys.argv[1]} and {sys.argv[2]} differ: {line}")
sys.exit(1 if found else 0)
