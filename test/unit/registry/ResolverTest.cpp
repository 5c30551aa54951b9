// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The resolver: which kernels a selection keeps, and what it says where there are none. The cases
// of key_cases.h are those that the runtime's lookup is tested with.

#include "Registry/Resolver.h"
#include "UnitTest.h"

#include "key_cases.h"

#include <random>

namespace {

KernelRecord record(const std::string &Op, const std::string &Variant, const std::string &Key,
                    const std::string &Library = "portable", int Priority = 0) {
  static InputObject Object;
  Object.Name = "libkernels.a(op.o)";
  KernelRecord Record;
  Record.Op = Op;
  Record.Variant = Variant;
  Record.Library = Library;
  if (!Key.empty())
    Record.Key = Key;
  Record.Priority = Priority;
  Record.Object = &Object;
  return Record;
}

/// Asks for `Op` from "test"; without keys for all of it.
Selection wants(const std::string &Op, const Strings &Keys = {}) {
  Selection Wanted;
  SelectedOp &Entry = Wanted.Ops[Op];
  Entry.Askers.insert({"test"});
  Entry.AllKernels = Keys.empty();
  for (const std::string &Key : Keys)
    Entry.Keys[Key].insert({"test"});
  return Wanted;
}

Strings ids(const PrunePlan &Plan) {
  Strings Ids;
  for (const PlannedKernel &Kernel : Plan.Kept)
    Ids.push_back(Kernel.Record->id());
  return Ids;
}

/// What is kept, variants only; a failed test where there is an error.
Strings kept(ArrayRef<KernelRecord> Records, const Selection &Wanted,
             const ResolveOptions &Options = {}) {
  auto Plan = resolve(Records, Wanted, Options);
  if (!Plan) {
    ADD_FAILURE() << toString(Plan.takeError());
    return {};
  }
  EXPECT_EQ(Plan->Kept.size() + Plan->Dropped.size(), Records.size());
  Strings Variants;
  for (const PlannedKernel &Kernel : Plan->Kept)
    Variants.push_back(Kernel.Record->Variant);
  return Variants;
}

/// The messages, one for each problem.
Strings errors(ArrayRef<KernelRecord> Records, const Selection &Wanted) {
  Strings Messages;
  auto Plan = resolve(Records, Wanted);
  if (Plan)
    ADD_FAILURE() << "no error";
  else
    handleAllErrors(Plan.takeError(),
                    [&](const ErrorInfoBase &E) { Messages.push_back(E.message()); });
  return Messages;
}

std::vector<KernelRecord> add() {
  return {record("aten::add.out", "Double", "v1/7;|*"), record("aten::add.out", "Float", "v1/6;|*"),
          record("aten::add.out", "fallback", "")};
}

/// Kernels of several tensors, and no fallback.
std::vector<KernelRecord> gather() {
  return {record("aten::gather.out", "Float", "v1/6;|4;|6;"),
          record("aten::gather.out", "Long", "v1/4;|4;|4;"),
          record("aten::gather.out", "LongFloat", "v1/4;|4;|6;")};
}

TEST(Resolver, DecidesAsTheRuntimeDoes) {
  for (const key_cases::KeyCase &Case : key_cases::kCases) {
    SCOPED_TRACE(Case.what);
    std::vector<KernelRecord> Records{record("aten::other.out", "other", "")};
    std::string Expected;
    for (size_t I = 0; I < std::size(Case.kernels) && Case.kernels[I]; ++I) {
      std::string Variant = "k" + std::to_string(I), Key = Case.kernels[I];
      if (Case.expected && Key == Case.expected)
        Expected = Variant;
      Records.push_back(record("aten::op.out", Variant, Key == key_cases::kFallback ? "" : Key));
    }
    if (Case.expected)
      EXPECT_EQ(kept(Records, wants("aten::op.out", {Case.call})), Strings{Expected});
    else
      EXPECT_EQ(errors(Records, wants("aten::op.out", {Case.call})).size(), 1u);
  }
}

TEST(Resolver, AllKernelsStandsAboveKeys) {
  Selection Wanted = wants("aten::add.out", {"v1/6;"});
  Wanted.Ops["aten::add.out"].AllKernels = true;
  EXPECT_EQ(kept(add(), Wanted), (Strings{"Double", "Float", "fallback"}));
}

TEST(Resolver, FullKeyWithoutKernel) {
  EXPECT_EQ(errors(gather(), wants("aten::gather.out", {"v1/6;0|6;0|6;0"})),
            Strings{"test: operator 'aten::gather.out' has no kernel for dtypes Float (key "
                    "'v1/6;0|6;0|6;0') and no fallback; it exists for dtypes (Float, Long, Float), "
                    "(Long, Long, Float), Long"});
}

TEST(Resolver, KeysThatAreDtypes) {
  const std::vector<KernelRecord> Several{record("aten::x", "FL", "v1/6;|4;"),
                                          record("aten::x", "FD", "v1/6;|7;"),
                                          record("aten::x", "LF", "v1/4;|6;")};
  const struct {
    const char *What;
    std::vector<KernelRecord> Records;
    Strings Keys, Kept;
  } Rows[] = {
      {"the kernel of this dtype", add(), {"v1/6;"}, {"Float"}},
      {"the kernel that is all of it", gather(), {"v1/4;"}, {"Long"}},
      {"else the kernel that begins with it", gather(), {"v1/6;"}, {"Float"}},
      {"all that begin with it", Several, {"v1/6;"}, {"FD", "FL"}},
      {"else the fallback", add(), {"v1/3;"}, {"fallback"}},
      {"of several keys the union", add(), {"v1/6;", "v1/7;0|7;0|7;0"}, {"Double", "Float"}},
      {"and the fallback", add(), {"v1/6;", "v1/3;0|3;0|3;0"}, {"Float", "fallback"}},
  };
  for (const auto &Row : Rows)
    EXPECT_EQ(kept(Row.Records, wants(Row.Records[0].Op, Row.Keys)), Row.Kept) << Row.What;
}

TEST(Resolver, OneEntryWithDimOrderIsACall) {
  // Not "everything that begins with Float": the call has one tensor.
  EXPECT_EQ(errors(gather(), wants("aten::gather.out", {"v1/6;0,1"})).size(), 1u);
}

TEST(Resolver, EveryKernelKnowsWhoAsked) {
  Selection Wanted = wants("aten::add.out", {"v1/6;"});
  Wanted.Ops["aten::add.out"].Keys["v1/6;0|6;0|6;0"].insert({"model.pte"});
  auto Records = add();
  PrunePlan Plan = cantFail(resolve(Records, Wanted));
  ASSERT_EQ(Plan.Kept.size(), 1u);
  EXPECT_EQ(Plan.Kept[0].Askers, (std::set<Asker>{{"test"}, {"model.pte"}}));
}

TEST(Resolver, PlanIsInTableOrder) {
  std::vector<KernelRecord> Records{
      record("aten::mm.out", "a", ""), record("aten::add.out", "z", "v1/6;|*", "b"),
      record("aten::add.out", "z", "v1/7;|*", "a"), record("aten::add.out", "b", "v1/4;|*", "z")};
  Selection All;
  All.AllOperators = true;
  EXPECT_EQ(ids(cantFail(resolve(Records, All))),
            (Strings{"aten::add.out-b-z", "aten::add.out-z-a", "aten::add.out-z-b",
                     "aten::mm.out-a-portable"}));
  PrunePlan None = cantFail(resolve(Records, {}));
  ASSERT_EQ(None.Dropped.size(), 4u);
  EXPECT_TRUE(llvm::is_sorted(None.Dropped, [](const auto *A, const auto *B) { return *A < *B; }));
}

//===- Libraries ----------------------------------------------------------===//

TEST(Resolver, HigherPriorityWinsEachKeyOfItsOwn) {
  std::vector<KernelRecord> Records{
      record("aten::mm.out", "Float", "v1/6;|*", "fast", 10),
      record("aten::mm.out", "Float", "v1/6;|*", "portable", 0),
      record("aten::mm.out", "Int", "v1/3;|*", "portable", 0),
      record("aten::mm.out", "Int", "v1/3;|*", "slow", -1),
  };
  Strings Winners{"aten::mm.out-Float-fast", "aten::mm.out-Int-portable"};
  EXPECT_EQ(ids(cantFail(resolve(Records, wants("aten::mm.out")))), Winners);
  Selection All;
  All.AllOperators = true;
  EXPECT_EQ(ids(cantFail(resolve(Records, All))), Winners);
}

TEST(Resolver, TieNamesBoth) {
  std::vector<KernelRecord> Records{record("aten::mm.out", "Float", "v1/6;|*", "a", 5),
                                    record("aten::mm.out", "Float", "v1/6;|*", "b", 5),
                                    record("aten::mm.out", "fallback", "", "a"),
                                    record("aten::mm.out", "fallback", "", "b")};
  Strings Found = errors(Records, wants("aten::mm.out"));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0],
            "operator 'aten::mm.out' for dtype any has several kernels of priority 0; give "
            "one library another ET_KERNEL_LIBRARY_PRIORITY\n"
            ">>> 'aten::mm.out-fallback-a' in libkernels.a(op.o)\n"
            ">>> 'aten::mm.out-fallback-b' in libkernels.a(op.o)");
  EXPECT_TRUE(contains(Found[1], "for dtype Float has several kernels of priority 5"));
}

