// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the kernels that an image registers. Also detects images and maps that lack a part of the
// linker's output.

#include "Prune/Registration.h"
#include "Prune/Verify.h"
#include "TestImages.h"

/// The image has no symbols of kernels, so planOfImage() finds records by operator and key.
class PlanOfImage : public testing::Test {
protected:
  Expected<PrunePlan> plan() { return planOfImage(Image, nullptr, Kernels); }

  std::string Bytes = firmwareImage();
  ElfImage Image = readImage(Bytes);
  LinkKernels Kernels{
      {recordOf("aten::mm.out", "any", ""), recordOf("aten::sub.out", "Int", "v1/3;|*"),
       recordOf("aten::add.out", "Float", "v1/6;|*"), recordOf("aten::add.out", "Byte", "v1/0;|*"),
       recordOf("aten::add.out", "any", "")},
      nullptr};
  static std::string unknown(StringRef Op) {
    return ("'app.elf' registers a kernel for '" + Op +
            "', but et-prune cannot find the record of this kernel: no record in the link's inputs "
            "matches, or several records match; after '--', give the command that linked this "
            "image")
        .str();
  }
};

TEST_F(PlanOfImage, KeepsTheTablesKernelsAndDropsTheOthersInTableOrder) {
  PrunePlan Plan = good(plan());
  Strings Kept, Dropped;
  for (const PlannedKernel &Kernel : Plan.Kept)
    Kept.push_back(Kernel.Record->id());
  for (const KernelRecord *Record : Plan.Dropped)
    Dropped.push_back(Record->id());
  EXPECT_EQ(Kept, (Strings{"aten::add.out-Float-portable", "aten::mm.out-any-portable"}));
  EXPECT_EQ(Dropped, (Strings{"aten::add.out-Byte-portable", "aten::add.out-any-portable",
                              "aten::sub.out-Int-portable"}));
  EXPECT_FALSE(Plan.Everything);
}

TEST_F(PlanOfImage, FindsTheOnlyRecordThatFitsAnEntry) {
  // In a table for ExecuTorch's own registry, an entry may lack the key of its record.
  Kernels.Records[0] = recordOf("aten::mm.out", "Float", "v1/6;|*");
  PrunePlan Plan = good(plan());
  EXPECT_EQ(Plan.Kept.back().Record, &Kernels.Records[0]);
  EXPECT_EQ(Plan.Table.back().Key, std::nullopt);
  Kernels.Records.push_back(recordOf("aten::mm.out", "Int", "v1/3;|*"));
  EXPECT_EQ(errorOf(plan()), unknown("aten::mm.out"));
  // A self-registered kernel's entry always has the record's key, so only the Float record fits.
  Kernels.Records.back().IsSelfRegistered = true;
  EXPECT_EQ(errorOf(plan()), "");
}

TEST_F(PlanOfImage, RefusesEntriesThatFitSeveralRecordsOrNone) {
  Kernels.Records.push_back(recordOf("aten::mm.out", "other", ""));
  EXPECT_EQ(errorOf(plan()), unknown("aten::mm.out"));
  Kernels.Records.pop_back();
  Kernels.Records.erase(Kernels.Records.begin() + 2);
  EXPECT_EQ(errorOf(plan()), unknown("aten::add.out"));
}

static std::string imageWith(StringRef Comment) {
  return objectFromYaml((R"(--- !ELF
FileHeader: {Class: ELFCLASS32, Data: ELFDATA2LSB, Type: ET_EXEC, Machine: EM_ARM}
ProgramHeaders:
  - {Type: PT_LOAD, FirstSec: .text, LastSec: .text}
Sections:
  - {Name: .text, Type: SHT_PROGBITS, Flags: [SHF_ALLOC, SHF_EXECINSTR], Address: 0x1000, Content: "0000000000000000"}
  - {Name: .comment, Type: SHT_PROGBITS, Content: ")" +
                         Comment + R"("}
  - {Name: .other, Type: SHT_PROGBITS, Content: "01"}
Symbols:
  - {Name: main, Section: .text, Value: 0x1000}
  - {Name: other, Section: .text, Value: 0x1004}
)")
                            .str());
}

const char Map[] = R"(
Linker script and memory map

.text           0x00001000        0x8
 .text          0x00001000        0x8 main.o

.comment        0x00000000       0x10
 .comment       0x00000000       0x10 main.o

.other          0x00000000        0x1
 .other         0x00000000        0x1 main.o
)";

static std::string missing(const std::string &Bytes, StringRef MapText = Map) {
  return findMissingOutput(readImage(Bytes), parseMap(MapText), MapText);
}

const std::string Good = imageWith("4743433a2031322e3220202020202000");

TEST(WholeOutput, LongerThanItsHeadersSay) {
  EXPECT_EQ(missing(Good), "");
  EXPECT_TRUE(StringRef(missing(Good + "x")).starts_with("the image has "));
}

TEST(WholeOutput, ZerosForDataAndSymbols) {
  EXPECT_EQ(missing(imageWith("00000000000000002020202020202000")),
            "section '.comment' has zeros in the place of data");
  std::string Bytes = Good;
  const ElfImage Image = readImage(Good);
  for (const ImageSection &Section : Image.sections())
    if (Section.Type == ELF::SHT_SYMTAB)
      std::fill_n(Bytes.begin() + Section.Offset + 16, 16, '\0');
  EXPECT_EQ(missing(Bytes), "section '.symtab' has zeros in the place of data");
}

TEST(WholeOutput, MapsThatLackLines) {
  const StringRef Whole = Map;
  EXPECT_EQ(missing(Good, Whole.drop_back(8)), "the map ends in the middle of a line");
  EXPECT_EQ(missing(Good, Whole.take_front(Whole.find(".other"))),
            "the map lacks section '.other'");
  const size_t Line = Whole.find("\n .text");
  const std::string Gap =
      (Whole.take_front(Line) + Whole.drop_front(Whole.find('\n', Line + 1))).str();
  EXPECT_EQ(missing(Good, Gap), "the map of section '.text' has a gap");
}
