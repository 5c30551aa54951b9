// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

namespace {

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

TEST(LldLinkMap, PartsAddUpToTheirSections) {
  for (const MapSection &Section : parseMap(LldMap).Sections)
    EXPECT_EQ(Section.unaccountedBytes(), 0) << Section.Name.str();
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

TEST(LldLinkMap, TakesLinesThatEndAsOnWindows) {
  std::string Text;
  for (char C : StringRef(LldMap)) {
    if (C == '\n')
      Text += '\r';
    Text += C;
  }
  LinkMap Map = parseMap(Text);
  EXPECT_EQ(Map.Sections.size(), 5u);
  EXPECT_EQ(Map.findSymbol("hidden"), 0x8000070u);
}

} // namespace