TEST(Resolver, TieWithinALibraryAsksForAnotherKey) {
  EXPECT_EQ(errors({record("aten::mm.out", "Float", "v1/6;|*", "a", 5),
                    record("aten::mm.out", "Real", "v1/6;|*", "a", 5)},
                   wants("aten::mm.out")),
            Strings{"operator 'aten::mm.out' for dtype Float has several kernels in library 'a'; "
                    "give one another key\n"
                    ">>> 'aten::mm.out-Float-a' in libkernels.a(op.o)\n"
                    ">>> 'aten::mm.out-Real-a' in libkernels.a(op.o)"});
}

TEST(Resolver, TieBelowTheWinnerDoesNotMatter) {
  std::vector<KernelRecord> Records{record("aten::mm.out", "Float", "v1/6;|*", "a", 5),
                                    record("aten::mm.out", "Float", "v1/6;|*", "b", 5),
                                    record("aten::mm.out", "Float", "v1/6;|*", "c", 6)};
  EXPECT_EQ(ids(cantFail(resolve(Records, wants("aten::mm.out")))),
            Strings{"aten::mm.out-Float-c"});
}

TEST(Resolver, SameKernelTwice) {
  std::vector<KernelRecord> Records{record("aten::mm.out", "Float", "v1/6;|*"),
                                    record("aten::mm.out", "Float", "v1/6;|*")};
  EXPECT_EQ(errors(Records, wants("aten::mm.out")),
            Strings{"kernel 'aten::mm.out-Float-portable' is registered twice; link one of the "
                    "two\n>>> in libkernels.a(op.o)\n>>> in libkernels.a(op.o)"});
}

