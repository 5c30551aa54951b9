// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// accountDifference() compares two links, and assigns each added or removed byte to a category.

#include "TestImages.h"

#include "Image/Sizes.h"
#include "Report/Report.h"

#include <list>

class Accounting : public testing::Test {
protected:
  template <typename Sections> auto &named(Sections &All, StringRef Name) {
    return *llvm::find_if(All, [&](const auto &Section) { return Section.Name == Name; });
  }
  MapSection &mapSection(StringRef Name) { return named(NewMap.Sections, Name); }
  SectionSummary &section(StringRef Name) { return named(NewImage.Sections, Name); }
  /// Removes the bytes of a kernel from the new link: its code, record, strings and data.
  void dropKernel() {
    mapSection(".text").Contributions.erase(mapSection(".text").Contributions.begin());
    mapSection(".text").Size = section(".text").Size = 4;
    mapSection(".rodata").Contributions[0].Size = mapSection(".rodata").Size =
        section(".rodata").Size = 12;
    mapSection(".rodata.str").Contributions[1].Size -= 10;
    mapSection(".rodata.str").Size = section(".rodata.str").Size = 26;
    mapSection(".data").Size = section(".data").Size = 0;
    mapSection(".data").Contributions.clear();
  }
  Expected<DifferenceAccount> account() {
    return accountDifference({OldMap, OldImage}, {NewMap, NewImage});
  }

  std::string Bytes = firmwareImage();
  LinkMap OldMap = parseMap(FirmwareMap), NewMap = OldMap;
  ImageSummary OldImage = readImage(Bytes).summary(), NewImage = OldImage;
};

TEST_F(Accounting, EveryByteHasACategory) {
  dropKernel();
  DifferenceAccount Account = good(account());
  auto stored = [&](ByteCategory C) { return Account.Categories[unsigned(C)].Stored.delta(); };
  auto ram = [&](ByteCategory C) { return Account.Categories[unsigned(C)].Ram.delta(); };
  EXPECT_EQ(stored(ByteCategory::KernelCode), -4);
  EXPECT_EQ(stored(ByteCategory::RegistrationTable), -12);
  EXPECT_EQ(stored(ByteCategory::NamesAndKeys), -10);
  EXPECT_EQ(stored(ByteCategory::OtherCode), 0);
  EXPECT_EQ(stored(ByteCategory::Data), -4);
  EXPECT_EQ(ram(ByteCategory::Data), -4);
  EXPECT_EQ(ram(ByteCategory::Bss), 0);
  EXPECT_EQ(Account.Categories[unsigned(ByteCategory::Bss)].Ram.Before, 16u);
  EXPECT_EQ(Account.Categories[unsigned(ByteCategory::Bss)].Stored.Before, 0u);
  EXPECT_EQ(stored(ByteCategory::Padding), 12 + 10);

  ImageTotals Old = imageTotals(OldImage), New = imageTotals(NewImage);
  for (const CategoryChange &C : Account.Categories) {
    Old.Stored -= C.Stored.Before;
    New.Stored -= C.Stored.After;
    Old.Ram -= C.Ram.Before;
    New.Ram -= C.Ram.After;
  }
  EXPECT_EQ(Old.Stored, 0u);
  EXPECT_EQ(New.Stored, 0u);
  EXPECT_EQ(Old.Ram, 0u);
  EXPECT_EQ(New.Ram, 0u);

  ASSERT_EQ(Account.Inputs.size(), 4u);
  EXPECT_EQ(Account.Inputs[0].Section, ".rodata.et_kernel_table");
  EXPECT_EQ(Account.Inputs[0].File, "table.o");
  EXPECT_EQ(Account.Inputs[0].Size.Before, 24u);
  EXPECT_EQ(Account.Inputs[0].Size.After, 12u);
  EXPECT_EQ(Account.Inputs[2].Member, "add.o");
}

TEST_F(Accounting, IgnoresTheOrderOfSectionsAndTheFoldersOfFiles) {
  std::swap(NewMap.Sections[0], NewMap.Sections[2]);
  std::list<std::string> Moved;
  for (MapSection &Section : NewMap.Sections)
    for (Contribution &C : Section.Contributions)
      if (!C.File.empty())
        C.File = Moved.emplace_back("elsewhere/" + C.File.str());
  const auto Same = [](StringRef Path) {
    Path.consume_front("elsewhere/");
    return Path;
  };
  EXPECT_TRUE(good(accountDifference({OldMap, OldImage}, {NewMap, NewImage}, Memories(), Same))
                  .Inputs.empty());
}

TEST_F(Accounting, RecognisesRecordsAndStringsByTheirSectionNamesInObjects) {
  mapSection(".rodata.str").Contributions[1].Section = ".rodata._ZL16et_kernel_name_0";
  mapSection(".rodata").Contributions[0].Section = ".et_kernels.aten::add.out-Float-portable";
  for (const CategoryChange &C : good(account()).Categories)
    EXPECT_EQ(C.Stored.delta(), 0) << categoryName(C.Category).str();
}

TEST_F(Accounting, RefusesAMapThatDoesNotFitTheImage) {
  mapSection(".text").Contributions.pop_back();
  section(".rodata").Size = 12;
  const std::string Map = "link map of the image after pruning: cannot account for its bytes: ";
  EXPECT_EQ(errorOf(account()), Map + "it has no section '.rodata' of 12 bytes\n" + Map +
                                    "the parts of section '.text' add up to 6 bytes instead of 8");
}
