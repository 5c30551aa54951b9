// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images and maps from which a linker's write is missing.

#include "Prune/WholeOutput.h"

#include "TestImages.h"

namespace {

std::string imageWith(StringRef Comment) {
  return makeImage((R"(--- !ELF
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

MissingOutput missing(const std::string &Bytes, StringRef MapText = Map) {
  return findMissingOutput(readImage(Bytes), parseMap(MapText), MapText);
}

const std::string Good = imageWith("4743433a2031322e3220202020202000");

TEST(WholeOutput, NothingIsMissing) { EXPECT_EQ(missing(Good).What, ""); }

TEST(WholeOutput, LongerThanItsHeadersSay) {
  MissingOutput Missing = missing(Good + "x");
  EXPECT_TRUE(StringRef(Missing.What).starts_with("the image has ")) << Missing.What;
  EXPECT_FALSE(Missing.IsCertain); // something else may have appended it
}

TEST(WholeOutput, ZerosForData) {
  MissingOutput Missing = missing(imageWith("00000000000000002020202020202000"));
  EXPECT_EQ(Missing.What, "section '.comment' has zeros in the place of data");
  EXPECT_TRUE(Missing.IsCertain);
}

TEST(WholeOutput, ZerosForSymbols) {
  std::string Bytes = Good;
  const ElfImage Image = readImage(Good);
  for (const ImageSection &Section : Image.sections())
    if (Section.Type == ELF::SHT_SYMTAB)
      std::fill_n(Bytes.begin() + Section.Offset + 16, 16, '\0');
  EXPECT_EQ(missing(Bytes).What, "section '.symtab' has zeros in the place of data");
}

TEST(WholeOutput, MapsThatLackLines) {
  const StringRef Whole = Map;
  EXPECT_EQ(missing(Good, Whole.drop_back(8)).What, "the map ends in the middle of a line");
  EXPECT_EQ(missing(Good, Whole.take_front(Whole.find(".other"))).What,
            "the map lacks section '.other'");
  const size_t Line = Whole.find("\n .text");
  const std::string Gap =
      (Whole.take_front(Line) + Whole.drop_front(Whole.find('\n', Line + 1))).str();
  EXPECT_EQ(missing(Good, Gap).What, "the map of section '.text' has a gap");
  EXPECT_FALSE(missing(Good, Gap).IsCertain);
}

} // namespace