//===- Names --------------------------------------------------------------===//

std::vector<KernelRecord> overloads() {
  return {record("aten::add", "exact", ""),         record("aten::add.Scalar_out", "scalar", ""),
          record("aten::add.out", "out", ""),       record("aten::add_relu.out", "relu", ""),
          record("aten::mul.Scalar", "scalar", ""), record("aten::mul.out", "out", "")};
}

TEST(Resolver, NameWithoutOverloadSelectsAllWithANote) {
  Selection Wanted = wants("aten::mul");
  Wanted.Ops["aten::mul"].AllOverloads = true;
  auto Records = overloads();
  PrunePlan Plan = cantFail(resolve(Records, Wanted));
  EXPECT_EQ(ids(Plan), (Strings{"aten::mul.Scalar-scalar-portable", "aten::mul.out-out-portable"}));
  EXPECT_EQ(Plan.Notes, Strings{"test: 'aten::mul' names no overload and selects all of them: "
                                "'aten::mul.Scalar', 'aten::mul.out'"});
}

TEST(Resolver, ExactNameComesBeforeOverloads) {
  Selection Wanted = wants("aten::add");
  Wanted.Ops["aten::add"].AllOverloads = true;
  auto Records = overloads();
  PrunePlan Plan = cantFail(resolve(Records, Wanted));
  EXPECT_EQ(ids(Plan), Strings{"aten::add-exact-portable"});
  EXPECT_TRUE(Plan.Notes.empty());
  Wanted.Ops["aten::add"].OverloadsBesideExact = true;
  EXPECT_EQ(kept(Records, Wanted), (Strings{"exact", "scalar", "out"}));
}

