// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Damaged objects give an error or something that can be read; nothing crashes or reads outside
// the file. The bytes are copied to a block of exactly their size, so that -fsanitize=address sees
// a read beyond it.

#include "TestObjects.h"

#include "Registry/TableRewrite.h"

#include "llvm/Support/Allocator.h"

#include <gtest/gtest.h>

#include <random>

using namespace etprune;
using namespace etprune::test;
using namespace llvm;

namespace {

/// Does with an object all that a link does. True where it and its records could be read.
bool useObject(StringRef Bytes) {
  std::unique_ptr<char[]> Exact(new char[Bytes.size()]);
  llvm::copy(Bytes, Exact.get());
  StringRef Contents(Exact.get(), Bytes.size());
  auto Object = InputObject::parse({Contents, "test.o"}, "test.o");
  if (!Object) {
    EXPECT_TRUE(StringRef(toString(Object.takeError())).starts_with("cannot read 'test.o': "));
    return false;
  }
  auto Records = readKernelRecords(**Object);
  if (!Records) {
    EXPECT_TRUE(StringRef(toString(Records.takeError())).starts_with("cannot read 'test.o': "));
    return false;
  }
  PrunePlan Plan;
  for (const KernelRecord &Record : *Records)
    Plan.Dropped.push_back(&Record);
  for (bool TableInScript : {false, true}) {
    EditMap Edits =
        planEdits(Object->get(), Plan, DeadSections(Object->get(), Plan, {}), TableInScript);
    if (auto It = Edits.find(Object->get()); It != Edits.end())
      editedObject(**Object, It->second);
  }
  Plan.Dropped.clear();
  for (const KernelRecord &Record : *Records)
    Plan.Kept.push_back({&Record, {}});
  if (auto Table = writeTableObject(Plan.Table, (*Object)->Target, false); !Table)
    consumeError(Table.takeError());
  return true;
}

std::vector<std::string> objects() {
  std::vector<std::string> Result;
  for (const TestTarget &Target : {Arm, BigEndianArm, X86_64})
    Result.push_back(ObjectText(Target)
                         .kernel("aten::add.out-Float-lib", "v1/6;|*", {"helper"})
                         .section(".ARM.exidx.text", {"unwind"}, "SHF_ALLOC, SHF_LINK_ORDER",
                                  ", Link: .text.et_kernel.aten::add.out-Float-lib")
                         .bytes());
  return Result;
}

TEST(Damage, CutAtEveryByte) {
  for (const std::string &Object : objects()) {
    ASSERT_TRUE(useObject(Object));
    for (size_t Size = 0; Size < Object.size(); ++Size)
      EXPECT_FALSE(useObject(StringRef(Object).take_front(Size))) << Size;
  }
}

TEST(Damage, EveryBitFlipped) {
  for (std::string Object : objects())
    for (size_t Bit = 0; Bit < 8 * Object.size(); ++Bit) {
      Object[Bit / 8] ^= 1 << (Bit % 8);
      useObject(Object);
      Object[Bit / 8] ^= 1 << (Bit % 8);
    }
}

TEST(Damage, ManyBytesAtOnce) {
  std::mt19937 Random(20240611);
  for (const std::string &Object : objects())
    for (int Round = 0; Round < 2000; ++Round) {
      std::string Copy = Object;
      for (int I = 0; I < 8; ++I)
        Copy[Random() % Copy.size()] = Random() % 2 ? '\xff' : static_cast<char>(Random());
      useObject(Copy);
    }
}

} // namespace
