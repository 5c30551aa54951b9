# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads little-endian ELF images. This reader shares no code with the tools, so the tests also find
# mistakes of the tools' own reader.

import struct
from collections import namedtuple

Section = namedtuple("Section", "name type flags address offset size link info align entsize")
Segment = namedtuple("Segment", "type offset vaddr paddr filesz memsz flags align")
Symbol = namedtuple("Symbol", "name value size info other section")

SHF_ALLOC = 2
SHT_SYMTAB = 2
SHT_NOBITS = 8


class Image:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        if self.bytes[:6] not in (b"\x7fELF\x01\x01", b"\x7fELF\x02\x01"):
            raise SystemExit(f"{path}: not a little-endian ELF file")
        self.word_size = 4 * self.bytes[4]
        is64 = self.word_size == 8
        header = struct.unpack_from("<HHIQQQIHHHHHH" if is64 else "<HHIIIIIHHHHHH", self.bytes, 16)
        self.header = header[:4] + header[6:9]  # omits fields that unallocated sections change
        self.entry, phoff, shoff = header[3:6]
        phnum, shnum, shstrndx = header[9], header[11], header[12]
        if is64:
            raw = [struct.unpack_from("<IIQQQQQQ", self.bytes, phoff + 56 * i)
                   for i in range(phnum)]
            self.segments = [Segment(s[0], *s[2:7], s[1], s[7]) for s in raw]
        else:
            raw = [struct.unpack_from("<8I", self.bytes, phoff + 32 * i) for i in range(phnum)]
            self.segments = [Segment(*s) for s in raw]
        section, size = ("<IIQQQQIIQQ", 64) if is64 else ("<10I", 40)
        raw = [struct.unpack_from(section, self.bytes, shoff + size * i) for i in range(shnum)]
        names = raw[shstrndx][4]
        self.sections = [Section(self.string(names + words[0]), *words[1:]) for words in raw]

    def string(self, offset):
        return self.bytes[offset : self.bytes.index(b"\0", offset)].decode()

    def contents(self, section):
        if section.type == SHT_NOBITS:
            return b""
        return self.bytes[section.offset : section.offset + section.size]

    def allocated(self):
        return [s for s in self.sections if s.flags & SHF_ALLOC]

    def symbols(self):
        for table in (s for s in self.sections if s.type == SHT_SYMTAB):
            strings = self.sections[table.link].offset
            for at in range(table.offset, table.offset + table.size, table.entsize):
                if self.word_size == 8:
                    fields = struct.unpack_from("<IBBHQQ", self.bytes, at)
                    name, info, other, section, value, size = fields
                else:
                    name, value, size, info, other, section = struct.unpack_from(
                        "<IIIBBH", self.bytes, at
                    )
                yield Symbol(self.string(strings + name), value, size, info, other, section)

    def file_offset(self, address):
        for s in self.allocated():
            if s.type != SHT_NOBITS and s.address <= address < s.address + s.size:
                return s.offset + address - s.address
        raise SystemExit(f"address {address:#x} is in no section")

    def word(self, address):
        form = "<Q" if self.word_size == 8 else "<I"
        return struct.unpack_from(form, self.bytes, self.file_offset(address))[0]
