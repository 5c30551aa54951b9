// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Link maps of GNU ld and of LLD.

#include "Image/LinkMap.h"
#include "TestImages.h"

namespace {

TEST(LinkMap, ReadsRegionsWithoutTheDefaultOne) {
  LinkMap Map = parseMap(FirmwareMap);
  ASSERT_EQ(Map.Regions.size(), 2u);
  EXPECT_EQ(Map.Regions[0].Name, "FLASH");
  EXPECT_EQ(Map.Regions[0].Origin, 0x1000u);
  EXPECT_EQ(Map.Regions[0].Length, 0x3000u);
  EXPECT_EQ(Map.Regions[0].Attributes, "xr");
  EXPECT_EQ(Map.Regions[1].Name, "RAM");
}

TEST(LinkMap, ReadsOutputSections) {
  LinkMap Map = parseMap(FirmwareMap);
  std::vector<std::string> Names;
  for (const MapSection &Section : Map.Sections)
    Names.push_back(Section.Name.str());
  // .interp and /DISCARD/ have no address.
  EXPECT_EQ(Names, (std::vector<std::string>{".rodata", ".rodata.str", ".text", ".glue_7", ".data",
                                             ".bss", "a_section_with_a_long_name", ".comment"}));
  EXPECT_EQ(Map.findSection(".text")->Address, 0x1200u);
  EXPECT_EQ(Map.findSection(".text")->Size, 8u);
  EXPECT_FALSE(Map.findSection(".text")->LoadAddress);
  EXPECT_EQ(Map.findSection(".data")->LoadAddress, 0x3000u);
  EXPECT_EQ(Map.findSection("a_section_with_a_long_name")->Address, 0x20000014u);
  EXPECT_EQ(Map.findSection("a_section_with_a_long_name")->LoadAddress, 0x3014u);
  EXPECT_EQ(Map.findSection(".absent"), nullptr);
}

TEST(LinkMap, ReadsContributions) {
  LinkMap Map = parseMap(FirmwareMap);
  const std::vector<Contribution> &Text = Map.findSection(".text")->Contributions;
  ASSERT_EQ(Text.size(), 3u);
  // The name wraps, the file is an archive's member.
  EXPECT_EQ(Text[0].Section, ".text.et_kernel.aten::add.out-Float-portable");
  EXPECT_EQ(Text[0].File, "lib.a");
  EXPECT_EQ(Text[0].Member, "add.o");
  EXPECT_EQ(Text[0].Address, 0x1200u);
  EXPECT_EQ(Text[0].Size, 4u);
  EXPECT_FALSE(Text[0].Fill);
  EXPECT_EQ(Text[1].File, "dir with blank/main.o");
  EXPECT_EQ(Text[1].Member, "");
  EXPECT_TRUE(Text[2].Fill);
  EXPECT_EQ(Text[2].File, "");
  EXPECT_EQ(Text[2].Size, 2u);

  const std::vector<Contribution> &Bss = Map.findSection(".bss")->Contributions;
  ASSERT_EQ(Bss.size(), 2u);
  EXPECT_EQ(Bss[1].Section, "COMMON");
  EXPECT_EQ(Bss[1].File, "main.o");

  ASSERT_EQ(Map.findSection(".glue_7")->Contributions.size(), 1u);
  EXPECT_EQ(Map.findSection(".glue_7")->Contributions[0].File, "linker stubs");
}

TEST(LinkMap, ScriptDataAfterAPatternIsNotTheObjectsCalledSo) {
  LinkMap Map = parseMap(FirmwareMap);
  const std::vector<Contribution> &Parts = Map.findSection(".rodata.str")->Contributions;
  ASSERT_EQ(Parts.size(), 4u);
  EXPECT_EQ(Parts[0].Section, "LONG");
  EXPECT_EQ(Parts[0].File, "");
  EXPECT_EQ(Parts[0].Size, 4u);
}

TEST(LinkMap, MergedSectionsTakeNoRoom) {
  LinkMap Map = parseMap(FirmwareMap);
  const Contribution &Merged = Map.findSection(".rodata.str")->Contributions[2];
  EXPECT_EQ(Merged.Section, ".rodata.merged_away");
  EXPECT_EQ(Merged.Size, 0u);
}

TEST(LinkMap, PartsAddUpToTheirSectionsAlsoWithLineEndsOfWindows) {
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

TEST(LinkMap, SectionsWithoutAnAddressDoNotBelongToTheOneBefore) {
  LinkMap Map = parseMap(FirmwareMap);
  EXPECT_TRUE(Map.findSection("a_section_with_a_long_name")->Contributions.empty());
}

TEST(LinkMap, TellsWhatDoesNotAddUp) {
  LinkMap Map = parseMap("Linker script and memory map\n\n"
                         ".text           0x00001200       0x10\n"
                         " .text          0x00001200        0x6 a.o\n");
  EXPECT_EQ(Map.Sections.at(0).unaccountedBytes(), 10);
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
  Expected<LinkMap> Map = parseLinkMap("VMA LMA Size Align Out In\n", "a.map");
  ASSERT_FALSE(Map);
  EXPECT_EQ(toString(Map.takeError()),
            "a.map: not a link map of GNU ld or LLD: it has neither a part "
            "'Linker script and memory map' nor LLD's heading");
}

TEST(LinkMap, NamesTheLineOfANumberThatIsTooLarge) {
  Expected<LinkMap> Map = parseLinkMap("Linker script and memory map\n\n"
                                       ".text           0x11112222333344445       0x10\n",
                                       "a.map");
  ASSERT_FALSE(Map);
  EXPECT_EQ(toString(Map.takeError()),
            "a.map:3: number '0x11112222333344445' does not fit 64 bits");
}

TEST(LinkMap, StubsOfGnuLdTakeWholePages) {
  LinkMap Map = parseMap("Linker script and memory map\n\n"
                         ".text           0x0000000000006000     0x1020\n"
                         " .text.f        0x0000000000006000       0x10 f.o\n"
                         " .text.f.stub   0x0000000000006010       0x10 linker stubs\n"
                         " .text.g        0x0000000000007010       0x10 g.o\n");
  EXPECT_EQ(Map.Sections[0].Contributions[1].Size, 0x1000u);
  EXPECT_EQ(Map.Sections[0].unaccountedBytes(), 0);
}

TEST(LldLinkMap, ReadsOutputSections) {
  LinkMap Map = parseMap(LldMap);
  std::vector<std::string> Names;
  for (const MapSection &Section : Map.Sections)
    Names.push_back(Section.Name.str());
  EXPECT_EQ(Names,
            (std::vector<std::string>{".vectors", ".text", ".ARM.exidx", ".data", ".comment"}));
  EXPECT_EQ(Map.findSection(".text")->Address, 0x8000008u);
  EXPECT_EQ(Map.findSection(".text")->Size, 0x78u);
  // An alignment that is wider than its column.
  EXPECT_EQ(Map.findSection(".data")->Address, 0x20000000u);
  EXPECT_EQ(Map.findSection(".data")->LoadAddress, 0x8000098u);
  EXPECT_TRUE(Map.Regions.empty());
}

TEST(LldLinkMap, ReadsContributions) {
  LinkMap Map = parseMap(LldMap);
  const std::vector<Contribution> &Text = Map.findSection(".text")->Contributions;
  std::string List;
  for (const Contribution &C : Text)
    List +=
        (utohexstr(C.Address, /*LowerCase=*/true) + " " + utohexstr(C.Size, /*LowerCase=*/true) +
         " " + C.Section + (C.Fill ? " fill" : "") + " | " + C.File + " | " + C.Member + "\n")
            .str();
  EXPECT_EQ(List, R"(8000008 1a .text.Reset_Handler | dir with blank/main (1).o | 
8000022 2 *fill* fill |  | 
8000024 4 .text.et_kernel.aten::add.out-Float-portable | dir (x)/lib b.a | add (1).o
8000028 4 LONG |  | 
800002c 1 BYTE |  | 
800002d 3 *fill* fill |  | 
8000030 d .rodata.str1.1 | <internal> | 
800003d 14 .eh_frame | main.o | 
8000051 10 .eh_frame | dir (x)/lib b.a | add (1).o
8000061 7 *fill* fill |  | 
8000068 8 .rodata | main.o | 
8000070 10 *fill* fill |  | 
)");
}

TEST(LldLinkMap, TellsWhatDoesNotAddUp) {
  LinkMap Map = parseMap("     VMA      LMA     Size Align Out     In      Symbol\n"
                         "    1200     1200       10     1 .text\n"
                         "    1200     1200       18     1         a.o:(.text)\n");
  EXPECT_EQ(Map.Sections.at(0).unaccountedBytes(), -8);
}

TEST(LldLinkMap, ReadsSymbolsAndAssignmentsOfAddresses) {
  LinkMap Map = parseMap(LldMap);
  EXPECT_EQ(Map.findSymbol("Reset_Handler"), 0x8000009u);
  EXPECT_EQ(Map.findSymbol("(anonymous namespace)::call(void (*)(int))"), 0x8000025u);
  EXPECT_EQ(Map.findSymbol("__et_kernels_start"), 0x8000068u);
  EXPECT_EQ(Map.findSymbol("hidden"), 0x8000070u);
  EXPECT_EQ(Map.findSymbol("provided"), 0x8000070u);
  EXPECT_EQ(Map.findSymbol("end"), 0x2000000cu);
  // The line has the location counter, not the value.
  EXPECT_EQ(Map.findSymbol("_estack"), std::nullopt);
  EXPECT_EQ(Map.findSymbol("elsewhere"), std::nullopt);
  EXPECT_EQ(Map.findSymbol("."), std::nullopt);
}

} // namespace