TEST(Resolver, ModelsMeanExactlyWhatTheyName) {
  EXPECT_EQ(errors(overloads(), wants("aten::mul")),
            Strings{"test: operator 'aten::mul' is not registered by any kernel library; did you "
                    "mean 'aten::mul.Scalar'?"});
}

TEST(Resolver, EverythingMissingAtOnceWithNearestNames) {
  Selection Wanted = wants("aten::ad.out");
  Wanted.merge(wants("custom::transmogrify.out"));
  Wanted.merge(wants("aten::add.out", {"v1/6;"}));
  std::vector<KernelRecord> Records = gather();
  Records.push_back(record("aten::add.out", "Int", "v1/3;|*"));
  EXPECT_EQ(errors(Records, Wanted),
            (Strings{"test: operator 'aten::ad.out' is not registered by any kernel library; did "
                     "you mean 'aten::add.out'?",
                     "test: operator 'aten::add.out' has no kernel for dtypes Float (key 'v1/6;') "
                     "and no fallback; it exists for dtypes Int",
                     "test: operator 'custom::transmogrify.out' is not registered by any kernel "
                     "library"}));
}

TEST(Resolver, TiesAndWhatIsMissingAtOnce) {
  std::vector<KernelRecord> Records{record("aten::mm.out", "fallback", "", "a"),
                                    record("aten::mm.out", "fallback", "", "b"),
                                    record("aten::mm.out", "fallback", "", "c")};
  Strings Found = errors(Records, wants("aten::bmm.out"));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_TRUE(StringRef(Found[0]).ends_with(">>> 'aten::mm.out-fallback-a' in libkernels.a(op.o)\n"
                                            ">>> 'aten::mm.out-fallback-b' in libkernels.a(op.o)\n"
                                            ">>> 'aten::mm.out-fallback-c' in libkernels.a(op.o)"))
      << Found[0];
  EXPECT_TRUE(contains(Found[1], "did you mean 'aten::mm.out'?"));
}

TEST(Resolver, TheLibraryOfANamespaceIsNamedWhereItIsNotLinked) {
  std::vector<KernelRecord> Records{record("aten::mm.out", "fallback", "")};
  const std::string Op = "quantized_decomposed::dequantize_per_tensor.out";
  EXPECT_EQ(errors(Records, wants(Op)),
            Strings{"test: operator '" + Op +
                    "' is not registered by any kernel library\n>>> link the library of "
                    "'quantized_decomposed': EtPrune::kernels_quantized, or ExecuTorch's "
                    "quantized_ops_lib"});
  Records.push_back(record("quantized_decomposed::other.out", "fallback", ""));
  EXPECT_EQ(errors(Records, wants(Op)),
            Strings{"test: operator '" + Op + "' is not registered by any kernel library"});
}

TEST(Resolver, KeysAreNamedWhereDtypesDoNotTellWhatIsMissing) {
  std::vector<KernelRecord> Records{record("aten::x", "Float", "v1/6;0,1|6;0,1"),
                                    record("aten::x", "Long", "v1/4;|*")};
  EXPECT_EQ(errors(Records, wants("aten::x", {"v1/6;1,0|6;1,0"})),
            Strings{"test: operator 'aten::x' has no kernel for dtypes Float (key "
                    "'v1/6;1,0|6;1,0') and no fallback; it exists for keys 'v1/4;|*', "
                    "'v1/6;0,1|6;0,1'"});
}

