// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests the entries of the registration table in a program that has kernels of ET_KERNEL and
// self-registered kernels. et-prune's registry for ExecuTorch
// (runtime/executorch/operator_registry.cpp) matches keys by the rules of et-prune's runtime.
// ExecuTorch's own registry compares keys as text, so its table needs the exact key of each call.

#include "Registry/Resolver.h"
#include "TestObjects.h"

namespace table_entries {

constexpr const char *Schema = "add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) "
                               "out) -> Tensor(a!)";
constexpr const char *Call = "v1/6;0,1|6;0,1|6;0,1|6;0,1";

KernelRecord record(StringRef Op, StringRef Variant, StringRef Key) {
  KernelRecord Record = recordOf(Op, Variant, Key, "ours");
  Record.Schema = Schema;
  Record.Arguments = callArguments(Schema);
  return Record;
}

KernelRecord stock(StringRef Key) {
  KernelRecord Record = recordOf("aten::add.out", Key.empty() ? "any" : Key, Key, "stock",
                                 std::numeric_limits<int>::min());
  Record.IsSelfRegistered = true;
  return Record;
}

std::vector<KernelRecord> add() {
  return {record("aten::add.out", "Float", "v1/6;|*"), record("aten::add.out", "Int", "v1/3;|*"),
          stock("")};
}

Selection wants(const Strings &Keys, bool IsModel = false) {
  Selection Wanted = test::wants("aten::add.out", Keys);
  if (IsModel)
    Wanted.Ops["aten::add.out"].ArgumentKinds[std::string(5, '?')].insert({"test"});
  return Wanted;
}

/// Returns "library variant key" for each entry, or the error. An entry without a key has "none".
/// ComparesKeys is true for ExecuTorch's own registry.
Strings table(ArrayRef<KernelRecord> Records, const Selection &Wanted, bool ComparesKeys = true) {
  ResolveOptions Options;
  Options.ComparesKeys = ComparesKeys;
  auto Plan = resolve(Records, Wanted, Options);
  if (!Plan)
    return {toString(Plan.takeError())};
  Strings Lines;
  for (const auto &[Record, Key] : Plan->Table)
    Lines.push_back(Record->Library + " " + Record->Variant + " " + Key.value_or("none"));
  return Lines;
}

TEST(TableEntries, OurRegistryGetsTheKeysOfTheRecords) {
  EXPECT_EQ(table(add(), wants({}), false),
            (Strings{"ours Float v1/6;|*", "ours Int v1/3;|*", "stock any none"}));
  EXPECT_EQ(table(add(), wants({Call}, true), false), Strings{"ours Float v1/6;|*"});
}

TEST(TableEntries, FullImageHasNoEntriesForSelfRegisteredKernels) {
  EXPECT_EQ(table(add(), everything(), false), (Strings{"ours Float v1/6;|*", "ours Int v1/3;|*"}));
  // ExecuTorch's own registry gets no kernels of ET_KERNEL here: no exact keys of calls are known.
  EXPECT_EQ(table(add(), everything()), Strings{});
}

TEST(TableEntries, OnlyKernelOfAnOperatorNeedsNoKey) {
  EXPECT_EQ(table(add(), wants({Call}, true)), Strings{"ours Float none"});
  EXPECT_EQ(table(add(), wants({"v1/6;"})), Strings{"ours Float none"});
  EXPECT_EQ(table(add()[0], wants({})), Strings{"ours Float none"});
}

TEST(TableEntries, SeveralKernelsGetTheKeysOfTheCalls) {
  const std::string Transposed = "v1/6;1,0|6;0,1|6;0,1|6;0,1";
  EXPECT_EQ(
      table(add(), wants({Call, Transposed, "v1/7;0|7;0|7;0|7;0"}, true)),
      (Strings{"ours Float " + std::string(Call), "ours Float " + Transposed, "stock any none"}));
  // Tensors of rank 0 have no dim order, so these are exact keys of calls, too.
  EXPECT_EQ(table(add(), wants({"v1/6;|6;|6;|6;", "v1/7;|7;|7;|7;"}, true)),
            (Strings{"ours Float v1/6;|6;|6;|6;", "stock any none"}));
}

TEST(TableEntries, SeveralKernelsNeedAModelsCalls) {
  const Strings Error = {
      "these operators have several kernels, but the selection lacks the exact keys of the "
      "operators' calls; ExecuTorch's own registry finds such kernels only by these keys; select "
      "by the models that the program runs, without --ignore-dtypes, or replace ExecuTorch's "
      "registry by runtime/executorch/operator_registry.cpp\n>>> test: 'aten::add.out'"};
  EXPECT_EQ(table(add(), wants({})), Error);
  EXPECT_EQ(table(add(), wants({"v1/6;", "v1/3;"})), Error);
  EXPECT_EQ(table(add(), wants({"v1/6;|6;|6;", "v1/3;|3;|3;"})), Error);
}

TEST(TableEntries, SelfRegisteredKernelsKeepTheirKeys) {
  const std::vector<KernelRecord> Records = {stock(Call), stock("")};
  EXPECT_EQ(table(Records, wants({})),
            (Strings{"stock any none", "stock " + std::string(Call) + " " + Call}));
  EXPECT_EQ(table(Records, wants({Call}, true)),
            Strings{"stock " + std::string(Call) + " " + Call});
  // The call repeats the key's last entry. ExecuTorch's own registry finds only the same text.
  EXPECT_EQ(table(Records, wants({std::string(Call) + "|6;0,1"}, true)), Strings{"stock any none"});
  EXPECT_EQ(table(Records, wants({std::string(Call) + "|6;0,1"}, true), false),
            Strings{"stock " + std::string(Call) + " " + Call});
}

TEST(TableEntries, TextsOfCallsRepeatTheResult) {
  const char *Optional = // a call may lack the tensor `bias`
      "op.out(Tensor a, Tensor? bias, Tensor[] more, *, Tensor(a!) out) -> Tensor(a!)";
  // A call passes the two results again as two tensors, or as one list, which has no entry.
  const char *Two =
      "max.out(Tensor a, *, Tensor(a!) out, Tensor(b!) indices) -> (Tensor(a!), Tensor(b!))";
  const struct {
    const char *Key, *Schema;
    Strings Texts;
  } Rows[] = {{"v1/6;0|6;0|6;0", Schema, {"v1/6;0|6;0|6;0|6;0"}},
              {"v1/6;0|6;0|6;0|6;0", Schema, {"v1/6;0|6;0|6;0|6;0"}},
              {"v1/6;0|4;0", "", {"v1/6;0|4;0", "v1/6;0|4;0|4;0"}},
              {"v1/6;0|6;0", Optional, {"v1/6;0|6;0|6;0"}},
              {"v1/6;0|6;0|6;0", Optional, {"v1/6;0|6;0|6;0", "v1/6;0|6;0|6;0|6;0"}},
              {"v1/6;0|6;0|6;0|6;0", Optional, {"v1/6;0|6;0|6;0|6;0"}},
              {"v1/6;0|6;0|4;0", Two, {"v1/6;0|6;0|4;0", "v1/6;0|6;0|4;0|6;0|4;0"}},
              {"v1/", Schema, {"v1/"}}};
  for (const auto &Row : Rows)
    EXPECT_EQ(textsOfCalls(Row.Key, callArguments(Row.Schema)), Row.Texts)
        << Row.Key << " of " << Row.Schema;
}

TEST(TableEntries, KeysOfModelsAreNotExtended) {
  std::vector<KernelRecord> Records = add();
  for (KernelRecord &Record : Records) {
    Record.Schema = "add.out(Tensor a, Tensor? b, Scalar c, *, Tensor(a!) out) -> Tensor(a!)";
    Record.Arguments = callArguments(Record.Schema);
  }
  const Strings Keys = {"v1/6;0|6;0|6;0", "v1/3;0|3;0|3;0"};
  EXPECT_EQ(table(Records, wants(Keys, true)),
            (Strings{"ours Float v1/6;0|6;0|6;0", "ours Int v1/3;0|3;0|3;0"}));
  EXPECT_EQ(table(Records, wants(Keys)),
            (Strings{"ours Float v1/6;0|6;0|6;0", "ours Float v1/6;0|6;0|6;0|6;0",
                     "ours Int v1/3;0|3;0|3;0", "ours Int v1/3;0|3;0|3;0|3;0"}));
}

TEST(TableEntries, CallWithoutTensorsHasNoKey) {
  const std::vector<KernelRecord> Records = {record("aten::add.out", "none", "v1/"),
                                             record("aten::add.out", "Float", "v1/6;|*")};
  EXPECT_EQ(table(Records, wants({"v1/", Call}, true)),
            (Strings{"ours Float " + std::string(Call), "ours none none"}));
}

} // namespace table_entries
