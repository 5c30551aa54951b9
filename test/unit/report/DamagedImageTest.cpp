// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged images and maps give an error or something that can be read; nothing crashes, hangs or
// reads outside the file. Under -fsanitize=address,undefined the last is seen, too: the bytes are
// copied to a block of exactly their size.

#include "TestImages.h"

#include "Image/KernelTable.h"
#include "Image/LinkMap.h"
#include "Image/Sizes.h"
#include "Report/Accounting.h"

#include <gtest/gtest.h>

#include <memory>

using namespace etprune;
using namespace etprune::test;
using namespace llvm;

namespace {

/// A copy without the byte after the end that std::string has.
class ExactCopy {
public:
  explicit ExactCopy(StringRef Text) : Size(Text.size()), Bytes(new char[Text.size()]) {
    std::copy(Text.begin(), Text.end(), Bytes.get());
  }
  StringRef text() const { return {Bytes.get(), Size}; }
  char &operator[](size_t Index) { return Bytes[Index]; }

private:
  size_t Size;
  std::unique_ptr<char[]> Bytes;
};

/// Uses everything that can be asked of an image. True where it could be read.
bool useImage(StringRef Bytes, const LinkMap &Map) {
  Expected<ElfImage> Image = ElfImage::read({Bytes, "app.elf"});
  if (!Image) {
    EXPECT_TRUE(StringRef(toString(Image.takeError())).starts_with("app.elf: "));
    return false;
  }
  KernelTableRange Range{0x1000, 0x1018};
  if (Expected<KernelTableRange> Found = findKernelTable(*Image, &Map))
    Range = *Found;
  else
    consumeError(Found.takeError());
  if (auto Entries = readKernelTable(*Image, Range); !Entries) {
    EXPECT_TRUE(StringRef(toString(Entries.takeError())).starts_with("app.elf: "));
  }
  if (auto Pointer = Image->readPointer(0x1200); !Pointer)
    consumeError(Pointer.takeError());
  for (const ImageSection &Section : Image->sections()) {
    EXPECT_TRUE(Section.hasContent() || Image->contentOf(Section).empty());
    Image->sectionAt(Section.Address);
  }
  ImageSummary Summary = Image->summary();
  EXPECT_TRUE(compareImages(Summary, Summary).sameLoaded());
  usageOf(Map.Regions, Summary);
  imageTotals(Summary);
  if (auto Account = accountDifference({Map, Summary}, {Map, Summary}); !Account)
    consumeError(Account.takeError());
  json::Path::Root Root;
  ImageSummary Read;
  EXPECT_TRUE(fromJSON(toJSON(Summary), Read, Root));
  return true;
}

bool useMap(StringRef Text) {
  Expected<LinkMap> Map = parseLinkMap(Text, "app.map");
  if (!Map) {
    EXPECT_TRUE(StringRef(toString(Map.takeError())).starts_with("app.map:"));
    return false;
  }
  for (const MapSection &Section : Map->Sections)
    Section.unaccountedBytes();
  kernelCode(*Map);
  return true;
}

std::vector<std::string> images() {
  return {
      firmwareImage("ELFCLASS32", "ELFDATA2LSB", "EM_ARM"),
      firmwareImage("ELFCLASS64", "ELFDATA2MSB", "EM_PPC64"),
      relocatedImage("001200000000000008000000000000003333000000000000", "DT_RELA", "DT_RELASZ")};
}

TEST(Damage, ImageCutAtEveryByte) {
  LinkMap Map = parseMap(FirmwareMap);
  for (const std::string &Image : images()) {
    ASSERT_TRUE(useImage(ExactCopy(Image).text(), Map));
    for (size_t Size = 0; Size < Image.size(); ++Size)
      EXPECT_FALSE(useImage(ExactCopy(StringRef(Image).take_front(Size)).text(), Map)) << Size;
  }
}

TEST(Damage, ImageWithEveryBitFlipped) {
  LinkMap Map = parseMap(FirmwareMap);
  for (const std::string &Image : images()) {
    ExactCopy Copy(Image);
    for (size_t Bit = 0; Bit < 8 * Image.size(); ++Bit) {
      Copy[Bit / 8] ^= 1 << (Bit % 8);
      useImage(Copy.text(), Map);
      Copy[Bit / 8] ^= 1 << (Bit % 8);
    }
    EXPECT_EQ(Copy.text(), Image);
  }
}

TEST(Damage, ImageWithBytesOfOnes) {
  LinkMap Map = parseMap(FirmwareMap);
  for (const std::string &Image : images())
    for (size_t Width : {2, 4, 8})
      for (size_t Offset = 0; Offset + Width <= Image.size(); Offset += 2) {
        ExactCopy Copy(Image);
        std::fill_n(&Copy[Offset], Width, '\xff');
        useImage(Copy.text(), Map);
      }
}

TEST(Damage, MapCutAtEveryByte) {
  StringRef Map = FirmwareMap;
  size_t Heading = Map.find("Linker script and memory map");
  for (size_t Size = 0; Size < Map.size(); ++Size) {
    bool Read = useMap(ExactCopy(Map.take_front(Size)).text());
    if (Size < Heading) {
      EXPECT_FALSE(Read) << Size;
    }
  }
}

TEST(Damage, MapOfLldCutAtEveryByte) {
  StringRef Map = LldMap;
  for (size_t Size = 0; Size < Map.size(); ++Size)
    EXPECT_EQ(useMap(ExactCopy(Map.take_front(Size)).text()), Size >= Map.find('\n')) << Size;
}

TEST(Damage, MapWithEveryBitFlipped) {
  for (StringRef Map : {FirmwareMap, LldMap}) {
    ExactCopy Copy(Map);
    for (size_t Bit = 0; Bit < 8 * Map.size(); ++Bit) {
      Copy[Bit / 8] ^= 1 << (Bit % 8);
      useMap(Copy.text());
      Copy[Bit / 8] ^= 1 << (Bit % 8);
    }
  }
}

} // namespace