TEST(Resolver, AModelMeansItsNameBesideAListThatMeansAllOverloads) {
  Selection Wanted = wants("aten::mul");
  Wanted.Ops["aten::mul"].AllOverloads = true;
  Wanted.Ops["aten::mul"].ArgumentKinds[std::string(3, '?')].insert({"model"});
  EXPECT_EQ(errors(overloads(), Wanted),
            Strings{"model: operator 'aten::mul' is not registered by any kernel library; did you "
                    "mean 'aten::mul.Scalar'?"});
}

//===- Arguments ----------------------------------------------------------===//

/// Kernels of two versions of an operator.
std::vector<KernelRecord> conv() {
  std::vector<KernelRecord> Records{record("a::conv.out", "Float", "v1/6;|*", "new"),
                                    record("a::conv.out", "Half", "v1/5;|*", "old"),
                                    record("a::conv.out", "Int", "v1/3;|*", "unknown")};
  Records[0].Schema = "conv.out(Tensor x, int[2] pad=[0, 0], *, Tensor(a!) out) -> Tensor(a!)";
  Records[1].Schema = "conv.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)";
  return Records;
}

/// Calls of `Key` with a number of arguments from each of `Who`.
Selection calls(const std::string &Key, unsigned Count, const Strings &Who) {
  Selection Wanted;
  SelectedOp &Op = Wanted.Ops["a::conv.out"];
  for (const std::string &Text : Who) {
    Op.Askers.insert({Text});
    Op.Keys[Key].insert({Text});
    Op.ArgumentKinds[std::string(Count, '?')].insert({Text});
  }
  return Wanted;
}

TEST(Resolver, ArgumentsAreThoseOfTheKernelThatServesTheCall) {
  EXPECT_EQ(kept(conv(), calls("v1/6;0|6;0|6;0", 4, {"m"})), Strings{"Float"});
  EXPECT_EQ(kept(conv(), calls("v1/5;0|5;0|5;0", 3, {"m"})), Strings{"Half"});
  Selection Both = calls("v1/6;0|6;0|6;0", 4, {"m"});
  Both.merge(calls("v1/5;0|5;0|5;0", 3, {"n"}));
  EXPECT_EQ(kept(conv(), Both), (Strings{"Float", "Half"}));
}

TEST(Resolver, ArgumentsOfAnotherVersion) {
  EXPECT_EQ(errors(conv(), calls("v1/6;0|6;0|6;0", 3, {"m: instruction 1", "m: instruction 7"})),
            Strings{"m: instruction 1: operator 'a::conv.out' is called with 3 arguments, the "
                    "result included, and the kernel takes 4 (conv.out(Tensor x, int[2] pad=[0, "
                    "0], *, Tensor(a!) out) -> Tensor(a!)); the program is of another version "
                    "than the kernels: export it for theirs, or link those of its version\n"
                    ">>> and so does m: instruction 7"});
  EXPECT_EQ(errors(conv(), calls("v1/5;0|5;0|5;0", 4, {"m"})).size(), 1u);
}

TEST(Resolver, ArgumentsOfAnUnknownSchema) {
  EXPECT_EQ(kept(conv(), calls("v1/3;0|3;0", 9, {"m"})), Strings{"Int"});
}

TEST(Resolver, ArgumentsAreNotComparedWhereNoKernelServesTheCall) {
  Strings Found = errors(conv(), calls("v1/7;0|7;0", 9, {"m"}));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(contains(Found[0], "no kernel for dtypes Double"));
}

