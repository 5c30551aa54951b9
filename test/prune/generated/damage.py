# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py KIND SEED STATE LINKER ARGUMENT...: a linker that damages the second image that it
links.

campaign.py passes this linker to et-prune --linker. et-prune first reproduces the full image and
then links the pruned image. The linker damages the pruned image at a place that SEED chooses:

    table       changes a word of an entry of the registration table
    swap        exchanges two entries of the table
    word        changes a word of the image that a relocation fills
    defsym      gives a function's symbol the address of another function
    missing     removes an object's live section, except sections that linkers rewrite (.eh_frame)
    constructor removes an object's .init_array

The first link makes the file STATE. The second link writes a description of the damage into STATE,
or nothing if the program has no suitable place.
"""
# The linker itself must do the damage, because et-prune checks the image directly after the link.

import os
import random
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.join(HERE, os.pardir, os.pardir, os.pardir)
sys.path.insert(0, os.path.join(SOURCE, "test", "stock", "Inputs"))
sys.path.insert(0, os.path.join(SOURCE, "tools", "executorch"))
sys.dont_write_bytecode = True
import explain
from registration import Object

KINDS = ("table", "swap", "word", "defsym", "missing", "constructor")
SHT_RELA, SHT_INIT_ARRAY, SHF_ALLOC, SHF_EXCLUDE = 4, 14, 2, 0x80000000
EM_ARM = 40
# Relocation types that linkers never relax: R_X86_64_64, _PC32, _PLT32, _32 and _32S, and
# R_ARM_ABS32. PLAIN[machine][type] is the size in bytes of the word that the relocation fills.
PLAIN = {62: {1: 8, 2: 4, 4: 4, 10: 4, 11: 4}, EM_ARM: {2: 4}}
REWRITTEN = re.compile(r"\.eh_frame|\.ARM\.ex|\.debug|\.note|\.comment")
NAMES = re.compile(r"f\d+|t\d+|s\d+|hash|trace|started|say|k\d_out|et_kernel\$.*")


class Damager:
    def __init__(self, kind, seed, arguments):
        self.kind = kind
        self.random = random.Random(seed)
        self.arguments = arguments
        self.output = self.value("-o")
        self.map = self.value("-Map")

    def value(self, option):
        found = None
        for i, argument in enumerate(self.arguments):
            if argument in (option, "-" + option):
                found = self.arguments[i + 1]
            elif argument.lstrip("-").startswith(option.lstrip("-") + "="):
                found = argument.split("=", 1)[1]
        return found

    def direct_objects(self):
        return [a for a in self.arguments if re.fullmatch(r"(.*/)?(main|o\d+)\.o", a)]

    def exclude(self, suits):
        choices = []
        for path in self.direct_objects():
            obj = Object(path)
            choices += [(path, i) for i, s in enumerate(obj.sections) if suits(path, s)]
        if not choices:
            return None
        path, index = self.random.choice(choices)
        obj = Object(path)
        wide = obj.word_size == 8
        (headers,) = struct.unpack_from("<Q" if wide else "<I", obj.bytes, 40 if wide else 32)
        at = headers + index * (64 if wide else 40) + 8
        flags = obj.sections[index].flags | SHF_EXCLUDE
        struct.pack_into("<Q" if wide else "<I", obj.bytes, at, flags)
        os.unlink(path)
        obj.write(path)
        return f"{obj.sections[index].name} of {path} is removed"

    def before_link(self):
        if self.kind == "missing":
            live = {(i.file, i.section) for i, _, _ in self.inputs()}
            return self.exclude(
                lambda path, s: s.size
                and s.flags & SHF_ALLOC
                and (path, s.name) in live
                and not REWRITTEN.match(s.name)
            )
        if self.kind == "constructor":
            return self.exclude(lambda path, s: s.type == SHT_INIT_ARRAY)
        if self.kind == "defsym":
            image = Object(self.output)
            # An option may define a symbol. et-prune accepts any address for symbols in options.
            text = " ".join(self.arguments)
            names = sorted(
                {s.name for s in image.symbols() if re.fullmatch(r"f\d+", s.name) and s.section}
                - set(re.findall(r"\bf\d+\b", text))
            )
            if len(names) > 1:
                one, other = self.random.sample(names, 2)
                self.arguments.append(f"--defsym={one}={other}")
                return f"{one} is {other}"
        return None

    def inputs(self):
        with open(self.map) as file:
            text = file.read()
        is_gnu = "\nLinker script and memory map" in text
        parse = explain.gnu_inputs if is_gnu else explain.lld_inputs
        for output, section, file, address, size in parse(text):
            if size and not section.startswith("."):
                continue
            if size:
                yield explain.Input(output, section, file), address, size

    def place_of(self, image, address):
        """Returns the file offset of the word at `address`. If a dynamic relocation fills the
        word, returns the file offset of the relocation's addend."""
        for section in image.sections:
            if section.type == SHT_RELA and section.name.startswith(".rela.dyn"):
                for at in range(section.offset, section.offset + section.size, 24):
                    if struct.unpack_from("<Q", image.bytes, at)[0] == address:
                        return at + 16
        return image.file_offset(address)

    def flip(self, image, place):
        image.bytes[place] ^= self.random.choice([0x10, 0x20, 0x40])

    def table(self, image):
        symbols = {s.name: s.value for s in image.symbols() if s.name.startswith("__et_kernels_")}
        start, end = symbols["__et_kernels_start"], symbols["__et_kernels_end"]
        return list(range(start, end, 3 * image.word_size))

    def damage_table(self, image):
        entry = self.random.choice(self.table(image))
        word = self.random.randrange(3)
        self.flip(image, self.place_of(image, entry + word * image.word_size))
        return f"word {word} of the entry at {entry:#x} is changed"

    def damage_swap(self, image):
        entries = self.table(image)
        if len(entries) < 2:
            return None
        for word in range(3):
            a, b = (self.place_of(image, e + word * image.word_size) for e in entries[:2])
            size = image.word_size
            one, other = (bytes(image.bytes[p : p + size]) for p in (a, b))
            image.bytes[a : a + size], image.bytes[b : b + size] = other, one
        return "two entries are exchanged"

    def load(self, file):
        match = re.fullmatch(r"(.*\.a)[(:]([^()]+)\)?", file)
        if not match:
            return Object(file)
        member = self.output + ".member"
        with open(member, "wb") as out:
            subprocess.run(["ar", "p", match[1], match[2]], stdout=out, check=True)
        obj = Object(member)
        os.unlink(member)
        return obj

    def words(self, image):
        """Yields address, size in bytes and description of each word that a relocation of main.o or
        of a generated object (o0.o, o1.o) fills."""
        plain = PLAIN[image.header[1]]
        inputs = list(self.inputs())
        for file in sorted({i.file for i, _, _ in inputs
                            if re.search(r"(main|o\d+)\.o\)?$", i.file)}):
            obj = self.load(file)
            sections = [s.name for s in obj.sections]
            for place, address, size in inputs:
                name = place.section
                if place.file != file or sections.count(name) != 1 or REWRITTEN.match(name):
                    continue
                index = sections.index(name)
                if obj.sections[index].size != size:
                    continue
                for offset, symbol, _, kind in relocations(obj, index):
                    target = obj.all_symbols[symbol]
                    if kind in plain and (target.section or NAMES.fullmatch(target.name)):
                        yield address + offset, plain[kind], f"{name}+{offset:#x} of {file}"

    def damage_word(self, image):
        words = list(self.words(image))
        if not words:
            return None
        address, _, where = self.random.choice(words)
        self.flip(image, self.place_of(image, address))
        return f"the word at {where}, {address:#x}, is changed"

    def after_link(self):
        image = Object(self.output)
        done = getattr(self, f"damage_{self.kind}")(image)
        if done:
            image.write(self.output)
        return done


def relocations(obj, section):
    """Yields offset, symbol, addend and type of a section's relocations."""
    index = obj.relocated.get(section)
    if index is None:
        return
    mask = 0xFFFFFFFF if obj.word_size == 8 else 0xFF
    table = obj.contents(obj.sections[index])
    kinds = [fields[1] & mask for fields in struct.iter_unpack(obj.form(index), table)]
    for relocation, kind in zip(obj.relocations(section), kinds):
        yield *relocation, kind


def main(kind, seed, state, linker, *arguments):
    arguments = list(arguments)
    if "--version" in arguments or "-v" in arguments[:1]:
        os.execv(linker, [linker, *arguments])
    is_second = os.path.exists(state)
    status = subprocess.run([linker, *arguments]).returncode
    if not is_second:
        with open(state, "w") as file:
            file.write("\n")
        sys.exit(status)
    if status:
        sys.exit(status)
    damager = Damager(kind, int(seed), arguments)
    if kind in ("missing", "constructor", "defsym"):
        done = damager.before_link()
        if done:
            status = subprocess.run([linker, *damager.arguments]).returncode
    else:
        done = damager.after_link()
    with open(state, "w") as file:
        file.write((done or "") + "\n")
    sys.exit(status)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
