// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Image/KernelTable.h"
#include "TestImages.h"

namespace {

struct Kind {
  const char *Class, *Data, *Machine;
};

class EveryKind : public testing::TestWithParam<Kind> {
protected:
  std::string Bytes = firmwareImage(GetParam().Class, GetParam().Data, GetParam().Machine);
};

constexpr Kind Kinds[] = {{"ELFCLASS32", "ELFDATA2LSB", "EM_ARM"},
                          {"ELFCLASS32", "ELFDATA2MSB", "EM_PPC"},
                          {"ELFCLASS64", "ELFDATA2LSB", "EM_X86_64"},
                          {"ELFCLASS64", "ELFDATA2MSB", "EM_PPC64"}};
INSTANTIATE_TEST_SUITE_P(ElfImage, EveryKind, testing::ValuesIn(Kinds));

TEST_P(EveryKind, ReadsTheHeaderAndSymbols) {
  ElfImage Image = readImage(Bytes);
  EXPECT_EQ(Image.is64Bit(), StringRef(GetParam().Class) == "ELFCLASS64");
  EXPECT_EQ(Image.isLittleEndian(), StringRef(GetParam().Data) == "ELFDATA2LSB");
  EXPECT_EQ(Image.wordSize(), Image.is64Bit() ? 8u : 4u);
  EXPECT_EQ(Image.type(), ELF::ET_EXEC);
  EXPECT_EQ(Image.entry(), 0x1201u);
  EXPECT_TRUE(Image.hasSymbolTable());
  const ImageSymbol *Helper = Image.findSymbol("helper");
  ASSERT_TRUE(Helper);
  EXPECT_EQ(Helper->Value, 0x1204u);
  EXPECT_EQ(Helper->Type, ELF::STT_FUNC);
  EXPECT_TRUE(Helper->IsInSection);
  EXPECT_FALSE(Image.findSymbol("missing")) << "'missing' is undefined";
}

TEST_P(EveryKind, ReadsSegmentsAndSections) {
  ElfImage Image = readImage(Bytes);
  ASSERT_EQ(Image.segments().size(), 2u);
  const ImageSegment &Segment = Image.segments()[1];
  EXPECT_EQ(Segment.Type, ELF::PT_LOAD);
  EXPECT_EQ(Segment.Flags, uint32_t(ELF::PF_R | ELF::PF_W));
  EXPECT_EQ(Segment.PhysicalAddress, 0x3000u);
  EXPECT_EQ(Segment.FileSize, 4u);
  EXPECT_EQ(Segment.MemorySize, 0x14u);

  const ImageSection *Data = Image.findSection(".data"), *Bss = Image.findSection(".bss");
  ASSERT_TRUE(Data && Bss);
  EXPECT_EQ(Data->Address, 0x20000000u);
  EXPECT_EQ(Data->LoadAddress, 0x3000u);
  EXPECT_EQ(Data->Size, 4u);
  EXPECT_TRUE(Data->isWritable());
  EXPECT_EQ(Image.contentOf(*Data), ArrayRef<uint8_t>({0xaa, 0xbb, 0xcc, 0xdd}));
  EXPECT_FALSE(Bss->hasContent());
  EXPECT_EQ(Bss->Hash, 0u);
  EXPECT_TRUE(Image.contentOf(*Bss).empty());
  EXPECT_FALSE(Image.findSection(".comment")->isAllocated());
}

TEST_P(EveryKind, ReadsMemoryByAddress) {
  ElfImage Image = readImage(Bytes);
  EXPECT_EQ(good(Image.memoryAt(0x1202)), ArrayRef<uint8_t>({0x22, 0x33, 0x44, 0x55, 0x66, 0x77}));
  EXPECT_EQ(good(Image.readPointer(0x1000)), 0x1100u); // for both byte orders and word sizes
  EXPECT_TRUE(Image.isMapped(0x20000004));
  EXPECT_FALSE(Image.isMapped(0x20000014));
  EXPECT_EQ(Image.sectionAt(0x20000013)->Name, ".bss");
  EXPECT_EQ(Image.sectionAt(0x20000014), nullptr);
  EXPECT_EQ(errorOf(Image.memoryAt(0x20000004)),
            "app.elf: nothing is stored at address 0x20000004");
}

TEST_P(EveryKind, ReadsTheTable) {
  ElfImage Image = readImage(Bytes);
  std::vector<KernelEntry> Entries =
      good(readKernelTable(Image, good(findKernelTable(Image, nullptr)), 3));
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[0].Name, "aten::add.out");
  EXPECT_EQ(Entries[0].Key, "v1/6;|*");
  EXPECT_EQ(Entries[0].Function, 0x1201u);
  EXPECT_EQ(Entries[1].Name, "aten::mm.out");
  EXPECT_EQ(Entries[1].Key, std::nullopt);
}

