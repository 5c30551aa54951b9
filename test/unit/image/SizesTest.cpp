// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

#include "Image/Sizes.h"

namespace {

class Sizes : public testing::Test {
protected:
  std::string Bytes = firmwareImage("ELFCLASS32", "ELFDATA2LSB", "EM_ARM");
  ImageSummary Image = readImage(Bytes).summary();
};

TEST_F(Sizes, RegionsCountBothAddresses) {
  std::vector<RegionUsage> Usage = usageOf(parseMap(FirmwareMap).Regions, Image);
  ASSERT_EQ(Usage.size(), 2u);
  // .data is the last in flash, at 0x3000; .bss the last in RAM.
  EXPECT_EQ(Usage[0].Used, 0x2004u);
  EXPECT_EQ(Usage[1].Used, 0x14u);
}

TEST_F(Sizes, TheSmallestRegionCounts) {
  std::vector<RegionUsage> Usage =
      usageOf({{"ALL", 0, 0x10000, ""}, {"CODE", 0x1200, 0x1000, ""}}, Image);
  EXPECT_EQ(Usage[0].Used, 0x3004u);
  EXPECT_EQ(Usage[1].Used, 8u);
  EXPECT_EQ(usageOf({{"ELSEWHERE", 0x50000000, 0x1000, ""}}, Image)[0].Used, 0u);
}

TEST_F(Sizes, RegionAtTheEndOfTheAddressSpace) {
  Image.Sections.push_back(
      {".top", ELF::SHT_PROGBITS, ELF::SHF_ALLOC, 0xfffffffffffff000, 0xfffffffffffff000, 0x10, 1});
  EXPECT_EQ(usageOf({{"TOP", 0xfffffffffffff000, 0x1000, ""}}, Image)[0].Used, 0x10u);
}

TEST_F(Sizes, TotalsCountGapsWithinASegment) {
  ImageTotals Totals = imageTotals(Image);
  // Table 24, strings 36, text 8, data 4; .rodata.str starts at 0x1100, .text at 0x1200.
  EXPECT_EQ(Totals.StoredGaps, 0x1100u - 0x1018 + 0x1200 - 0x1124);
  EXPECT_EQ(Totals.Stored, 24 + 36 + 8 + 4 + Totals.StoredGaps);
  EXPECT_EQ(Totals.Ram, 0x14u);
  EXPECT_EQ(Totals.RamGaps, 0u);
  EXPECT_EQ(Totals.Text, 24u + 36 + 8);
  EXPECT_EQ(Totals.Data, 4u);
  EXPECT_EQ(Totals.Bss, 0x10u);
}

TEST_F(Sizes, OverlappingSectionsHaveNoGap) {
  ImageTotals Totals = imageTotals(Image);
  Image.Sections.push_back(
      {".overlay", ELF::SHT_PROGBITS, ELF::SHF_ALLOC, 0x1000, 0x1000, 0x1008, 1});
  EXPECT_EQ(imageTotals(Image).StoredGaps, 0u);
  EXPECT_EQ(imageTotals(Image).Stored, Totals.Stored - Totals.StoredGaps + 0x1008);
}

TEST_F(Sizes, PaddingBetweenSegmentsCountsInARegion) {
  const LinkMap Map = parseMap(FirmwareMap);
  const Memories Device(Map.Regions, {{Map, Image}});
  const ImageTotals Before = imageTotals(Image, Device);
  const uint64_t End = Image.findSection(".bss")->Address + 0x10;
  auto Add = [&](uint64_t Address) {
    Image.Sections.push_back(
        {".more", ELF::SHT_NOBITS, ELF::SHF_ALLOC | ELF::SHF_WRITE, Address, Address, 8, 0});
    return imageTotals(Image, Device).Ram;
  };
  EXPECT_EQ(Add(End + 4), Before.Ram + 12);
  EXPECT_EQ(Add(End + 0x1000), Before.Ram + 20) << "the script leaves room";
}

TEST_F(Sizes, SegmentKindsStandInForRegions) {
  std::vector<RegionUsage> Usage = usageOf({}, Image);
  ASSERT_EQ(Usage.size(), 3u);
  EXPECT_EQ(Usage[0].Name, "text");
  EXPECT_EQ(Usage[0].Used, 68u);
  EXPECT_EQ(Usage[2].Name, "bss");
  EXPECT_EQ(Usage[2].Used, 16u);
}

TEST_F(Sizes, OfKernelsAndTheirObjects) {
  LinkMap Map = parseMap(FirmwareMap);
  const StringMap<KernelCode> Kernels = kernelCode(Map);
  ASSERT_EQ(Kernels.size(), 1u);
  const KernelCode Add = Kernels.lookup("aten::add.out-Float-portable");
  EXPECT_EQ(Add.Size, 4u);
  EXPECT_EQ(objectSizes(Map, Image).lookup(Add.Object), 4u);
  Map.Sections[0].Contributions.push_back({".more", Add.Object.first, Add.Object.second, 0, 8});
  Map.Sections.push_back({".debug_info", 0, 8, {}, Map.Sections[0].Contributions}); // not loaded
  EXPECT_EQ(objectSizes(Map, Image).lookup(Add.Object), 12u);
}

} // namespace
