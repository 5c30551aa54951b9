# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""explain.py PRUNED RECOMPILED: prints where two images of one program differ in size, and why.

Each image has its link map beside it, IMAGE.map. One image is pruned. The other image is recompiled
with registrations of the selected kernels only. Prints every input section whose size differs, with
the reason, and the sum of bytes for each reason. Fails if bytes have no reason, or if the pruned
image is larger in an output section, in flash or in RAM. The comparison of output sections ignores
padding, inlined code and the registration table.
"""

import collections
import os
import re
import sys
from pathlib import Path

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "prune", "laws", "Inputs"))
sys.dont_write_bytecode = True
from elf import SHT_NOBITS, Image

SHF_WRITE = 1
EM_RISCV = 243
REGISTRY = "_ZN10executorch7runtime"
TABLE = "table"
PADDING = "padding"
STRINGS = "strings and constants"
LINKER = "the linker"
# A function has fewer callers in a recompiled object, so the compiler inlines it more often.
INLINED = "inlined in the recompiled image"
RELOCATIONS = "relocations"
REGISTRATIONS = r"Register\w+\.o|register_\w+\.o"

# Reasons for differences in size: input section, file, reason, and the image in which the section
# may be larger. 1 is the pruned image, -1 is the recompiled image, 0 is either image.
REASONS = [
    (r"\.(rodata|data\.rel\.ro)\.et_kernel_table", r"et_kernel_table\.o", TABLE, 1),
    (r"\.text\.et_kernel_table\.register", r"et_kernel_table\.o", "the table's registration", 1),
    (r"\.init_array", r"et_kernel_table\.o", "initialiser", 1),
    (r"\.init_array\S*", REGISTRATIONS, "initialisers", -1),
    (r"\.text\.(startup|_GLOBAL__sub_I_)\S*", REGISTRATIONS, "initialisers", -1),
    (r"\.bss\.\S*success_with_kernel_reg\S*", ".*", "results of initialisers", -1),
    (r"\.[s]?(bss|data)\.\S*kernel_spanE", ".*", "spans of initialisers", -1),
    (r"\.data\S*(kernels_to_register|prim_ops)E", ".*", "arrays of kernels", -1),
    (r"\.s?bss\.\S*22num_registered_kernelsE", ".*", "the registry's counter", -1),
    (r"\.bss\.\S*23registered_kernels_dataE", ".*", "the registry's storage", -1),
    (r"\.text\." + REGISTRY + r"16register_kernels\S*", ".*", "register_kernels()", -1),
    (r"\.ARM\.exidx\S*", ".*", "unwind index, which merges equal entries", 0),
    (r"\.eh_frame(_hdr)?|\.ARM\.ex\S*|\.gcc_except\S*", ".*", "unwind tables of removed code", -1),
    (RELOCATIONS, LINKER, "relocations for the loader", -1),
    (r"\.text\._ZNK10executorch7runtime6EValue\S*", REGISTRATIONS, INLINED, 0),
    (r"\.text\.\S*(4_FUN|8__invoke)\S*", REGISTRATIONS, INLINED, 0),
    (r"\.ARM\.ex\S*", REGISTRATIONS, INLINED, 1),
    (r"\.eh_frame(_hdr)?", LINKER, INLINED, 1),
]
# Compilers number an object's lambdas. Recompiled objects have fewer lambdas and other numbers.
NUMBERS = re.compile(r"\d*_(?=4_FUN)|\d+\$_\d+(?=8__invoke)")
MERGED = re.compile(r"\.str\d|\.cst\d|et_kernel_table\.str")
# The linker makes these sections from sections of all objects.
FROM_LINKER = re.compile(r"\.(eh_frame|got|plt|dyn|gnu|data\.rel\.local\.DW\.ref)")

Input = collections.namedtuple("Input", "output section file")


def gnu_inputs(text):
    """Yields (output section, input section, file, address, size) from GNU ld's map."""
    text = text[text.index("\nLinker script and memory map") :]
    output = None
    number = r"[ \t]+0x([0-9a-f]+)"
    line = rf"^( ?)([^\s*(]\S*|\*fill\*)(?:\n)?{number}{number}(?:[ \t]+(\S.*))?$"
    for blank, name, address, size, file in re.findall(line, text, re.MULTILINE):
        if not blank:
            output = name
        elif name == "*fill*":
            yield output, PADDING, LINKER, int(address, 16), int(size, 16)
        elif file:
            yield output, name, file, int(address, 16), int(size, 16)


