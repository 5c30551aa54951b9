// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If several libraries have a fallback kernel for one operator, which fallback kernels does a
// selection keep, and in which order are they in the table?

#include "Registry/Resolver.h"
#include "TestObjects.h"

/// Library "a" has the lower priority, but the name of its fallback kernel sorts first.
static std::vector<KernelRecord> twoLibraries() {
  std::vector<KernelRecord> Records{recordOf("aten::add.out", "any", "", "a"),
                                    recordOf("aten::add.out", "Float", "v1/6;|*", "own"),
                                    recordOf("aten::add.out", "fallback", "v1/0-7;|*", "own")};
  Records[0].Priority = std::numeric_limits<int>::min();
  Records[0].IsSelfRegistered = true;
  return Records;
}

static Strings table(ArrayRef<KernelRecord> Records, const Selection &Wanted,
                     const ResolveOptions &Options = {}) {
  Strings Entries;
  for (const TableEntry &Entry : good(resolve(Records, Wanted, Options)).Table)
    Entries.push_back(Entry.Record->Library + " " + Entry.Key.value_or("any"));
  return Entries;
}

constexpr const char *Half = "v1/8;0|8;0|8;0|8;0", *Mixed = "v1/6;0|4;0|6;0|6;0";

TEST(RegisteredKernels, ALibraryOfLowerPriorityServesTheRemainingDtypes) {
  const std::vector<KernelRecord> Records = twoLibraries();
  const auto Kept = [&](const std::vector<std::string> &Keys) {
    return table(Records, wants("aten::add.out", Keys));
  };
  EXPECT_EQ(Kept({Mixed}), Strings{"own v1/0-7;|*"});
  EXPECT_EQ(Kept({Half}), Strings{"a any"});
  EXPECT_EQ(Kept({"v1/3;"}), Strings{"own v1/0-7;|*"});
  EXPECT_EQ(Kept({"v1/8;"}), Strings{"a any"});
  // A key of a selection may lack the output's entry.
  EXPECT_EQ(Kept({"v1/6;0|4;0"}), Strings{"own v1/0-7;|*"});
  EXPECT_EQ(Kept({"v1/"}), Strings{"own v1/0-7;|*"});
  // The runtime calls the first fitting fallback kernel, so the higher priority comes first.
  EXPECT_EQ(Kept({Half, Mixed}), (Strings{"own v1/0-7;|*", "a any"}));
  EXPECT_EQ(Kept({}), (Strings{"own v1/6;|*", "own v1/0-7;|*", "a any"}));
  EXPECT_EQ(
      good(resolve(Records, wants("aten::add.out"))).Notes,
      Strings{"kernels of several libraries stay for these operators, because the selection names "
              "no dtypes and no single library has all dtypes; name the dtypes, or select by "
              "models: 'aten::add.out'"});
  EXPECT_EQ(good(resolve(Records, wants("aten::add.out", {Half, Mixed}))).Notes,
            Strings{"'aten::add.out-any-a' serves the calls with dtypes ComplexHalf, which "
                    "'aten::add.out-fallback-own' does not take"});
}

TEST(RegisteredKernels, DropsAFallbackIfABetterOneTakesAllItsCalls) {
  std::vector<KernelRecord> Records{recordOf("aten::add.out", "fallback", "v1/0-7;|*", "b"),
                                    recordOf("aten::add.out", "fallback", "v1/0-7,11;|*", "c", 1),
                                    recordOf("aten::add.out", "fallback", "v1/5-9;|*", "d")};
  EXPECT_EQ(table(Records, everything()), (Strings{"c v1/0-7,11;|*", "d v1/5-9;|*"}));
  Records.push_back(recordOf("aten::add.out", "fallback", "", "user", 100));
  EXPECT_EQ(table(Records, everything()), Strings{"user any"});
}

// ExecuTorch's own registry compares keys as texts, and has one fallback kernel per operator.
TEST(RegisteredKernels, WithExecuTorchsOwnRegistry) {
  const std::vector<KernelRecord> Records = twoLibraries();
  ResolveOptions Options;
  Options.ComparesKeys = true;
  const auto Kept = [&](const std::vector<std::string> &Keys) {
    return table(Records, wants("aten::add.out", Keys), Options);
  };
  EXPECT_EQ(Kept({Mixed}), Strings{"own any"});
  EXPECT_EQ(Kept({Half}), Strings{"a any"});
  // Without a schema, the key may have or lack the repeated result, so the table gets both texts.
  EXPECT_EQ(Kept({Half, Mixed}),
            (Strings{"own v1/6;0|4;0|6;0|6;0", "own v1/6;0|4;0|6;0|6;0|6;0", "a any"}));
  // If one kernel serves all calls, its entry needs no key, so the selection need not name calls.
  const KernelRecord Few[] = {Records[0], Records[2]};
  EXPECT_EQ(table(Few, wants("aten::add.out"), Options), Strings{"own any"});
}

TEST(RegisteredKernels, ErrorsNameTheDtypesOfMixes) {
  const KernelRecord Records[] = {recordOf("aten::add.out", "fallback", "v1/5-6;|3;|*", "b")};
  auto Plan = resolve(Records, wants("aten::add.out", {Half}));
  EXPECT_EQ(
      toString(Plan.takeError()),
      "test: operator 'aten::add.out' has no kernel for dtypes ComplexHalf (key '" +
          std::string(Half) +
          "') and no fallback kernel; the registered kernels are for dtypes mixes of Int, Half, "
          "Float");
}