uint64_t pointerAt(const std::string &Bytes, uint64_t Address) {
  return good(readImage(Bytes).readPointer(Address));
}

TEST(Relocations, RelaReplacesTheWord) {
  // Address 0x1200, type 8 (R_X86_64_RELATIVE), addend 0x3333.
  std::string Bytes = relocatedImage("001200000000000008000000000000003333000000000000", "DT_RELA");
  EXPECT_EQ(pointerAt(Bytes, 0x1200), 0x3333u);
  EXPECT_EQ(pointerAt(Bytes, 0x1208), 0x2222u);
}

TEST(Relocations, RelAndRelrKeepTheWord) {
  EXPECT_EQ(pointerAt(relocatedImage("00120000000000000800000000000000", "DT_REL"), 0x1200),
            0x1111u);
  EXPECT_EQ(pointerAt(relocatedImage("0012000000000000", "DT_RELR"), 0x1200), 0x1111u);
}

TEST(Relocations, RefusesRelocationsThatItCannotRead) {
  // The relocation has type 1 (R_X86_64_64) and needs symbol 5.
  std::string Bytes = relocatedImage("001200000000000001000000050000000000000000000000", "DT_RELA");
  EXPECT_EQ(errorOf(readImage(Bytes).readPointer(0x1200)),
            "app.elf: the word at 0x1200 is set by a dynamic relocation that needs a symbol");
  EXPECT_EQ(readError(relocatedImage("00120000000000000800000000000000", "DT_RELA")),
            "app.elf: corrupt: 16 bytes of dynamic relocations at 0x1000 are not a whole number of "
            "entries within a segment");
  EXPECT_EQ(readError(relocatedImage("41505332", "DT_ANDROID_RELA")),
            "app.elf: its dynamic relocations are packed for Android, which et-prune cannot read; "
            "link with --pack-dyn-relocs=relr or =none");
}

TEST(ElfImageErrors, OtherFiles) {
  const std::string Unknown = "app.elf: corrupt: its ELF class or byte order is unknown";
  EXPECT_EQ(readError(""), "app.elf: not an ELF file");
  EXPECT_EQ(readError("!<arch>\n"), "app.elf: not an ELF file");
  EXPECT_EQ(readError("\177ELF\1\1"), Unknown);
  std::string Object = ObjectText().bytes();
  EXPECT_EQ(readError(Object), "app.elf: an object file, not a linked image");
  Object[ELF::EI_CLASS] = 9;
  EXPECT_EQ(readError(Object), Unknown);
}

TEST(ElfImageErrors, Truncation) {
  std::string Bytes = firmwareImage();
  EXPECT_EQ(readError(Bytes.substr(0, Bytes.size() - 1)),
            "app.elf: corrupt: section table goes past the end of file");
  for (size_t Size = 0; Size < Bytes.size(); ++Size) // test/fuzz tests changed fields
    EXPECT_EQ(readError(Bytes.substr(0, Size)).find("app.elf: "), 0u) << Size;
}