def lld_inputs(text):
    """Yields (output section, input section, file, address, size) from LLD's map."""
    output = None
    for line in text.splitlines()[1:]:
        address, _, size, _, rest = re.match(r" *(\S+) +(\S+) +(\S+) +(\S+) (.*)", line).groups()
        indent = len(rest) - len(rest.lstrip())
        if indent == 0:
            output = rest
        elif indent == 8 and (match := re.match(r"\s*(.*):\((.*)\)$", rest)):
            file, name = match.groups()
            yield output, re.sub(r"\+0x\w+$", "", name), file, int(address, 16), int(size, 16)


def contents(path):
    """Returns the image, and a Counter of the bytes of each Input."""
    image = Image(path)
    text = Path(path + ".map").read_text()
    inputs = (gnu_inputs if "\nLinker script and memory map" in text else lld_inputs)(text)
    sections = {s.name: s for s in image.allocated()}
    owners = {name: [Input(name, PADDING, LINKER)] * s.size for name, s in sections.items()}
    places = []
    for output, name, file, address, size in inputs:
        section = sections.get(output)
        if not section or not size or not 0 <= address - section.address < section.size:
            continue
        if MERGED.search(name):
            name, file = STRINGS, LINKER
        elif re.match(r"\.rel[ar]?\.", name):
            name, file = RELOCATIONS, LINKER
        elif file == "<internal>" or FROM_LINKER.match(name):
            file = LINKER
        file = re.sub(r".*[/(]|\)$", "", file)
        owner = Input(output, NUMBERS.sub("", name), file)
        places.append((output, address - section.address, size, owner))
    # The map has the sizes before merging, so a section of strings ends where the next begins.
    places.sort(key=lambda place: place[:2])
    for (output, start, size, owner), following in zip(places, places[1:] + [(None,)]):
        end = start + size
        if following[0] == output and following[1] < end:
            if owner.section != STRINGS:
                sys.exit(f"{path}: {owner} and {following[3]} overlap")
            end = following[1]
        if end > len(owners[output]):
            sys.exit(f"{path}: {owner} ends after the end of the output section")
        owners[output][start:end] = [owner] * (end - start)
    sizes = collections.Counter()
    for owner in owners.values():
        sizes.update(owner)
    return image, sizes


def reason(place, difference, machine):
    if place.section == PADDING:
        return PADDING
    if machine == EM_RISCV and place.file == "operator_registry.o" and 0 < difference <= 8:
        return "the table is out of reach of gp, so the code that loads its address is longer"
    for section, file, what, side in REASONS:
        if re.fullmatch(section, place.section) and re.fullmatch(file, place.file):
            if difference * side >= 0:
                return what
    if place.section == STRINGS and difference < 0:
        return "names of kernels"
    return None


TOTALS = (("flash", 0, (SHT_NOBITS,)), ("RAM", SHF_WRITE, ()))


def total(image, flags, skip):
    return sum(
        s.size
        for s in image.allocated()
        if s.flags & flags == flags and s.type not in skip and s.name != ".relro_padding"
    )


def main(pruned_path, recompiled_path):
    (pruned, ours), (recompiled, theirs) = contents(pruned_path), contents(recompiled_path)
    problems = []
    sums = collections.Counter()
    for place in sorted(ours.keys() | theirs.keys()):
        difference = ours[place] - theirs[place]
        if difference == 0:
            continue
        why = reason(place, difference, pruned.header[1])
        sums[why] += difference
        print(f"{difference:+7} {place.output} {place.section} {place.file}: {why or '?'}")
        if why is None:
            problems.append(f"{difference:+} bytes of {place.section} of {place.file}")
        if why not in (TABLE, PADDING, INLINED):
            sums[place.output, "net"] += difference
    print()
    for key, value in sums.items():
        if isinstance(key, tuple):
            if value > 0:
                problems.append(f"output section {key[0]} is {value} bytes larger")
        else:
            print(f"{value:+7} {key}")

    for what, flags, skip in TOTALS:
        sizes = [total(image, flags, skip) for image in (pruned, recompiled)]
        print(f"{what} {sizes[0]} of {sizes[1]} bytes")
        if sizes[0] > sizes[1]:
            problems.append(f"{what} is {sizes[0] - sizes[1]} bytes larger")
    if problems:
        sys.exit("\n".join(f"unexplained: {p}" for p in problems))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
