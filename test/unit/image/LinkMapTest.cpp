// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/LinkMap.h"
#include "TestImages.h"

TEST(LinkMap, LeavesOutTheDefaultRegion) {
  LinkMap Map = parseMap(FirmwareMap);
  ASSERT_EQ(Map.Regions.size(), 2u);
  const MemoryRegion &Flash = Map.Regions[0];
  EXPECT_EQ(Flash.Name + " " + Flash.Attributes, "FLASH xr");
  EXPECT_EQ(Flash.Origin, 0x1000u);
  EXPECT_EQ(Flash.Length, 0x3000u);
  EXPECT_EQ(Map.Regions[1].Name, "RAM");
}

/// Returns a line "name address size" for each section, and a line for each part of the section.
static std::string textOf(const LinkMap &Map) {
  auto Hex = [](uint64_t Number) { return " " + utohexstr(Number, /*LowerCase=*/true); };
  std::string Text;
  for (const MapSection &Section : Map.Sections) {
    Text += Section.Name.str() + Hex(Section.Address) + Hex(Section.Size) + "\n";
    for (const Contribution &C : Section.Contributions)
      Text += " " + Hex(C.Address) + Hex(C.Size) + " " + C.Section.str() + (C.Fill ? " fill" : "") +
              (C.File.empty() ? "" : " | " + C.File.str()) +
              (C.Member.empty() ? "" : " | " + C.Member.str()) + "\n";
  }
  return Text;
}

TEST(LinkMap, ReadsSectionsAndTheirParts) {
  // Special cases: sections without an address, LONG(number), a section that was merged away.
  EXPECT_EQ(textOf(parseMap(FirmwareMap)), R"(.rodata 1000 18
  1000 18 .rodata.et_kernel_table | table.o
.rodata.str 1100 24
  1100 4 LONG
  1104 1c .rodata.et_kernel_table.str | table.o
  1120 0 .rodata.merged_away | lib.a | mm.o
  1120 4 *fill* fill
.text 1200 8
  1200 4 .text.et_kernel.aten::add.out-Float-portable | lib.a | add.o
  1204 2 .text | dir with blank/main.o
  1206 2 *fill* fill
.glue_7 1208 0
  1208 0 .glue_7 | linker stubs
.data 20000000 4
  20000000 4 .data.state | dir with blank/main.o
.bss 20000004 10
  20000004 8 .bss | dir with blank/main.o
  2000000c 8 COMMON | main.o
a_section_with_a_long_name 20000014 0
.comment 0 3
  0 3 .comment | main.o
)");
}

TEST(LinkMap, PartsAddUpToTheirSectionsWithUnixAndWindowsLineEnds) {
  for (const std::string Text : {FirmwareMap, LldMap}) {
    const LinkMap Map = parseMap(Text);
    std::string Other = Text;
    for (const MapSection &Section : Map.Sections)
      EXPECT_EQ(Section.unaccountedBytes(), 0) << Section.Name.str();
    for (size_t At = 0; (At = Other.find('\n', At)) != std::string::npos; At += 2)
      Other.insert(At, 1, '\r');
    const LinkMap Windows = parseMap(Other);
    EXPECT_EQ(Windows.Sections.size(), Map.Sections.size());
    EXPECT_EQ(Windows.Regions.size(), Map.Regions.size());
    EXPECT_EQ(Windows.findSymbol("hidden"), Map.findSymbol("hidden"));
    if (!Map.Regions.empty()) {
      EXPECT_EQ(Windows.Regions[0].Attributes, "xr");
    }
  }
}

TEST(LinkMap, CountsBytesThatAreInNoPart) {
  EXPECT_EQ(parseMap("Linker script and memory map\n\n"
                     ".text           0x00001200       0x10\n"
                     " .text          0x00001200        0x6 a.o\n")
                .Sections.at(0)
                .unaccountedBytes(),
            10);
  EXPECT_EQ(parseMap("     VMA      LMA     Size Align Out     In      Symbol\n"
                     "    1200     1200       10     1 .text\n"
                     "    1200     1200       18     1         a.o:(.text)\n")
                .Sections.at(0)
                .unaccountedBytes(),
            -8);
  // GNU ld reserves a page for stubs, but its map shows a smaller size. Expect the whole page.
  LinkMap Map = parseMap("Linker script and memory map\n\n"
                         ".text           0x0000000000006000     0x1020\n"
                         " .text.f        0x0000000000006000       0x10 f.o\n"
                         " .text.f.stub   0x0000000000006010       0x10 linker stubs\n"
                         " .text.g        0x0000000000007010       0x10 g.o\n");
  EXPECT_EQ(Map.Sections[0].Contributions[1].Size, 0x1000u);
  EXPECT_EQ(Map.Sections[0].unaccountedBytes(), 0);
}

