// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/Sizes.h"
#include "Image/Memories.h"
#include "TestImages.h"
#include "UnitTest.h"

class Sizes : public testing::Test {
protected:
  std::string Bytes = firmwareImage();
  ImageSummary Image = readImage(Bytes).summary();
};

TEST_F(Sizes, RegionsCountAddressesAndLoadAddresses) {
  std::vector<RegionUsage> Usage = usageOf(parseMap(FirmwareMap).Regions, Image);
  ASSERT_EQ(Usage.size(), 2u);
  // Used bytes end with the last section: in flash .data (loaded at 0x3000), in RAM .bss.
  EXPECT_EQ(Usage[0].Used, 0x2004u);
  EXPECT_EQ(Usage[1].Used, 0x14u);
}

TEST_F(Sizes, ASectionCountsInTheSmallestRegionAroundIt) {
  std::vector<RegionUsage> Usage =
      usageOf({{"ALL", 0, 0x10000, ""}, {"CODE", 0x1200, 0x1000, ""}}, Image);
  EXPECT_EQ(Usage[0].Used, 0x3004u);
  EXPECT_EQ(Usage[1].Used, 8u);
  EXPECT_EQ(usageOf({{"ELSEWHERE", 0x50000000, 0x1000, ""}}, Image)[0].Used, 0u);
  constexpr uint64_t Top = 0xfffffffffffff000; // a region at the end of the address space
  Image.Sections.push_back({".top", ELF::SHT_PROGBITS, ELF::SHF_ALLOC, Top, Top, 0x10, 1});
  EXPECT_EQ(usageOf({{"TOP", Top, 0x1000, ""}}, Image)[0].Used, 0x10u);
}

TEST_F(Sizes, TotalsCountGapsWithinASegment) {
  ImageTotals Totals = imageTotals(Image);
  // Gaps follow the table (24 bytes) and the strings (36 bytes). Text has 8 bytes, data 4 bytes.
  EXPECT_EQ(Totals.StoredGaps, 0x1100u - 0x1018 + 0x1200 - 0x1124);
  EXPECT_EQ(Totals.Stored, 24 + 36 + 8 + 4 + Totals.StoredGaps);
  EXPECT_EQ(Totals.Ram, 0x14u);
  EXPECT_EQ(Totals.RamGaps, 0u);
  EXPECT_EQ(Totals.Text, 24u + 36 + 8);
  EXPECT_EQ(Totals.Data, 4u);
  EXPECT_EQ(Totals.Bss, 0x10u);
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
  EXPECT_EQ(Add(End + 0x1000), Before.Ram + 20)
      << "a gap of 64 bytes or more is no padding: the linker script leaves it free";
}

TEST_F(Sizes, WithoutRegionsTextDataAndBssAreCounted) {
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
  Map.Sections.push_back({".debug_info", 0, 8, Map.Sections[0].Contributions}); // not loaded
  EXPECT_EQ(objectSizes(Map, Image).lookup(Add.Object), 12u);
}

constexpr uint64_t A = 0x1000, B = 0x2000;

/// A link for two memories of 4 KiB, at A and B.
class MemoryUse : public testing::Test {
protected:
  void add(StringRef Name, uint64_t Flags, uint64_t Address, uint64_t LoadAddress,
           Contribution Part = {}, uint32_t Type = ELF::SHT_PROGBITS) {
    Image.Sections.push_back(
        {Name.str(), Type, ELF::SHF_ALLOC | Flags, Address, LoadAddress, 16, 0});
    Part.Size = 16;
    Map.Sections.push_back({Name, Address, 16, {Part}});
  }
  void addContent(StringRef Name, StringRef Input, uint64_t Flags, uint64_t Address,
                  uint64_t LoadAddress) {
    add(Name, Flags, Address, LoadAddress, {Input, "a.o", "", 0, 0, false});
  }
  void addZeros(StringRef Name, StringRef Input, uint64_t Address, bool Fill = false) {
    add(Name, ELF::SHF_WRITE, Address, Address, {Input, "a.o", "", 0, 0, Fill}, ELF::SHT_NOBITS);
  }
  static std::string letters(ArrayRef<MemoryKind> Kinds) {
    std::string Text;
    for (MemoryKind Kind : Kinds)
      Text += Kind == MemoryKind::Ram ? "R" : "F";
    return Text;
  }
  static std::string taken(const Memories &Device, const SectionSummary &Section) {
    std::vector<MemoryKind> Kinds;
    for (const Occupancy &Taken : Device.occupiedBy(Section))
      Kinds.push_back(Taken.Kind);
    return letters(Kinds);
  }
  std::string kinds(StringRef Attributes = "rwx") {
    const Memories Device({{"A", A, 0x1000, Attributes.str()}, {"B", B, 0x1000, Attributes.str()}},
                          {{Map, Image}});
    return letters({Device.kind(0), Device.kind(1)});
  }

