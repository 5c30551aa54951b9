// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

#include "Image/KernelTable.h"

namespace {

class KernelTable : public testing::Test {
protected:
  /// Sets a word of the table, which lies where .rodata does.
  void patch(unsigned Word, uint32_t Value) {
    size_t Offset = readImage(Bytes).findSection(".rodata")->Offset + 4 * Word;
    for (unsigned I = 0; I < 4; ++I)
      Bytes[Offset + I] = static_cast<char>(Value >> (8 * I));
  }
  std::string tableError() {
    ElfImage Image = readImage(Bytes);
    Expected<std::vector<KernelEntry>> Entries = readKernelTable(Image, {0x1000, 0x1018});
    return Entries ? "" : toString(Entries.takeError());
  }
  std::string rangeError(uint64_t Start, uint64_t End) {
    ElfImage Image = readImage(Bytes);
    Expected<std::vector<KernelEntry>> Entries = readKernelTable(Image, {Start, End});
    return Entries ? "" : toString(Entries.takeError());
  }

  std::string Bytes = firmwareImage("ELFCLASS32", "ELFDATA2LSB", "EM_ARM");
};

TEST_F(KernelTable, ReadsTheRecords) {
  for (auto [Class, Data, Machine] : {std::tuple("ELFCLASS32", "ELFDATA2LSB", "EM_ARM"),
                                      std::tuple("ELFCLASS32", "ELFDATA2MSB", "EM_PPC"),
                                      std::tuple("ELFCLASS64", "ELFDATA2LSB", "EM_X86_64"),
                                      std::tuple("ELFCLASS64", "ELFDATA2MSB", "EM_PPC64")}) {
    Bytes = firmwareImage(Class, Data, Machine);
    ElfImage Image = readImage(Bytes);
    Expected<KernelTableRange> Range = findKernelTable(Image, nullptr);
    ASSERT_TRUE(bool(Range)) << toString(Range.takeError());
    Expected<std::vector<KernelEntry>> Entries = readKernelTable(Image, *Range);
    ASSERT_TRUE(bool(Entries)) << toString(Entries.takeError());
    ASSERT_EQ(Entries->size(), 2u);
    EXPECT_EQ((*Entries)[0].Name, "aten::add.out");
    EXPECT_EQ((*Entries)[0].Key, "v1/6;|*");
    EXPECT_EQ((*Entries)[0].Function, 0x1201u);
    EXPECT_EQ((*Entries)[1].Name, "aten::mm.out");
    EXPECT_EQ((*Entries)[1].Key, std::nullopt);
  }
}

TEST_F(KernelTable, IsFoundByTheMapWhereTheImageIsStripped) {
  std::string Stripped = makeImage("--- !ELF\nFileHeader: {Class: ELFCLASS32, Data: ELFDATA2LSB, "
                                   "Type: ET_EXEC, Machine: EM_ARM}\n");
  ElfImage Image = readImage(Stripped);
  LinkMap Map = parseMap(FirmwareMap);
  Expected<KernelTableRange> Range = findKernelTable(Image, &Map);
  ASSERT_TRUE(bool(Range)) << toString(Range.takeError());
  EXPECT_EQ(Range->Start, 0x1000u);
  EXPECT_EQ(Range->End, 0x1018u);
  EXPECT_EQ(
      toString(findKernelTable(Image, nullptr).takeError()),
      "app.elf: stripped: without a symbol table or a link map, the kernel registration table "
      "cannot be found");
  LinkMap Other = parseMap("Linker script and memory map\n");
  EXPECT_EQ(toString(findKernelTable(Image, &Other).takeError()),
            "app.elf: no kernel registration table: '__et_kernels_start' is not defined");
}

TEST_F(KernelTable, EmptyIsGood) { EXPECT_EQ(rangeError(0x1000, 0x1000), ""); }

TEST_F(KernelTable, RangesThatCannotBe) {
  EXPECT_EQ(rangeError(0x1000, 0x1010),
            "app.elf: kernel registration table: 16 bytes from 0x1000 to "
            "0x1010 are no multiple of 12");
  EXPECT_EQ(rangeError(0x1018, 0x1000),
            "app.elf: kernel registration table: it ends before it starts: 0x1018 to 0x1000");
  EXPECT_EQ(rangeError(0x20000004, 0x20000010), "app.elf: kernel registration table: 0x20000004 to "
                                                "0x20000010 is not within the image");
  EXPECT_EQ(rangeError(0, 0xfffffffc),
            "app.elf: kernel registration table: 0x0 to 0xfffffffc is not "
            "within the image");
}

TEST_F(KernelTable, ReportsEveryDamagedRecord) {
  patch(1, 0x500);      // the first key
  patch(5, 0x40000000); // the second function
  EXPECT_EQ(tableError(),
            "app.elf: kernel registration table, record 0 ('aten::add.out'): the kernel "
            "key points outside the image, to 0x500\n"
            "app.elf: kernel registration table, record 1 ('aten::mm.out'): the function "
            "points outside the image, to 0x40000000");
}

TEST_F(KernelTable, StringsMustEnd) {
  patch(0, 0x1200); // code, which has no zero byte after its first
  patch(3, 0x1201);
  EXPECT_EQ(tableError(),
            "app.elf: kernel registration table, record 1: the name has no end: no zero "
            "byte follows 0x1201 within 7 bytes");
}

} // namespace