TEST(Resolver, ArgumentsOfACallWithoutKeys) {
  Selection Wanted = calls("v1/6;0|6;0|6;0", 3, {"m"});
  Wanted.Ops["a::conv.out"].Keys.clear();
  Wanted.Ops["a::conv.out"].AllKernels = true;
  EXPECT_EQ(errors(conv(), Wanted).size(), 1u);
}

TEST(Resolver, NoLibraryAtAll) {
  EXPECT_EQ(errors({}, wants("aten::add.out")),
            Strings{"test: operator 'aten::add.out' is not registered by any kernel library; no "
                    "kernel library is linked at all"});
}

//===- What is left out ---------------------------------------------------===//

Selection without(Selection Wanted, const Strings &Names) {
  for (const std::string &Name : Names)
    Wanted.Dropped[Name].insert({"--drop"});
  return Wanted;
}

Selection everything() {
  Selection All;
  All.AllOperators = true;
  return All;
}

TEST(Resolver, DropsOperatorsWhoeverAsked) {
  Selection Wanted = wants("aten::add.out");
  Wanted.merge(wants("aten::mul.out"));
  auto Records = overloads();
  PrunePlan Plan = cantFail(resolve(Records, without(Wanted, {"aten::add.out"})));
  EXPECT_EQ(ids(Plan), Strings{"aten::mul.out-out-portable"});
  EXPECT_EQ(Plan.Notes, Strings{"operator 'aten::add.out' is left out although test asks for it"});
}

TEST(Resolver, DropsFromEverything) {
  auto Records = overloads();
  for (bool TableInScript : {false, true}) {
    ResolveOptions Options;
    Options.TableInScript = TableInScript;
    PrunePlan Plan = cantFail(
        resolve(Records, without(everything(), {"aten::mul.out", "aten::add_relu.out"}), Options));
    EXPECT_FALSE(Plan.Everything);
    EXPECT_TRUE(Plan.Notes.empty());
    EXPECT_EQ(ids(Plan),
              (Strings{"aten::add-exact-portable", "aten::add.Scalar_out-scalar-portable",
                       "aten::add.out-out-portable", "aten::mul.Scalar-scalar-portable"}));
  }
}

TEST(Resolver, DropFollowsTheRuleForNames) {
  // The operator of exactly this name, else all overloads.
  EXPECT_EQ(kept(overloads(), without(everything(), {"aten::add"})),
            (Strings{"scalar", "out", "relu", "scalar", "out"}));
  EXPECT_EQ(kept(overloads(), without(everything(), {"aten::mul"})),
            (Strings{"exact", "scalar", "out", "relu"}));
  // The other names are expanded first.
  Selection Mul = wants("aten::mul");
  Mul.Ops["aten::mul"].AllOverloads = true;
  EXPECT_EQ(kept(overloads(), without(Mul, {"aten::mul.Scalar"})), Strings{"out"});
  EXPECT_EQ(kept(overloads(), without(Mul, {"aten::mul"})), Strings{});
  auto Records = overloads();
  PrunePlan Plan = cantFail(resolve(Records, without(Mul, {"aten::mul.Scalar"})));
  EXPECT_EQ(Plan.Notes,
            (Strings{"operator 'aten::mul.Scalar' is left out although test asks for it",
                     "test: 'aten::mul' names no overload and selects all of them: "
                     "'aten::mul.out'"}));
}

TEST(Resolver, DropsWhatIsNotThereOrHasNoKernelForIt) {
  Selection Wanted = wants("custom::f.out");
  Wanted.merge(wants("aten::gather.out", {"v1/5;0|5;0|5;0"}));
  EXPECT_EQ(errors(gather(), Wanted).size(), 2u);
  EXPECT_EQ(kept(gather(), without(Wanted, {"custom::f", "aten::gather.out"})), Strings{});
}

