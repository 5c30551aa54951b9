// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestImages.h"

#include "Prune/Registration.h"

namespace {

KernelRecord record(StringRef Op, StringRef Variant, std::optional<std::string> Key) {
  KernelRecord Record;
  Record.Op = Op;
  Record.Variant = Variant;
  Record.Library = "portable";
  Record.Key = std::move(Key);
  Record.Symbol = ("et_kernel$" + Op + "$" + Variant + "$portable").str();
  return Record;
}

/// An image whose functions have no kernel's symbol, so that operator and key have to do.
class PlanOfImage : public testing::Test {
protected:
  Expected<PrunePlan> plan() { return planOfImage(Image, nullptr, Kernels); }

  std::string Bytes = firmwareImage("ELFCLASS32", "ELFDATA2LSB", "EM_ARM");
  ElfImage Image = readImage(Bytes);
  LinkKernels Kernels{
      {record("aten::mm.out", "any", std::nullopt), record("aten::sub.out", "Int", "v1/3;|*"),
       record("aten::add.out", "Float", "v1/6;|*"), record("aten::add.out", "Byte", "v1/0;|*"),
       record("aten::add.out", "any", std::nullopt)},
      nullptr};
};

TEST_F(PlanOfImage, KeepsTheTablesKernelsAndDropsTheOthersInTableOrder) {
  Expected<PrunePlan> Plan = plan();
  ASSERT_TRUE(bool(Plan)) << toString(Plan.takeError());
  std::vector<std::string> Kept, Dropped;
  for (const PlannedKernel &Kernel : Plan->Kept)
    Kept.push_back(Kernel.Record->id());
  for (const KernelRecord *Record : Plan->Dropped)
    Dropped.push_back(Record->id());
  EXPECT_EQ(Kept, (std::vector<std::string>{"aten::add.out-Float-portable",
                                            "aten::mm.out-any-portable"}));
  EXPECT_EQ(Dropped,
            (std::vector<std::string>{"aten::add.out-Byte-portable", "aten::add.out-any-portable",
                                      "aten::sub.out-Int-portable"}));
  EXPECT_FALSE(Plan->Everything);
}

TEST_F(PlanOfImage, TakesTheOneRecordThatCanHaveGivenAnEntry) {
  // In the place of the one without key: of several calls, written for ExecuTorch's own registry.
  Kernels.Records[0] = record("aten::mm.out", "Float", "v1/6;|*");
  Expected<PrunePlan> Plan = plan();
  ASSERT_TRUE(bool(Plan)) << toString(Plan.takeError());
  EXPECT_EQ(Plan->Kept.back().Record, &Kernels.Records[0]);
  EXPECT_EQ(Plan->Table.back().Key, std::nullopt);
  Kernels.Records.push_back(record("aten::mm.out", "Int", "v1/3;|*"));
  EXPECT_EQ(toString(plan().takeError()), "'app.elf' registers a kernel for 'aten::mm.out' that "
                                          "its link has not, or has twice");
  // An array's entry is as it was.
  Kernels.Records.back().IsSelfRegistered = true;
  EXPECT_TRUE(bool(plan()));
}

TEST_F(PlanOfImage, TakesNoneOfTwoRecordsThatMayBeMeant) {
  Kernels.Records.push_back(record("aten::mm.out", "other", std::nullopt));
  EXPECT_EQ(toString(plan().takeError()), "'app.elf' registers a kernel for 'aten::mm.out' that "
                                          "its link has not, or has twice");
}

TEST_F(PlanOfImage, RefusesAKernelThatTheLinkHasNot) {
  Kernels.Records.erase(Kernels.Records.begin() + 2);
  EXPECT_EQ(toString(plan().takeError()), "'app.elf' registers a kernel for 'aten::add.out' that "
                                          "its link has not, or has twice");
}

} // namespace
