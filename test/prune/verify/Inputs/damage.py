# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the linker that the environment variable LD names, and damages the link's output. The file
# `damage` beside this script has one of these lines. Without the file, nothing is damaged.
#
#     word <symbol> <offset>     changes the word at <symbol> + <offset> in the image
#     literal <symbol> <offset>  changes the literal that the Xtensa instruction at <symbol> +
#                                <offset> loads
#     symbol <symbol>            adds 1 to the address of a symbol in the symbol table
#     section <name>             removes a section from the map, as if the image lacked the section
#     arguments <arguments>      adds arguments to the link

import os
import struct
import subprocess
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
from elf import Image

arguments = sys.argv[1:]


def value(*options):
    """Returns the value after "=" of the last argument that starts with one of `options`."""
    found = [a.split("=", 1)[1] for a in arguments if a.startswith(options)]
    return found[-1] if found else None


try:
    kind, *words = open(os.path.join(here, "damage")).read().split()
except FileNotFoundError:
    kind, words = "", []
if kind == "arguments":
    arguments += words
status = subprocess.call([os.environ["LD"], *arguments])
if status or kind in ("", "arguments"):
    sys.exit(status)

if kind == "section":
    path = value("-Map=", "--Map=")
    head, text = open(path).read().split("Linker script and memory map")
    lines, skip = [], 0
    for line in text.splitlines(keepends=True):
        if line.strip() == words[0]:
            skip = 2
        skip = max(0, skip - 1) if skip else 0
        lines.append("" if line.split()[:1] == [words[0]] or skip else line)
    with open(path, "w") as file:
        file.write(head + "Linker script and memory map" + "".join(lines))
    sys.exit()

path = value("--output=") or arguments[arguments.index("-o") + 1]
image = Image(path)
data = bytearray(image.bytes)
symbol = next(s for s in image.symbols() if s.name == words[0])
if kind in ("word", "literal"):
    address = symbol.value + int(words[1])
    at = image.file_offset(address)
    if kind == "literal":
        distance = int.from_bytes(data[at + 1 : at + 3], "little") - 0x10000
        at = image.file_offset((address + 3 & ~3) + 4 * distance)
    struct.pack_into("<I", data, at, struct.unpack_from("<I", data, at)[0] ^ 4)
else:
    table = next(s for s in image.sections if s.name == ".symtab")
    at = table.offset + table.entsize * list(image.symbols()).index(symbol) + image.word_size
    struct.pack_into("<Q" if image.word_size == 8 else "<I", data, at, symbol.value + 1)
with open(path, "wb") as file:
    file.write(data)