TEST(Resolver, DropThatHitsNothing) {
  Selection Wanted = wants("aten::mul.out");
  Wanted.merge(wants("aten::add.Scalar_out"));
  EXPECT_EQ(errors(overloads(), without(Wanted, {"aten::mul.oul", "aten::add.out", "my::ops.out"})),
            (Strings{"--drop: operator 'aten::add.out' is not selected; did you mean "
                     "'aten::mul.out'?",
                     "--drop: operator 'aten::mul.oul' is not selected; did you mean "
                     "'aten::mul.out'?",
                     "--drop: operator 'my::ops.out' is not selected; leave the option out"}));
  // aten::add is an operator of its own here, and nobody asks for it.
  EXPECT_EQ(errors(overloads(), without(Wanted, {"aten::add"})),
            Strings{"--drop: operator 'aten::add' is not selected; did you mean "
                    "'aten::add.Scalar_out'?"});
  EXPECT_EQ(errors(overloads(), without({}, {"aten::add"})),
            Strings{"--drop: operator 'aten::add' is not selected; leave the option out"});
}

//===- Backends -----------------------------------------------------------===//

TEST(Resolver, BackendsStayUnlessTheyAreDropped) {
  std::vector<KernelRecord> Records{record("aten::x.out", "x", ""),
                                    record("et_backend::One", "one", ""),
                                    record("et_backend::Two", "two", "")};
  Selection Wanted = wants("aten::x.out");
  EXPECT_EQ(kept(Records, Wanted), Strings({"x", "one", "two"}));
  Wanted.Backends["Two"].insert({"model"});
  EXPECT_EQ(kept(Records, Wanted), Strings({"x", "one", "two"}));

  ResolveOptions DropBackends;
  DropBackends.DropBackends = true;
  EXPECT_EQ(kept(Records, Wanted, DropBackends), Strings({"x", "two"}));
  auto Plan = resolve(Records, Wanted, DropBackends);
  ASSERT_TRUE(bool(Plan));
  EXPECT_EQ(Plan->Kept[1].Askers, std::set<Asker>({{"model"}}));
  EXPECT_EQ(kept(Records, wants("et_backend::One"), DropBackends), Strings({"one"}));
  Wanted.AllOperators = true;
  EXPECT_EQ(kept(Records, Wanted, DropBackends), Strings({"x", "one", "two"}));
}

TEST(Resolver, ABackendThatIsNotThere) {
  std::vector<KernelRecord> Records{record("aten::x.out", "x", ""),
                                    record("et_backend::One", "one", "")};
  Selection Wanted;
  Wanted.Backends["Two"].insert({"model"});
  EXPECT_EQ(errors(Records, Wanted),
            Strings({"model: backend 'Two' is not registered by any library of the link; link one "
                     "that has it, or, where something else makes it known, say --drop "
                     "et_backend::Two"}));
  ResolveOptions SelfRegistering;
  SelfRegistering.HasSelfRegisteredBackends = true;
  EXPECT_EQ(kept(Records, Wanted, SelfRegistering), Strings({"one"}));
  Wanted.Dropped["et_backend::Two"].insert({"--drop"});
  EXPECT_EQ(kept(Records, Wanted), Strings({"one"}));
  Wanted.Dropped["et_backend::One"].insert({"--drop"});
  EXPECT_EQ(kept(Records, Wanted), Strings());
}

//===- The law ------------------------------------------------------------===//

TEST(Resolver, KeysNeverKeepMoreThanTheOperatorAlone) {
  std::mt19937 Random(20240611);
  const char *Dtypes[] = {"3", "4", "6", "7"};
  auto Dtype = [&] { return Dtypes[Random() % 4]; };
  auto Key = [&](bool Call) {
    std::string Text = "v1/";
    for (unsigned I = 0, Count = 1 + Random() % 3; I < Count; ++I)
      Text += std::string(I ? "|" : "") + Dtype() + (Call ? ";0,1" : ";");
    return Text + (!Call && Random() % 3 == 0 ? "|*" : "");
  };
  for (int Round = 0; Round < 500; ++Round) {
    std::vector<KernelRecord> Records{record("aten::x", "fallback", "")};
    for (int I = 0; I < 5; ++I)
      Records.push_back(record("aten::x", "k" + std::to_string(I), Key(false), "l", I));
    Strings Keys{Key(true), Key(false), Key(true)};
    Selection Wanted = wants("aten::x", Keys);
    ResolveOptions IgnoreKeys;
    IgnoreKeys.IgnoreKeys = true;
    Strings With = kept(Records, Wanted), Without = kept(Records, Wanted, IgnoreKeys);
    EXPECT_EQ(Without, kept(Records, wants("aten::x")));
    llvm::sort(With);
    llvm::sort(Without);
    EXPECT_TRUE(std::includes(Without.begin(), Without.end(), With.begin(), With.end()));
    EXPECT_FALSE(With.empty());
  }
}

} // namespace

