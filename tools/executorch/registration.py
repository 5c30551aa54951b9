# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the registration object that ExecuTorch's build would have for a selection of operators.

ExecuTorch's generator writes a file with an array of {name, key, function} and an initialiser that
passes array and count to register_kernels(). For a selection, the generator writes the same file
with fewer entries. The user's folder may lack the generator, because archives and headers suffice
(builds.py). `cut()` therefore makes the smaller object from the full object. `cut()` removes the
unselected entries from the array, and changes the count in the initialiser's code.

The functions of the removed entries stay in the object, but nothing refers to these functions, so
--gc-sections drops the functions. But a linker first loads archive members for all undefined
symbols. `cut()` therefore makes an undefined symbol weak if only the dropped functions use the
symbol. A weak undefined symbol loads no archive member.

`cut()` also clears the names of the removed operators. GNU ld keeps either all strings of a
section or none, so the names would otherwise make the image larger than a recompiled one.

`cut()` knows the code of gcc and clang for x86-64, and of gcc for Thumb. Other code is an error.
"""

import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, os.pardir, os.pardir, "test", "prune", "laws", "Inputs"))
from elf import SHT_SYMTAB, Image
from programs import Failure

SHT_RELA, SHT_NOBITS, SHT_REL = 4, 8, 9
STB_GLOBAL, STB_WEAK = 1, 2


class Object(Image):
    """A relocatable file whose bytes can be changed in place."""

    def __init__(self, path):
        super().__init__(path)
        self.bytes = bytearray(self.bytes)
        self.all_symbols = list(self.symbols())
        self.relocated = {}
        for index, section in enumerate(self.sections):
            if section.type in (SHT_RELA, SHT_REL):
                self.relocated[section.info] = index

    def string(self, offset):
        return bytes(self.bytes[offset : self.bytes.index(b"\0", offset)]).decode()

    def find(self, ending):
        """Returns the index of the section whose name has this ending. There must be only one."""
        (index,) = [
            i
            for i, s in enumerate(self.sections)
            if s.name.endswith(ending) and s.type not in (SHT_REL, SHT_RELA)
        ]
        return index

    def form(self, relocations):
        wide = self.word_size == 8
        if self.sections[relocations].type == SHT_RELA:
            return "<QQq" if wide else "<IIi"
        return "<QQ" if wide else "<II"

    def relocations(self, section):
        """Yields offset, symbol number and addend of each relocation of a section. For SHT_REL, the
        addend is the word at the offset."""
        if section not in self.relocated:
            return
        index = self.relocated[section]
        table = self.sections[index]
        base = self.sections[section].offset
        shift = 32 if self.word_size == 8 else 8
        for fields in struct.iter_unpack(self.form(index), self.contents(table)):
            if len(fields) == 3:
                addend = fields[2]
            else:
                (addend,) = struct.unpack_from("<I", self.bytes, base + fields[0])
            yield fields[0], fields[1] >> shift, addend

    def resize(self, index, size):
        """Writes a section's new size to its header."""
        wide = self.word_size == 8
        (headers,) = struct.unpack_from("<Q" if wide else "<I", self.bytes, 40 if wide else 32)
        at = headers + index * (64 if wide else 40) + (32 if wide else 20)
        struct.pack_into("<Q" if wide else "<I", self.bytes, at, size)

    def write(self, path):
        with open(path, "wb") as file:
            file.write(self.bytes)


def string_at(obj, symbol, addend):
    """Returns the file offset of the string to which a record points."""
    target = obj.all_symbols[symbol]
    return obj.sections[target.section].offset + target.value + addend


