// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzzes the outputs of links: images and maps.

#include "Targets.h"

#include "Image/KernelTable.h"
#include "Image/LinkMap.h"
#include "Image/Sizes.h"
#include "Report/Report.h"

using namespace llvm;

namespace etprune::fuzz {

void fuzzImage(StringRef Bytes) {
  auto Image = ElfImage::read({Bytes, "app.elf"});
  if (!isRead(Image))
    return;
  auto Range = findKernelTable(*Image, nullptr);
  if (isRead(Range)) {
    auto Entries = readKernelTable(*Image, *Range, 3);
    (void)isRead(Entries);
  }
  for (const ImageSection &Section : Image->sections()) {
    require(Section.hasContent() || Image->contentOf(Section).empty(),
            "a section without content has bytes");
    Image->sectionAt(Section.Address);
    auto Word = Image->readPointer(Section.Address);
    (void)isRead(Word);
  }

  ImageSummary Summary = Image->summary(), Read;
  json::Path::Root Root;
  require(fromJSON(toJSON(Summary), Read, Root), "a summary cannot be read back");
  ImageDifferences Differences = compareImages(Summary, Read);
  require(Differences.sameLoaded() && Differences.Other.empty(),
          "a summary that was written and read has changed");
  imageTotals(Summary);
  usageOf({}, Summary);
}

void fuzzMap(StringRef Bytes) {
  auto Map = parseLinkMap(Bytes, "app.map");
  if (!isRead(Map))
    return;
  for (const MapSection &Section : Map->Sections)
    Section.unaccountedBytes();
  kernelCode(*Map);
  ImageSummary Image;
  for (const MapSection &Section : Map->Sections)
    Image.Sections.push_back({Section.Name.str(), /*Type=*/1, /*Flags=*/2, Section.Address,
                              Section.Address, Section.Size, 0});
  usageOf(Map->Regions, Image);
  imageTotals(Image);
  auto Account = accountDifference({*Map, Image}, {*Map, Image});
  (void)isRead(Account);
}

} // namespace etprune::fuzz
