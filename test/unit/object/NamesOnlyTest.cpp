// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is left of archive members that LLD does not load.

#include "TestObjects.h"

#include "Object/NamesOnly.h"

namespace {

class NamesOnly : public testing::TestWithParam<TestTarget> {};
INSTANTIATE_TEST_SUITE_P(Targets, NamesOnly, testing::ValuesIn(allTargets()));

TEST_P(NamesOnly, DefinesTheSameNamesAndNothingElse) {
  ParsedObject Object(ObjectText(GetParam())
                          .section(".text.a", {"elsewhere", ".data"}, "SHF_ALLOC, SHF_EXECINSTR")
                          .section(".data", {"", ""}, "SHF_ALLOC, SHF_WRITE")
                          .symbol("hidden", ".text.a", "STB_LOCAL")
                          .symbol("second", ".data")
                          .symbol("first", ".text.a", "STB_WEAK")
                          .bytes());
  const SmallVector<char, 0> Bytes = namesOnly(*Object);
  ParsedObject Left(std::string(Bytes.begin(), Bytes.end()));
  EXPECT_EQ(Left->Target.Machine, Object->Target.Machine);
  EXPECT_EQ(Left->Target.Flags, Object->Target.Flags);
  std::vector<std::pair<std::string, uint8_t>> Expected, Found;
  for (const ObjectSymbol &Symbol : Object->Symbols)
    if (!Symbol.isLocal() && !Symbol.isUndefined())
      Expected.push_back({Symbol.Name.str(), Symbol.Binding});
  ASSERT_EQ(Expected.size(), 2u);
  for (size_t I = 1; I < Left->Symbols.size(); ++I) {
    const ObjectSymbol &Symbol = Left->Symbols[I];
    Found.push_back({Symbol.Name.str(), Symbol.Binding});
    // A link that loads it has nothing for these names.
    EXPECT_TRUE(Left->Sections[Symbol.Section].Flags & ELF::SHF_EXCLUDE);
  }
  EXPECT_EQ(Found, Expected);
}

} // namespace