TEST(LinkMap, ReadsSymbolsAndAssignments) {
  LinkMap Map = parseMap(FirmwareMap);
  EXPECT_EQ(Map.findSymbol("__et_kernels_end"), 0x1018u);
  EXPECT_EQ(Map.findSymbol("__flash_start"), 0x1000u);
  EXPECT_EQ(Map.findSymbol("__text_end"), 0x1208u);
  EXPECT_EQ(Map.findSymbol("counter"), 0x2000000cu);
  EXPECT_EQ(Map.findSymbol("call(void (*)(int), int)"), 0x1204u);
  EXPECT_EQ(Map.findSymbol("__unused"), std::nullopt);
  EXPECT_EQ(Map.findSymbol("."), std::nullopt);
}

TEST(LinkMap, RefusesOtherTexts) {
  EXPECT_EQ(errorOf(parseLinkMap("VMA LMA Size Align Out In\n", "a.map")),
            "a.map: not a link map of GNU ld or LLD: it has neither a part "
            "'Linker script and memory map' nor LLD's heading");
  EXPECT_EQ(errorOf(parseLinkMap("Linker script and memory map\n\n"
                                 ".text           0x11112222333344445       0x10\n",
                                 "a.map")),
            "a.map:3: number '0x11112222333344445' does not fit 64 bits");
}

TEST(LldLinkMap, ReadsSectionsAndTheirParts) {
  EXPECT_TRUE(parseMap(LldMap).Regions.empty());
  // Alignment 2097152 is wider than its column. LLD prints .eh_frame as if it were first in .text.
  EXPECT_EQ(textOf(parseMap(LldMap)), R"(.vectors 8000000 8
  8000000 8 .isr_vector | main.o
.text 8000008 78
  8000008 1a .text.Reset_Handler | dir with blank/main (1).o
  8000022 2 *fill* fill
  8000024 4 .text.et_kernel.aten::add.out-Float-portable | dir (x)/lib b.a | add (1).o
  8000028 4 LONG
  800002c 1 BYTE
  800002d 3 *fill* fill
  8000030 d .rodata.str1.1 | <internal>
  800003d 14 .eh_frame | main.o
  8000051 10 .eh_frame | dir (x)/lib b.a | add (1).o
  8000061 7 *fill* fill
  8000068 8 .rodata | main.o
  8000070 10 *fill* fill
.ARM.exidx 8000080 18
  8000080 18 .ARM.exidx | <internal>
.data 20000000 c
  20000000 8 .data.counter | main.o
  20000008 4 *fill* fill
.comment 0 41
  0 41 .comment | <internal>
)");
}

TEST(LldLinkMap, ReadsSymbolsAndAssignmentsOfAddresses) {
  LinkMap Map = parseMap(LldMap);
  EXPECT_EQ(Map.findSymbol("Reset_Handler"), 0x8000009u);
  EXPECT_EQ(Map.findSymbol("(anonymous namespace)::call(void (*)(int))"), 0x8000025u);
  EXPECT_EQ(Map.findSymbol("__et_kernels_start"), 0x8000068u);
  EXPECT_EQ(Map.findSymbol("hidden"), 0x8000070u);
  EXPECT_EQ(Map.findSymbol("provided"), 0x8000070u);
  EXPECT_EQ(Map.findSymbol("end"), 0x2000000cu);
  // For these symbols, LLD's map shows the location counter, so their values are unknown.
  EXPECT_EQ(Map.findSymbol("_estack"), std::nullopt);
  EXPECT_EQ(Map.findSymbol("elsewhere"), std::nullopt);
  EXPECT_EQ(Map.findSymbol("."), std::nullopt);
}