namespace {

constexpr DtypeSet Long = 1 << 4, Float = 1 << 6;

/// The calls that an operator's only kernel, one for any dtype, is planned for; none where it is
/// planned for any.
std::optional<CallDtypesSet> plannedCalls(const Selection &Wanted,
                                          const ResolveOptions &Options = {}) {
  const KernelRecord Any = record("x::f", "any", "");
  auto Plan = resolve(Any, Wanted, Options);
  EXPECT_TRUE(bool(Plan)) << toString(Plan.takeError());
  const PlannedKernel &Kernel = Plan->Kept.at(0);
  return Kernel.HasAnyDtypes ? std::nullopt : std::optional(Kernel.Dtypes);
}

} // namespace

TEST(ResolverDtypes, OfNamesOfDtypes) {
  EXPECT_TRUE(plannedCalls(wants("x::f", {"v1/6;"})) == (CallDtypesSet{{{Float}, false}}));
  // Each of them may be anywhere.
  EXPECT_TRUE(plannedCalls(wants("x::f", {"v1/6;", "v1/4;"})) ==
              (CallDtypesSet{{{Float | Long}, false}}));
}

TEST(ResolverDtypes, OfKeysOfCalls) {
  // Keys do not tell of lists.
  EXPECT_TRUE(plannedCalls(wants("x::f", {"v1/6;0|4;0", "v1/6;0|6;0"})) ==
              (CallDtypesSet{{{Float | Long}, true}, {{Float}, true}}));
}

TEST(ResolverDtypes, OfModels) {
  Selection Wanted = wants("x::f", {"v1/6;0|6;0"});
  Wanted.Ops["x::f"].Calls[{{Float, 0, Float}, false}].insert({"test"});
  EXPECT_TRUE(plannedCalls(Wanted) == (CallDtypesSet{{{Float, 0, Float}, false}}));
  // Another asker's key of the same text.
  Wanted.Ops["x::f"].Keys["v1/6;0|6;0"].insert({"yaml"});
  EXPECT_TRUE(plannedCalls(Wanted) == (CallDtypesSet{{{Float, 0, Float}, false}, {{Float}, true}}));
}

TEST(ResolverDtypes, OfAnyDtype) {
  EXPECT_FALSE(plannedCalls(wants("x::f")));
  ResolveOptions Options;
  Options.IgnoreKeys = true;
  EXPECT_FALSE(plannedCalls(wants("x::f", {"v1/6;"}), Options));
  Selection Both = wants("x::f", {"v1/6;"});
  Both.Ops["x::f"].AllKernels = true;
  EXPECT_FALSE(plannedCalls(Both));
}

TEST(ResolverDtypes, KernelsThatWereMadeForSomeCalls) {
  KernelRecord Narrowed = record("x::f", "Float", "");
  Narrowed.OnlyCalls = {{{Float, 0, Float}, false}};
  EXPECT_EQ(kept(Narrowed, wants("x::f", {"v1/6;"})), Strings{"Float"});
  EXPECT_EQ(kept(Narrowed, wants("x::f")), Strings{"Float"});
  EXPECT_EQ(
      errors(Narrowed, wants("x::f", {"v1/4;"})),
      Strings{"test: operator 'x::f' is called with dtypes Long (key 'v1/4;'), and its kernel "
              "was made for other calls, with Float; prune again with this selection, too"});
}
