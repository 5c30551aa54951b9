// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

using Lines = std::vector<std::string>;

class Comparison : public testing::Test {
protected:
  SectionSummary &section(StringRef Name) {
    for (SectionSummary &Section : After.Sections)
      if (Section.Name == Name)
        return Section;
    abort();
  }

  std::string Bytes = firmwareImage();
  ImageSummary Before = readImage(Bytes).summary();
  ImageSummary After = Before;
};

TEST_F(Comparison, SameImage) {
  ImageDifferences Differences = compareImages(Before, After);
  EXPECT_TRUE(Differences.sameLoaded());
  EXPECT_TRUE(Differences.Other.empty());
}

TEST_F(Comparison, SectionsByName) {
  section(".bss").Size = 0x20;
  section(".data").LoadAddress = 0x3100;
  section(".text").Address = 0x2100;
  section(".rodata").Flags |= ELF::SHF_WRITE;
  section(".rodata.str").Name = ".signature";
  section(".comment").Hash ^= 1;
  ImageDifferences Differences = compareImages(Before, After);
  EXPECT_EQ(Differences.Loaded, (Lines{"section '.rodata': flags was 0x2, is 0x3",
                                       "section '.rodata.str': removed (36 bytes)",
                                       "section '.text': address was 0x1200, is 0x2100",
                                       "section '.data': load address was 0x3000, is 0x3100",
                                       "section '.bss': size was 0x10, is 0x20",
                                       "section '.signature': added (36 bytes)"}));
  EXPECT_EQ(Differences.Other, Lines{"section '.comment': content differs (3 bytes)"});
}

TEST_F(Comparison, HeaderSegmentsAndPadding) {
  After.Entry = 0x1205;
  After.Segments[1].MemorySize = 0x24;
  EXPECT_EQ(
      compareImages(Before, After).Loaded,
      (Lines{"entry point was 0x1201, is 0x1205", "segment 1: size in memory was 0x14, is 0x24"}));
  After.Segments.pop_back();
  EXPECT_EQ(compareImages(Before, After).Loaded.at(1), "number of segments was 2, is 1");
  std::string Patched = Bytes;
  Patched[readImage(Bytes).findSection(".text")->Offset - 1] ^= 1;
  EXPECT_EQ(compareImages(Before, readImage(Patched).summary()).Loaded,
            Lines{"segment 0: content differs outside every section"});
}

TEST_F(Comparison, SectionsOfTheSameNameAreComparedInOrder) {
  Before.Sections.push_back(section(".text"));
  Before.Sections.back().Hash = 7;
  After.Sections = Before.Sections;
  EXPECT_TRUE(compareImages(Before, After).sameLoaded());
  After.Sections.back().Hash = 8;
  EXPECT_EQ(compareImages(Before, After).Loaded,
            Lines{"section '.text': content differs (8 bytes)"});
}

TEST_F(Comparison, JsonKeepsEverything) {
  EXPECT_EQ(Before.FileHash.size(), 64u); // BLAKE3 in hexadecimal
  std::string Text;
  raw_string_ostream(Text) << toJSON(Before);
  json::Value Value = good(json::parse(Text));
  json::Path::Root Root;
  ImageSummary Read;
  ASSERT_TRUE(fromJSON(Value, Read, Root)) << toString(Root.getError());
  EXPECT_EQ(Read.FileHash, Before.FileHash);
  EXPECT_EQ(toJSON(Read), Value);
  EXPECT_EQ(Read.Sections.size(), Before.Sections.size());
}

TEST_F(Comparison, JsonErrorsNameTheField) {
  json::Value Value = toJSON(Before);
  (*(*Value.getAsObject()->getArray("sections"))[1].getAsObject())["size"] = "eleven";
  json::Path::Root Root("image");
  ImageSummary Read;
  EXPECT_FALSE(fromJSON(Value, Read, Root));
  EXPECT_EQ(toString(Root.getError()),
            "expected a string like \"0x8000\" at image.sections[1].size");
  json::Path::Root Other;
  EXPECT_FALSE(fromJSON(json::Value(7), Read, Other));
  EXPECT_EQ(toString(Other.getError()), "expected object");
}
