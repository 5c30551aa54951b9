// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/Memories.h"
#include "UnitTest.h"

namespace {

constexpr uint64_t A = 0x1000, B = 0x2000;

/// A link for memories of 4 KiB at A and B.
class MemoryUse : public testing::Test {
protected:
  void add(StringRef Name, uint64_t Flags, uint64_t Address, uint64_t LoadAddress,
           Contribution Part = {}, uint32_t Type = ELF::SHT_PROGBITS) {
    Image.Sections.push_back(
        {Name.str(), Type, ELF::SHF_ALLOC | Flags, Address, LoadAddress, 16, 0});
    Part.Size = 16;
    Map.Sections.push_back({Name, Address, 16, std::nullopt, {Part}});
  }
  void addContent(StringRef Name, StringRef Input, uint64_t Flags, uint64_t Address,
                  uint64_t LoadAddress) {
    add(Name, Flags, Address, LoadAddress, {Input, "a.o", "", 0, 0, false});
  }
  void addZeros(StringRef Name, StringRef Input, uint64_t Address, bool Fill = false) {
    add(Name, ELF::SHF_WRITE, Address, Address, {Input, "a.o", "", 0, 0, Fill}, ELF::SHT_NOBITS);
  }
  std::string kinds(StringRef Attributes = "rwx") {
    const Memories Device({{"A", A, 0x1000, Attributes.str()}, {"B", B, 0x1000, Attributes.str()}},
                          {{Map, Image}});
    std::string Text;
    for (size_t I = 0; I < 2; ++I)
      Text += Device.kind(I) == MemoryKind::Ram ? "R" : "F";
    return Text;
  }

  ImageSummary Image;
  LinkMap Map;
};

TEST_F(MemoryUse, CopiesAreStoredInFlash) {
  addContent(".data", ".data", ELF::SHF_WRITE, B, A);
  EXPECT_EQ(kinds(), "FR");
}

TEST_F(MemoryUse, WritableSectionsMayBeInFlash) {
  addContent(".isr_vector", ".isr_vector", ELF::SHF_WRITE, A, A);
  addContent(".init_array", ".data.rel.ro.local", ELF::SHF_WRITE, A + 16, A + 16);
  EXPECT_EQ(kinds(), "FR");
  addContent(".data", ".data", ELF::SHF_WRITE, B, A + 32);
  EXPECT_EQ(kinds(), "FR");
}

TEST_F(MemoryUse, ALoaderFillsRam) {
  addContent(".text", ".text", ELF::SHF_EXECINSTR, A, A);
  EXPECT_EQ(kinds(), "FR");
  addContent(".data", ".data.counter", ELF::SHF_WRITE, A + 16, A + 16);
  EXPECT_EQ(kinds(), "RR");
  // From there, start-up code fills the other memory.
  addContent(".fast", ".fast", ELF::SHF_EXECINSTR, B, A + 32);
  EXPECT_EQ(kinds(), "FR") << "nothing tells it from flash with .data in the code";
  addZeros(".bss", "COMMON", A + 64);
  EXPECT_EQ(kinds(), "RR");
}

TEST_F(MemoryUse, ReservationsTellNothing) {
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
  auto Taken = Device.occupiedBy(Image.Sections[0]);
  ASSERT_EQ(Taken.size(), 1u);
  EXPECT_EQ(Taken[0].Kind, MemoryKind::Flash);
  Taken = Device.occupiedBy(Image.Sections[1]);
  ASSERT_EQ(Taken.size(), 2u);
  EXPECT_EQ(Taken[0].Kind, MemoryKind::Flash);
  EXPECT_EQ(Taken[1].Kind, MemoryKind::Ram);
  EXPECT_EQ(Taken[1].Region, 1);
  Taken = Device.occupiedBy(Image.Sections[2]);
  ASSERT_EQ(Taken.size(), 1u);
  EXPECT_EQ(Taken[0].Kind, MemoryKind::Ram);
  EXPECT_EQ(Taken[0].Region, -1);
}

TEST_F(MemoryUse, OnAHostDataIsStoredAndTakesRam) {
  SectionSummary S{".x", ELF::SHT_PROGBITS, ELF::SHF_ALLOC, 0x1000, 0x1000, 4, 0};
  auto Kinds = [&] {
    std::string Text;
    for (const Occupancy &Taken : Memories().occupiedBy(S))
      Text += Taken.Kind == MemoryKind::Ram ? "R" : "F";
    return Text;
  };
  EXPECT_EQ(Kinds(), "F");
  S.LoadAddress = 0x1200;
  EXPECT_EQ(Kinds(), "FR") << "it is copied at start-up";
  S.LoadAddress = S.Address;
  S.Flags |= ELF::SHF_WRITE;
  EXPECT_EQ(Kinds(), "FR");
  S.Type = ELF::SHT_NOBITS;
  EXPECT_EQ(Kinds(), "R");
  S.Flags |= ELF::SHF_TLS;
  EXPECT_EQ(Kinds(), "") << "each thread has its own";
}

} // namespace
