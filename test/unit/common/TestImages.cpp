// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

namespace etprune::test {

ElfImage readImage(const std::string &Bytes) { return good(ElfImage::read({Bytes, "app.elf"})); }

std::string readError(const std::string &Bytes) {
  return errorOf(ElfImage::read({Bytes, "app.elf"}));
}

LinkMap parseMap(StringRef Text) { return good(parseLinkMap(Text, "app.map")); }

static std::string words(std::initializer_list<uint64_t> Values, bool Is64Bit, bool IsLittle) {
  std::string Bytes;
  for (uint64_t Value : Values)
    for (unsigned I = 0, Size = Is64Bit ? 8 : 4; I < Size; ++I)
      Bytes += static_cast<char>(Value >> (8 * (IsLittle ? I : Size - 1 - I)));
  return toHex(Bytes);
}

std::string firmwareImage(StringRef Class, StringRef Data, StringRef Machine) {
  bool Is64Bit = Class == "ELFCLASS64";
  std::string Records =
      words({0x1100, 0x110e, 0x1201, 0x1117, 0, 0x1205}, Is64Bit, Data == "ELFDATA2LSB");
  std::string Strings = toHex(StringRef("aten::add.out\0v1/6;|*\0\0aten::mm.out\0", 36));
  return objectFromYaml(("--- !ELF\nFileHeader: {Class: " + Class + ", Data: " + Data +
                         ", Machine: " + Machine + R"(, Type: ET_EXEC, Entry: 0x1201}
ProgramHeaders:
  - {Type: PT_LOAD, Flags: [PF_R, PF_X], VAddr: 0x1000, PAddr: 0x1000,
     FirstSec: .rodata, LastSec: .text, Align: 0x100}
  - {Type: PT_LOAD, Flags: [PF_R, PF_W], VAddr: 0x20000000, PAddr: 0x3000,
     FirstSec: .data, LastSec: .bss, Align: 0x100}
Sections:
  - {Name: .rodata, Type: SHT_PROGBITS, Flags: [SHF_ALLOC], Address: 0x1000,
     AddressAlign: 0x100, Content: ')" +
                         Records + R"('}
  - {Name: .rodata.str, Type: SHT_PROGBITS, Flags: [SHF_ALLOC], Address: 0x1100,
     AddressAlign: 0x100, Content: ')" +
                         Strings + R"('}
  - {Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], Address: 0x1200,
     AddressAlign: 0x100, Content: '0011223344556677'}
  - {Name: .data, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_WRITE], Address: 0x20000000,
     AddressAlign: 0x100, Content: 'aabbccdd'}
  - {Name: .bss, Type: SHT_NOBITS, Flags: [SHF_ALLOC, SHF_WRITE], Address: 0x20000004, Size: 0x10}
  - {Name: .comment, Type: SHT_PROGBITS, Content: '616200'}
Symbols:
  - {Name: helper, Section: .text, Value: 0x1204, Type: STT_FUNC}
  - {Name: missing, Binding: STB_WEAK}
  - {Name: __et_kernels_start, Section: .rodata, Value: 0x1000, Binding: STB_GLOBAL}
  - {Name: __et_kernels_end, Section: .rodata, Binding: STB_GLOBAL, Value: )" +
                         (Is64Bit ? "0x1030}\n" : "0x1018}\n"))
                            .str());
}

std::string relocatedImage(StringRef RelocationBytes, StringRef Tag) {
  return objectFromYaml((R"(--- !ELF
FileHeader: {Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_DYN, Machine: EM_X86_64}
ProgramHeaders:
  - {Type: PT_LOAD, VAddr: 0x1000, FirstSec: .rel, LastSec: .data}
  - {Type: PT_DYNAMIC, VAddr: 0x1100, FirstSec: .dynamic, LastSec: .dynamic}
Sections:
  - {Name: .rel, Type: SHT_PROGBITS, Flags: [SHF_ALLOC], Address: 0x1000,
     AddressAlign: 0x100, Content: ')" +
                         RelocationBytes + R"('}
  - {Name: .dynamic, Type: SHT_DYNAMIC, Flags: [SHF_ALLOC, SHF_WRITE], Address: 0x1100,
     AddressAlign: 0x100, Entries: [{Tag: )" +
                         Tag + ", Value: 0x1000}, {Tag: " + Tag + "SZ, Value: " +
                         Twine(RelocationBytes.size() / 2) + R"(}, {Tag: DT_NULL, Value: 0}]}
  - {Name: .data, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_WRITE], Address: 0x1200,
     AddressAlign: 0x100, Content: '11110000000000002222000000000000'}
)")
                            .str());
}

const char FirmwareMap[] = R"(Archive member included to satisfy reference by file (symbol)

lib.a(add.o)                  table.o (et_kernel$aten$add.out$Float$portable)
/usr/lib/some toolchain/libc_nano.a(lib_a-memcpy.o)
                              lib.a(add.o) (operator delete(void*, unsigned int))
libm.a(sin.o)                 (sin)

Allocating common symbols
Common symbol       size              file

counter             0x8               main.o

Discarded input sections

 .text          0x00000000       0x20 main.o
 .rodata._ZL16et_kernel_name_3
                0x00000000        0xe lib.a(mul.o)

Memory Configuration

Name             Origin             Length             Attributes
FLASH            0x00001000         0x00003000         xr
RAM              0x20000000         0x00010000         xrw
*default*        0x00000000         0xffffffff

Linker script and memory map

LOAD table.o
LOAD dir with blank/main.o
START GROUP
LOAD lib.a
END GROUP
                0x00001000                        __flash_start = ORIGIN (FLASH)

.interp
 *(.interp)

.rodata         0x00001000       0x18
 .rodata.et_kernel_table
                0x00001000       0x18 table.o
                0x00001000                __et_kernels_start
                0x00001018                __et_kernels_end

.rodata.str     0x00001100       0x24
 *(.rodata.*)
                0x00001100        0x4 LONG 0x61746574
 .rodata.et_kernel_table.str
                0x00001104       0x1c table.o
                                 0x20 (size before relaxing)
 .rodata.merged_away
                0x00001120        0x9 lib.a(mm.o)
 *fill*         0x00001120        0x4 ff

.text           0x00001200        0x8
 *(.text .text.*)
 .text.et_kernel.aten::add.out-Float-portable
                0x00001200        0x4 lib.a(add.o)
                0x00001200                et_kernel$aten$add.out$Float$portable
 .text          0x00001204        0x2 dir with blank/main.o
                0x00001204                call(void (*)(int), int)
 *fill*         0x00001206        0x2 
                [!provide]                        PROVIDE (__unused = .)
                0x00001208                        PROVIDE (__text_end = .)
                0x00001208                        . = ALIGN (0x4)

.glue_7         0x00001208        0x0
 .glue_7        0x00001208        0x0 linker stubs

.data           0x20000000        0x4 load address 0x00003000
 .data.state    0x20000000        0x4 dir with blank/main.o

.bss            0x20000004       0x10 load address 0x00003004
 .bss           0x20000004        0x8 dir with blank/main.o
 *(COMMON)
 COMMON         0x2000000c        0x8 main.o
                0x2000000c                counter

a_section_with_a_long_name
                0x20000014        0x0 load address 0x00003014

/DISCARD/
 *(.note.*)
 .note.x        0x00000000       0x20 main.o
OUTPUT(app.elf elf32-littlearm)

.comment        0x00000000        0x3
 .comment       0x00000000        0x3 main.o

Cross Reference Table

Symbol                                            File
counter                                           main.o
)";

const char LldMap[] = R"(     VMA      LMA     Size Align Out     In      Symbol
       0        0        0     1 _estack = 0x20008000
       0        0  8000000     1 . = ORIGIN ( FLASH )
 8000000  8000000        8     4 .vectors
 8000000  8000000        8     4         main.o:(.isr_vector)
 8000000  8000000        8     1                 vectors
 8000008  8000008       78     4 .text
 8000008  8000008       1a     4         dir with blank/main (1).o:(.text.Reset_Handler)
 8000008  8000008        0     1                 $t
 8000009  8000009       1a     1                 Reset_Handler
 8000024  8000024        4     4         dir (x)/lib b.a(add (1).o):(.text.et_kernel.aten::add.out-Float-portable)
 8000025  8000025        4     1                 et_kernel$aten$add.out$Float$portable
 8000025  8000025        4     1                 (anonymous namespace)::call(void (*)(int))
 8000028  8000028        4     1         LONG ( 0x12345678 )
 800002c  800002c        1     1         BYTE ( 3 )
 800002d  800002d        3     1         . = ALIGN ( 4 )
 8000030  8000030        d     1         <internal>:(.rodata.str1.1)
 8000008  8000008       14     1         main.o:(.eh_frame+0x0)
 800001c  800001c       10     1         dir (x)/lib b.a(add (1).o):(.eh_frame+0x18)
 8000068  8000068        0     1         __et_kernels_start = .
 8000068  8000068        8     4         main.o:(.rodata)
 8000070  8000070        0     1         HIDDEN ( hidden = . )
 8000070  8000070        0     1         PROVIDE ( provided = . )
 8000070  8000070        0     1         elsewhere = . + 4
 8000070  8000070       10     1         . += 16
 8000080  8000080        0     1         
 8000080  8000080       18     4 .ARM.exidx
 8000080  8000080       18     4         <internal>:(.ARM.exidx)
20000000  8000098        c 2097152 .data
20000000  8000098        8     4         main.o:(.data.counter)
20000000  8000098        8     1                 counter
2000000c  80000a4        0     1 end = .
2000000c  80000a4        0     1 
       0        0       41     1 .comment
       0        0       41     1         <internal>:(.comment)

Cross Reference Table

Symbol                                            File
8 8 8 8 .text                                     main.o
)";

} // namespace etprune::test