/// If a segment has only zeros, GNU ld may write a file offset beyond the end of the file.
TEST(ElfImage, ASegmentWithoutContentMayLieAnywhere) {
  std::string Bytes = objectFromYaml(R"(--- !ELF
FileHeader: {Class: ELFCLASS64, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: EM_AARCH64}
ProgramHeaders: [{Type: PT_LOAD, VAddr: 0x1ffe8, Offset: 0xffe8, FileSize: 0, MemSize: 8}])");
  ElfImage Image = readImage(Bytes);
  EXPECT_TRUE(Image.isMapped(0x1ffe8));
  EXPECT_EQ(errorOf(Image.memoryAt(0x1ffe8)), "app.elf: nothing is stored at address 0x1ffe8");
}

TEST(ElfImage, ReadsWithoutSectionHeaders) {
  std::string Bytes = firmwareImage();
  memset(&Bytes[32], 0, 4); // e_shoff
  memset(&Bytes[48], 0, 4); // e_shnum, e_shstrndx
  ElfImage Image = readImage(Bytes);
  EXPECT_TRUE(Image.sections().empty());
  EXPECT_FALSE(Image.hasSymbolTable());
  EXPECT_EQ(errorOf(Image.memoryAt(0x1200)), "");
}

class KernelTable : public testing::Test {
protected:
  void patch(unsigned Word, uint32_t Value) {
    size_t Offset = readImage(Bytes).findSection(".rodata")->Offset + 4 * Word;
    for (unsigned I = 0; I < 4; ++I)
      Bytes[Offset + I] = static_cast<char>(Value >> (8 * I));
  }
  std::string tableError(uint64_t Start = 0x1000, uint64_t End = 0x1018) {
    return errorOf(readKernelTable(readImage(Bytes), {Start, End}, 3));
  }

  std::string Bytes = firmwareImage();
};

TEST_F(KernelTable, IsFoundInTheMapIfTheImageIsStripped) {
  std::string Stripped =
      objectFromYaml("--- !ELF\nFileHeader: {Class: ELFCLASS32, Data: ELFDATA2LSB, "
                     "Type: ET_EXEC, Machine: EM_ARM}\n");
  ElfImage Image = readImage(Stripped);
  LinkMap Map = parseMap(FirmwareMap), Other = parseMap("Linker script and memory map\n");
  KernelTableRange Range = good(findKernelTable(Image, &Map));
  EXPECT_EQ(Range.Start, 0x1000u);
  EXPECT_EQ(Range.End, 0x1018u);
  EXPECT_EQ(errorOf(findKernelTable(Image, nullptr)),
            "app.elf: stripped: without a symbol table or a link map, the kernel registration "
            "table cannot be found");
  EXPECT_EQ(errorOf(findKernelTable(Image, &Other)),
            "app.elf: no kernel registration table: '__et_kernels_start' is not defined");
}

TEST_F(KernelTable, RefusesInvalidRanges) {
  EXPECT_EQ(tableError(0x1000, 0x1000), ""); // empty
  const std::pair<uint64_t, uint64_t> Ranges[] = {
      {0x1000, 0x1010}, {0x1018, 0x1000}, {0x20000004, 0x20000010}, {0, 0xfffffffc}};
  for (const auto &[Start, End] : Ranges)
    EXPECT_EQ(tableError(Start, End),
              formatv("app.elf: kernel registration table: the range from {0:x} to {1:x} is "
                      "outside the image's contents, or its size is no multiple of a record's "
                      "size, 12 bytes; the linker script must put only records into the table",
                      Start, End)
                  .str());
}

TEST_F(KernelTable, ReportsEveryDamagedRecord) {
  patch(1, 0x500);      // the first key
  patch(5, 0x40000000); // the second function
  const std::string Table = "app.elf: kernel registration table, record ";
  EXPECT_EQ(
      tableError(),
      Table +
          "0 ('aten::add.out'): the kernel key at 0x500 does not point to a string in the image\n" +
          Table + "1 ('aten::mm.out'): the function points outside the image, to 0x40000000");
  Bytes = firmwareImage();
  patch(0, 0x1200); // an empty name, because .text starts with a zero byte
  patch(3, 0x1201); // .text has no other zero byte, so this name has no end
  EXPECT_EQ(tableError(), Table + "1: the name at 0x1201 does not point to a string in the image");
}

} // namespace