  ImageSummary Image;
  LinkMap Map;
};

TEST_F(MemoryUse, WritableSectionsMayBeInFlash) {
  addContent(".isr_vector", ".isr_vector", ELF::SHF_WRITE, A, A);
  addContent(".init_array", ".data.rel.ro.local", ELF::SHF_WRITE, A + 16, A + 16);
  EXPECT_EQ(kinds(), "FR");
  addContent(".data", ".data", ELF::SHF_WRITE, B, A + 32);
  EXPECT_EQ(kinds(), "FR");
  Image = {};
  Map = {};
  addContent(".data", ".data", ELF::SHF_WRITE, B, A); // flash at A stores the initial values
  EXPECT_EQ(kinds(), "FR");
}

TEST_F(MemoryUse, AnImageThatALoaderPutsIntoRam) {
  addContent(".text", ".text", ELF::SHF_EXECINSTR, A, A);
  EXPECT_EQ(kinds(), "FR");
  addContent(".data", ".data.counter", ELF::SHF_WRITE, A + 16, A + 16);
  EXPECT_EQ(kinds(), "RR");
  // Start-up code copies .fast from A to B.
  addContent(".fast", ".fast", ELF::SHF_EXECINSTR, B, A + 32);
  EXPECT_EQ(kinds(), "FR") << "A looks like flash, because start-up code copies .fast from A";
  addZeros(".bss", "COMMON", A + 64);
  EXPECT_EQ(kinds(), "RR");
}

TEST_F(MemoryUse, ReservedRoomIsNoSignOfRam) {
  addContent(".text", ".text", ELF::SHF_EXECINSTR, A, A);
  addZeros(".dummy", "*fill*", A + 16, /*Fill=*/true);
  addZeros(".settings", ".settings", A + 32);
  addZeros(".stack", "*fill*", B, /*Fill=*/true);
  EXPECT_EQ(kinds(), "FR");
  EXPECT_EQ(kinds("rx"), "FF");
  EXPECT_EQ(kinds("rx!w"), "FF");
}

TEST_F(MemoryUse, OccupiedByASection) {
  addContent(".text", ".text", ELF::SHF_EXECINSTR, A, A);
  addContent(".data", ".data", ELF::SHF_WRITE, B, A + 16);
  addContent(".elsewhere", ".noinit", ELF::SHF_WRITE, 0x9000, 0x9000);
  const Memories Device({{"A", A, 0x1000, ""}, {"PART", B, 0x800, ""}, {"B", B, 0x1000, ""}},
                        {{Map, Image}});
  EXPECT_EQ(taken(Device, Image.Sections[0]), "F");
  EXPECT_EQ(taken(Device, Image.Sections[1]), "FR");
  EXPECT_EQ(Device.occupiedBy(Image.Sections[1])[1].Region, 1);
  EXPECT_EQ(taken(Device, Image.Sections[2]), "R");
  EXPECT_EQ(Device.occupiedBy(Image.Sections[2])[0].Region, -1);
}

TEST_F(MemoryUse, OnAHostDataIsStoredAndTakesRam) {
  SectionSummary S{".x", ELF::SHT_PROGBITS, ELF::SHF_ALLOC, 0x1000, 0x1000, 4, 0};
  EXPECT_EQ(taken(Memories(), S), "F");
  S.LoadAddress = 0x1200;
  EXPECT_EQ(taken(Memories(), S), "FR") << "start-up code copies the section";
  S.LoadAddress = S.Address;
  S.Flags |= ELF::SHF_WRITE;
  EXPECT_EQ(taken(Memories(), S), "FR");
  S.Type = ELF::SHT_NOBITS;
  EXPECT_EQ(taken(Memories(), S), "R");
  S.Flags |= ELF::SHF_TLS;
  EXPECT_EQ(taken(Memories(), S), "") << "each thread allocates its own copy";
}