def entries(obj, array):
    """Yields the name, number and relocations of each entry. A dict has the relocations by word."""
    size = 3 * obj.word_size
    found = {}
    for relocation in obj.relocations(array):
        entry, offset = divmod(relocation[0], size)
        found.setdefault(entry, {})[offset // obj.word_size] = relocation
    for number in range(obj.sections[array].size // size):
        words = found[number]
        yield obj.string(string_at(obj, *words[0][1:])), number, words


def initialiser(obj):
    """Returns the section of the only function that .init_array references."""
    ((_, symbol, _),) = obj.relocations(obj.find(".init_array"))
    return obj.sections[obj.all_symbols[symbol].section]


def thumb_counts(text, count):
    """Finds movs and movw that load `count` into r0 to r7. Yields (offset, register)."""
    for at in range(0, len(text) - 3, 2):
        first, second = struct.unpack_from("<HH", text, at)
        if count < 256 and first & 0xF8FF == 0x2000 | count:
            yield at, first >> 8 & 7
        wide = (first & 0xF) << 12 | (first >> 10 & 1) << 11 | (second >> 12 & 7) << 8 | second & 0xFF
        if first & 0xFBF0 == 0xF240 and second & 0x8800 == 0 and wide == count:
            yield at, second >> 8 & 7


def set_count(obj, before, after):
    """Makes the initialiser pass `after` entries instead of `before`."""
    code = initialiser(obj)
    text = bytearray(obj.contents(code))
    if obj.word_size == 8:
        # mov $before,%esi. gcc may also store the count in memory: movq $before,span+8(%rip).
        old, new = struct.pack("<I", before), struct.pack("<I", after)
        found = text.count(old)
        text = text.replace(old, new)
    else:
        places = list(thumb_counts(text, before))
        found = len(places)
        for at, register in places:
            if text[at + 1] & 0xF8 == 0x20:  # movs
                text[at] = after
            else:  # movw, whose immediate is now below 256
                struct.pack_into("<HH", text, at, 0xF240, register << 8 | after)
    if found not in (1, 2) or (obj.word_size == 4 and after > 255):
        raise Failure(
            f"{code.name}: cannot change the number of kernels from {before} to {after}. It must "
            f"be in 1 or 2 places, but is in {found}; for Thumb, the new number must be below 256"
        )
    obj.bytes[code.offset : code.offset + code.size] = text


def live_sections(obj, roots):
    live, todo = set(roots), list(roots)
    while todo:
        for _, symbol, _ in obj.relocations(todo.pop()):
            section = obj.all_symbols[symbol].section
            if 0 < section < len(obj.sections) and section not in live:
                live.add(section)
                todo.append(section)
    return live


def weaken_unused(obj, roots):
    """Makes an undefined symbol weak if only dead sections use the symbol. A linker loads no
    archive member for a weak undefined symbol."""
    used = {s for section in live_sections(obj, roots) for _, s, _ in obj.relocations(section)}
    (table,) = [s for s in obj.sections if s.type == SHT_SYMTAB]
    for number, symbol in enumerate(obj.all_symbols):
        if symbol.section == 0 and symbol.info >> 4 == STB_GLOBAL and number not in used:
            at = table.offset + number * table.entsize + (4 if obj.word_size == 8 else 12)
            obj.bytes[at] = STB_WEAK << 4 | symbol.info & 15


def clear_string(obj, at):
    while obj.bytes[at]:
        obj.bytes[at] = 0
        at += 1


def cut(path, selected, new_path):
    """Copies the registration at `path` to `new_path`, with only the `selected` operators. Returns
    the number of entries."""
    obj = Object(path)
    array = obj.find("kernels_to_registerE")
    section, relocations = obj.sections[array], obj.relocated[array]
    all_entries = list(entries(obj, array))
    kept = [entry for entry in all_entries if entry[0] in selected]
    size = 3 * obj.word_size
    names = {string_at(obj, *words[0][1:]) for _, _, words in kept}
    for _, _, words in all_entries:
        if string_at(obj, *words[0][1:]) not in names:
            clear_string(obj, string_at(obj, *words[0][1:]))
    contents = bytes(obj.contents(section))
    form = obj.form(relocations)
    table = obj.contents(obj.sections[relocations])
    raw = {fields[0]: fields for fields in struct.iter_unpack(form, table)}
    at = obj.sections[relocations].offset
    for place, (_, number, words) in enumerate(kept):
        entry = contents[number * size : (number + 1) * size]
        obj.bytes[section.offset + place * size : section.offset + (place + 1) * size] = entry
        for _, relocation in sorted(words.items()):
            fields = raw[relocation[0]]
            struct.pack_into(form, obj.bytes, at, fields[0] + (place - number) * size, *fields[1:])
            at += struct.calcsize(form)
    obj.resize(array, len(kept) * size)
    obj.resize(relocations, at - obj.sections[relocations].offset)
    set_count(obj, len(all_entries), len(kept))
    obj.sections[relocations] = obj.sections[relocations]._replace(
        size=at - obj.sections[relocations].offset
    )
    weaken_unused(obj, [obj.find(".init_array"), array])
    obj.write(new_path)
    return len(kept)


def shrink_registry(path, count, new_path):
    """Copies the registry at `path` to `new_path`, with memory for `count` kernels. ExecuTorch's
    macro MAX_KERNEL_NUM=count has the same effect."""
    obj = Object(path)
    obj.resize(obj.find("23registered_kernels_dataE"), count * 3 * obj.word_size)
    obj.write(new_path)


def operators(path):
    """Returns the names of the registered operators, or None if ExecuTorch is older than 1.2.
    There, the program fills the array when it starts, so the object has no entries to cut."""
    obj = Object(path)
    array = obj.find("kernels_to_registerE")
    if obj.sections[array].type == SHT_NOBITS:
        return None
    return [name for name, _, _ in entries(obj, array)]
