// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The resolver chooses the kernels that a selection keeps, and reports selected operators without a
// kernel. The resolver must choose as the runtime's lookup does, so the tests of the resolver and
// of the lookup share key_cases.h.

#include "Registry/Resolver.h"
#include "TestObjects.h"

#include "key_cases.h"

#include <random>

static Strings ids(const PrunePlan &Plan) {
  Strings Ids;
  for (const PlannedKernel &Kernel : Plan.Kept)
    Ids.push_back(Kernel.Record->id());
  return Ids;
}

static Strings kept(ArrayRef<KernelRecord> Records, const Selection &Wanted,
                    const ResolveOptions &Options = {}) {
  PrunePlan Plan = good(resolve(Records, Wanted, Options));
  EXPECT_EQ(Plan.Kept.size() + Plan.Dropped.size(), Records.size());
  Strings Variants;
  for (const PlannedKernel &Kernel : Plan.Kept)
    Variants.push_back(Kernel.Record->Variant);
  return Variants;
}

static Strings errors(ArrayRef<KernelRecord> Records, const Selection &Wanted) {
  Strings Messages;
  auto Plan = resolve(Records, Wanted);
  if (Plan)
    ADD_FAILURE() << "no error";
  else
    handleAllErrors(Plan.takeError(),
                    [&](const ErrorInfoBase &E) { Messages.push_back(E.message()); });
  return Messages;
}

static std::vector<KernelRecord> add() {
  return {recordOf("aten::add.out", "Double", "v1/7;|*"),
          recordOf("aten::add.out", "Float", "v1/6;|*"), recordOf("aten::add.out", "fallback", "")};
}

/// Returns kernels for three tensors, which may have different dtypes. There is no fallback kernel.
static std::vector<KernelRecord> gather() {
  return {recordOf("aten::gather.out", "Float", "v1/6;|4;|6;"),
          recordOf("aten::gather.out", "Long", "v1/4;|4;|4;"),
          recordOf("aten::gather.out", "LongFloat", "v1/4;|4;|6;")};
}

TEST(Resolver, DecidesAsTheRuntimeDoes) {
  for (const key_cases::KeyCase &Case : key_cases::kCases) {
    SCOPED_TRACE(Case.what);
    std::vector<KernelRecord> Records{recordOf("aten::other.out", "other", "")};
    std::string Expected;
    for (size_t I = 0; I < std::size(Case.kernels) && Case.kernels[I]; ++I) {
      std::string Variant = "k" + std::to_string(I), Key = Case.kernels[I];
      if (Case.expected && Key == Case.expected)
        Expected = Variant;
      Records.push_back(recordOf("aten::op.out", Variant, Key == key_cases::kFallback ? "" : Key));
    }
    if (Case.expected)
      EXPECT_EQ(kept(Records, wants("aten::op.out", {Case.call})), Strings{Expected});
    else
      EXPECT_EQ(errors(Records, wants("aten::op.out", {Case.call})).size(), 1u);
  }
}

TEST(Resolver, AllKernelsOverridesKeysAndThePlanNamesTheAskers) {
  Selection Wanted = wants("aten::add.out", {"v1/6;"});
  Wanted.Ops["aten::add.out"].Keys["v1/6;0|6;0|6;0"].insert({"model.pte"});
  auto Records = add();
  PrunePlan Plan = good(resolve(Records, Wanted));
  ASSERT_EQ(Plan.Kept.size(), 1u);
  EXPECT_EQ(Plan.Kept[0].Askers, (std::set<Asker>{{"test"}, {"model.pte"}}));
  Wanted.Ops["aten::add.out"].AllKernels = true;
  EXPECT_EQ(kept(Records, Wanted), (Strings{"Double", "Float", "fallback"}));
}

TEST(Resolver, KeysThatNameOnlyADtype) {
  const std::vector<KernelRecord> Several{recordOf("aten::x", "FL", "v1/6;|4;"),
                                          recordOf("aten::x", "FD", "v1/6;|7;"),
                                          recordOf("aten::x", "LF", "v1/4;|6;")};
  const struct {
    const char *What;
    std::vector<KernelRecord> Records;
    Strings Keys, Kept;
  } Rows[] = {
      {"the kernel for any number of tensors of the dtype", add(), {"v1/6;"}, {"Float"}},
      {"the kernel whose tensors all have the dtype", gather(), {"v1/4;"}, {"Long"}},
      {"else the kernel whose first tensor has the dtype", gather(), {"v1/6;"}, {"Float"}},
      {"every kernel whose first tensor has the dtype", Several, {"v1/6;"}, {"FD", "FL"}},
      {"no kernel for the dtype: the fallback", add(), {"v1/3;"}, {"fallback"}},
      {"two keys: the kernels for both", add(), {"v1/6;", "v1/7;0|7;0|7;0"}, {"Double", "Float"}},
      {"two keys, one without a kernel: the fallback, too",
       add(),
       {"v1/6;", "v1/3;0|3;0|3;0"},
       {"Float", "fallback"}},
  };
  for (const auto &Row : Rows)
    EXPECT_EQ(kept(Row.Records, wants(Row.Records[0].Op, Row.Keys)), Row.Kept) << Row.What;
}

TEST(Resolver, PlanIsInTableOrder) {
  std::vector<KernelRecord> Records{recordOf("aten::mm.out", "a", ""),
                                    recordOf("aten::add.out", "z", "v1/6;|*", "b"),
                                    recordOf("aten::add.out", "z", "v1/7;|*", "a"),
                                    recordOf("aten::add.out", "b", "v1/4;|*", "z")};
  EXPECT_EQ(ids(good(resolve(Records, everything()))),
            (Strings{"aten::add.out-b-z", "aten::add.out-z-a", "aten::add.out-z-b",
                     "aten::mm.out-a-portable"}));
  PrunePlan None = good(resolve(Records, {}));
  ASSERT_EQ(None.Dropped.size(), 4u);
  EXPECT_TRUE(llvm::is_sorted(None.Dropped, [](const auto *A, const auto *B) { return *A < *B; }));
}

//===- Libraries ----------------------------------------------------------===//

TEST(Resolver, HigherPriorityWinsForEachKey) {
  std::vector<KernelRecord> Records{recordOf("aten::mm.out", "Float", "v1/6;|*", "fast", 10),
                                    recordOf("aten::mm.out", "Float", "v1/6;|*", "portable", 0),
                                    recordOf("aten::mm.out", "Int", "v1/3;|*", "portable", 0),
                                    recordOf("aten::mm.out", "Int", "v1/3;|*", "slow", -1)};
  Strings Winners{"aten::mm.out-Float-fast", "aten::mm.out-Int-portable"};
  EXPECT_EQ(ids(good(resolve(Records, wants("aten::mm.out")))), Winners);
  EXPECT_EQ(ids(good(resolve(Records, everything()))), Winners);
  // Two kernels of equal priority are no error if a third one wins.
  Records = {recordOf("aten::mm.out", "a", "v1/6;|*", "a", 5),
             recordOf("aten::mm.out", "b", "v1/6;|*", "b", 5),
             recordOf("aten::mm.out", "c", "v1/6;|*", "c", 6)};
  EXPECT_EQ(kept(Records, wants("aten::mm.out")), Strings{"c"});
}

static std::vector<KernelRecord> overloads() {
  return {
      recordOf("aten::add", "exact", ""),         recordOf("aten::add.Scalar_out", "scalar", ""),
      recordOf("aten::add.out", "out", ""),       recordOf("aten::add_relu.out", "relu", ""),
      recordOf("aten::mul.Scalar", "scalar", ""), recordOf("aten::mul.out", "out", "")};
}

/// Returns the message about an operator that no library has.
static std::string missing(const std::string &Op, const std::string &Nearest = "",
                           const std::string &Who = "test") {
  return Who + ": operator '" + Op + "' is not registered by any kernel library" +
         (Nearest.empty() ? "" : "; did you mean '" + Nearest + "'?");
}

struct ErrorCase {
  std::vector<KernelRecord> Records;
  Selection Wanted;
  Strings Messages;
};

static std::vector<ErrorCase> errorCases() {
  Selection Several = wants("aten::ad.out"), OfAList = wants("aten::mul");
  Several.merge(wants("custom::transmogrify.out"));
  Several.merge(wants("aten::add.out", {"v1/6;"}));
  std::vector<KernelRecord> More = gather();
  More.push_back(recordOf("aten::add.out", "Int", "v1/3;|*"));
  // In a list, the name selects all overloads. A model needs an operator of exactly this name.
  OfAList.Ops["aten::mul"].AllOverloads = true;
  OfAList.Ops["aten::mul"].ArgumentKinds[std::string(3, '?')].insert({"model"});
  const std::string
      Gather = "test: operator 'aten::gather.out' has no kernel for dtypes Float (key ",
      Exists = " and no fallback kernel; the registered kernels are for dtypes (Float, Long, "
               "Float), (Long, "
               "Long, Float), Long";
  return {
      {gather(),
       wants("aten::gather.out", {"v1/6;0|6;0|6;0"}),
       {Gather + "'v1/6;0|6;0|6;0')" + Exists}},
      {gather(), wants("aten::gather.out", {"v1/6;0,1"}), {Gather + "'v1/6;0,1')" + Exists}},
      {{recordOf("aten::x", "Float", "v1/6;0,1|6;0,1"), recordOf("aten::x", "Long", "v1/4;|*")},
       wants("aten::x", {"v1/6;1,0|6;1,0"}), // no kernel has this dim order
       {"test: operator 'aten::x' has no kernel for dtypes Float (key 'v1/6;1,0|6;1,0') and no "
        "fallback kernel; the registered kernels are for keys 'v1/4;|*', 'v1/6;0,1|6;0,1'"}},
      {overloads(), wants("aten::mul"), {missing("aten::mul", "aten::mul.Scalar")}},
      {overloads(), OfAList, {missing("aten::mul", "aten::mul.Scalar", "model")}},
      {{},
       wants("aten::add.out"),
       {missing("aten::add.out") + "; no kernel library is linked at all"}},
      {More,
       Several,
       {missing("aten::ad.out", "aten::add.out"),
        "test: operator 'aten::add.out' has no kernel for dtypes Float (key 'v1/6;') and no "
        "fallback kernel; the registered kernels are for dtypes Int",
        missing("custom::transmogrify.out")}},
  };
}

static std::vector<ErrorCase> libraryErrorCases() {
  const std::string Dequantize = "quantized_decomposed::dequantize_per_tensor.out";
  return {
      // No operator of the namespace is registered, so the message names the library to link.
      {{recordOf("aten::mm.out", "fallback", "")},
       wants(Dequantize),
       {missing(Dequantize) + "\n>>> link the library of 'quantized_decomposed': "
                              "EtPrune::kernels_quantized, or ExecuTorch's quantized_ops_lib"}},
      // The library is linked, but lacks the operator.
      {{recordOf("quantized_decomposed::other.out", "fallback", "")},
       wants(Dequantize),
       {missing(Dequantize)}},
      {{recordOf("aten::mm.out", "Float", "v1/6;|*"), recordOf("aten::mm.out", "Float", "v1/6;|*")},
       wants("aten::mm.out"),
       {"kernel 'aten::mm.out-Float-portable' is registered twice; link only one of these files\n"
        ">>> in libkernels.a(op.o)\n>>> in libkernels.a(op.o)"}},
  };
}

TEST(Resolver, Errors) {
  for (const auto &Cases : {errorCases(), libraryErrorCases()})
    for (const ErrorCase &Case : Cases)
      EXPECT_EQ(errors(Case.Records, Case.Wanted), Case.Messages);
}

TEST(Resolver, ReportsTiesAndMissingOperatorsTogether) {
  std::vector<KernelRecord> Records;
  for (const char *Library : {"a", "b", "c"}) {
    Records.push_back(recordOf("aten::mm.out", "Float", "v1/6;|*", Library, 5));
    Records.push_back(recordOf("aten::mm.out", "fallback", "", Library));
  }
  Strings Found = errors(Records, wants("aten::bmm.out"));
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(Found[0],
            "operator 'aten::mm.out' for dtype any has several kernels of priority 0; change "
            "the key of one kernel, or set another ET_KERNEL_LIBRARY_PRIORITY for one library\n"
            ">>> 'aten::mm.out-fallback-a' in libkernels.a(op.o)\n"
            ">>> 'aten::mm.out-fallback-b' in libkernels.a(op.o)\n"
            ">>> 'aten::mm.out-fallback-c' in libkernels.a(op.o)");
  EXPECT_TRUE(contains(Found[1], "for dtype Float has several kernels of priority 5"));
  EXPECT_EQ(Found[2], missing("aten::bmm.out", "aten::mm.out"));
}

TEST(Resolver, NameWithoutOverloadSelectsAllOverloadsAndAddsANote) {
  const auto Records = overloads();
  const auto Plan = [&](const std::string &Op, bool BesideExact) {
    Selection Wanted = wants(Op);
    Wanted.Ops[Op].AllOverloads = true;
    Wanted.Ops[Op].OverloadsBesideExact = BesideExact;
    return good(resolve(Records, Wanted));
  };
  EXPECT_EQ(ids(Plan("aten::mul", false)),
            (Strings{"aten::mul.Scalar-scalar-portable", "aten::mul.out-out-portable"}));
  EXPECT_EQ(Plan("aten::mul", false).Notes,
            Strings{"test: 'aten::mul' names no overload and selects all of them: "
                    "'aten::mul.Scalar', 'aten::mul.out'"});
  // The exact name selects only this operator, unless OverloadsBesideExact is set.
  EXPECT_EQ(ids(Plan("aten::add", false)), Strings{"aten::add-exact-portable"});
  EXPECT_TRUE(Plan("aten::add", false).Notes.empty());
  EXPECT_EQ(ids(Plan("aten::add", true)),
            (Strings{"aten::add-exact-portable", "aten::add.Scalar_out-scalar-portable",
                     "aten::add.out-out-portable"}));
}

//===- Arguments ----------------------------------------------------------===//

/// Returns a kernel for each of two versions of an operator, and a kernel without a schema.
static std::vector<KernelRecord> conv() {
  std::vector<KernelRecord> Records{recordOf("a::conv.out", "Float", "v1/6;|*", "new"),
                                    recordOf("a::conv.out", "Half", "v1/5;|*", "old"),
                                    recordOf("a::conv.out", "Int", "v1/3;|*", "unknown")};
  Records[0].Schema = "conv.out(Tensor x, int[2] pad=[0, 0], *, Tensor(a!) out) -> Tensor(a!)";
  Records[1].Schema = "conv.out(Tensor x, *, Tensor(a!) out) -> Tensor(a!)";
  for (KernelRecord &Record : Records)
    Record.Arguments = callArguments(Record.Schema);
  return Records;
}

static Selection calls(const std::string &Key, unsigned Count, const Strings &Who) {
  Selection Wanted;
  SelectedOp &Op = Wanted.Ops["a::conv.out"];
  for (const std::string &Text : Who) {
    Op.Askers.insert({Text});
    Op.Keys[Key].insert({Text});
    Op.ArgumentKinds[std::string(Count, '?')].insert({Text});
  }
  return Wanted;
}

TEST(Resolver, CallsAreComparedWithTheArgumentsOfTheServingKernel) {
  EXPECT_EQ(kept(conv(), calls("v1/6;0|6;0|6;0", 4, {"m"})), Strings{"Float"});
  EXPECT_EQ(kept(conv(), calls("v1/5;0|5;0|5;0", 3, {"m"})), Strings{"Half"});
  EXPECT_EQ(kept(conv(), calls("v1/3;0|3;0", 9, {"m"})), Strings{"Int"}); // no schema: no check
  Selection Both = calls("v1/6;0|6;0|6;0", 4, {"m"});
  Both.merge(calls("v1/5;0|5;0|5;0", 3, {"n"}));
  EXPECT_EQ(kept(conv(), Both), (Strings{"Float", "Half"}));
}

TEST(Resolver, CallsForAnotherVersionAreErrors) {
  EXPECT_EQ(
      errors(conv(), calls("v1/6;0|6;0|6;0", 3, {"m: instruction 1", "m: instruction 7"})),
      Strings{"m: instruction 1: operator 'a::conv.out' is called with 3 arguments, but "
              "the kernel takes 4, including the result: conv.out(Tensor x, int[2] pad=[0, 0], *, "
              "Tensor(a!) out) -> Tensor(a!); model and kernels have different "
              "versions: export the model for the kernels' version, or link kernels of the "
              "model's version\n"
              ">>> and so does m: instruction 7"});
  EXPECT_EQ(errors(conv(), calls("v1/5;0|5;0|5;0", 4, {"m"})).size(), 1u);
  Selection WithoutKeys = calls("v1/6;0|6;0|6;0", 3, {"m"});
  WithoutKeys.Ops["a::conv.out"].Keys.clear();
  WithoutKeys.Ops["a::conv.out"].AllKernels = true;
  EXPECT_EQ(errors(conv(), WithoutKeys).size(), 1u);
  // If no kernel serves the call, the number of arguments is not checked.
  Strings Found = errors(conv(), calls("v1/7;0|7;0", 9, {"m"}));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(contains(Found[0], "no kernel for dtypes Double"));
}

//===- Dropped operators --------------------------------------------------===//

static Selection without(Selection Wanted, const Strings &Names) {
  for (const std::string &Name : Names)
    Wanted.Dropped[Name].insert({"--drop"});
  return Wanted;
}

TEST(Resolver, DropsSelectedOperatorsEvenIfAllAreSelected) {
  Selection Wanted = wants("aten::add.out");
  Wanted.merge(wants("aten::mul.out"));
  auto Records = overloads();
  PrunePlan Plan = good(resolve(Records, without(Wanted, {"aten::add.out"})));
  EXPECT_EQ(ids(Plan), Strings{"aten::mul.out-out-portable"});
  EXPECT_EQ(Plan.Notes, Strings{"operator 'aten::add.out' is dropped, although test asks for it"});
  ResolveOptions Options;
  for (bool TableInScript : {false, true}) {
    Options.TableInScript = TableInScript;
    Plan = good(
        resolve(Records, without(everything(), {"aten::mul.out", "aten::add_relu.out"}), Options));
    EXPECT_FALSE(Plan.Everything);
    EXPECT_TRUE(Plan.Notes.empty());
    EXPECT_EQ(ids(Plan),
              (Strings{"aten::add-exact-portable", "aten::add.Scalar_out-scalar-portable",
                       "aten::add.out-out-portable", "aten::mul.Scalar-scalar-portable"}));
  }
}

TEST(Resolver, DroppedNamesAreReadLikeSelectedNames) {
  // A dropped name means the operator of exactly this name. If none exists, it means all overloads.
  EXPECT_EQ(kept(overloads(), without(everything(), {"aten::add"})),
            (Strings{"scalar", "out", "relu", "scalar", "out"}));
  EXPECT_EQ(kept(overloads(), without(everything(), {"aten::mul"})),
            (Strings{"exact", "scalar", "out", "relu"}));
  // The selection's names are expanded to overloads before operators are dropped.
  Selection Mul = wants("aten::mul");
  Mul.Ops["aten::mul"].AllOverloads = true;
  EXPECT_EQ(kept(overloads(), without(Mul, {"aten::mul.Scalar"})), Strings{"out"});
  EXPECT_EQ(kept(overloads(), without(Mul, {"aten::mul"})), Strings{});
  auto Records = overloads();
  PrunePlan Plan = good(resolve(Records, without(Mul, {"aten::mul.Scalar"})));
  EXPECT_EQ(Plan.Notes,
            (Strings{"operator 'aten::mul.Scalar' is dropped, although test asks for it",
                     "test: 'aten::mul' names no overload and selects all of them: "
                     "'aten::mul.out'"}));
}

TEST(Resolver, DroppedOperatorsNeedNoKernel) {
  Selection Wanted = wants("custom::f.out");
  Wanted.merge(wants("aten::gather.out", {"v1/5;0|5;0|5;0"}));
  EXPECT_EQ(errors(gather(), Wanted).size(), 2u);
  EXPECT_EQ(kept(gather(), without(Wanted, {"custom::f", "aten::gather.out"})), Strings{});
}

TEST(Resolver, DroppingAnUnselectedOperatorIsAnError) {
  Selection Wanted = wants("aten::mul.out");
  Wanted.merge(wants("aten::add.Scalar_out"));
  const auto Unselected = [](const std::string &Op, const std::string &Advice) {
    return "--drop: operator '" + Op + "' is not selected; " + Advice;
  };
  EXPECT_EQ(errors(overloads(), without(Wanted, {"aten::mul.oul", "aten::add.out", "my::ops.out"})),
            (Strings{Unselected("aten::add.out", "did you mean 'aten::mul.out'?"),
                     Unselected("aten::mul.oul", "did you mean 'aten::mul.out'?"),
                     Unselected("my::ops.out", "remove this option")}));
  EXPECT_EQ(errors(overloads(), without(Wanted, {"aten::add"})),
            Strings{Unselected("aten::add", "did you mean 'aten::add.Scalar_out'?")});
  EXPECT_EQ(errors(overloads(), without({}, {"aten::add"})),
            Strings{Unselected("aten::add", "remove this option")});
}

//===- Backends -----------------------------------------------------------===//

TEST(Resolver, BackendsStayUnlessTheyAreDropped) {
  std::vector<KernelRecord> Records{recordOf("aten::x.out", "x", ""),
                                    recordOf("et_backend::One", "one", ""),
                                    recordOf("et_backend::Two", "two", "")};
  const Strings All{"x", "one", "two"};
  Selection Wanted = wants("aten::x.out");
  EXPECT_EQ(kept(Records, Wanted), All);
  Wanted.Backends["Two"].insert({"model"});
  EXPECT_EQ(kept(Records, Wanted), All);

  ResolveOptions DropBackends;
  DropBackends.DropBackends = true;
  EXPECT_EQ(kept(Records, Wanted, DropBackends), Strings({"x", "two"}));
  EXPECT_EQ(good(resolve(Records, Wanted, DropBackends)).Kept[1].Askers,
            std::set<Asker>({{"model"}}));
  EXPECT_EQ(kept(Records, wants("et_backend::One"), DropBackends), Strings({"one"}));
  Wanted.AllOperators = true;
  EXPECT_EQ(kept(Records, Wanted, DropBackends), All);
}

TEST(Resolver, MissingBackendIsAnErrorUnlessItIsDroppedOrMayRegisterItself) {
  std::vector<KernelRecord> Records{recordOf("aten::x.out", "x", ""),
                                    recordOf("et_backend::One", "one", "")};
  Selection Wanted;
  Wanted.Backends["Two"].insert({"model"});
  EXPECT_EQ(errors(Records, Wanted),
            Strings({"model: backend 'Two' is not registered by any object of the link; link a "
                     "library that registers the backend; if the program gets the backend in "
                     "another way, leave the backend out of the selection with --drop "
                     "et_backend::Two"}));
  ResolveOptions SelfRegistering;
  SelfRegistering.HasSelfRegisteredBackends = true;
  EXPECT_EQ(kept(Records, Wanted, SelfRegistering), Strings({"one"}));
  Wanted.Dropped["et_backend::Two"].insert({"--drop"});
  EXPECT_EQ(kept(Records, Wanted), Strings({"one"}));
  Wanted.Dropped["et_backend::One"].insert({"--drop"});
  EXPECT_EQ(kept(Records, Wanted), Strings());
}

//===- Keys and dtypes ----------------------------------------------------===//

TEST(Resolver, SelectingKeysKeepsASubsetOfSelectingTheOperator) {
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
    std::vector<KernelRecord> Records{recordOf("aten::x", "fallback", "")};
    for (int I = 0; I < 5; ++I)
      Records.push_back(recordOf("aten::x", "k" + std::to_string(I), Key(false), "l", I));
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

constexpr DtypeSet Long = 1 << 4, Float = 1 << 6;

/// Returns the dtypes for which the plan keeps the kernel of x::f; nullopt for all dtypes.
static std::optional<CallDtypesSet> plannedCalls(const Selection &Wanted,
                                                 const ResolveOptions &Options = {}) {
  const KernelRecord Any = recordOf("x::f", "any", "");
  const PrunePlan Plan = good(resolve(Any, Wanted, Options));
  const PlannedKernel &Kernel = Plan.Kept.at(0);
  return Kernel.HasAnyDtypes ? std::nullopt : std::optional(Kernel.Dtypes);
}

TEST(ResolverDtypes, FromKeysThatNameADtypeAndFromKeysOfCalls) {
  const std::pair<Strings, CallDtypesSet> Rows[] = {
      {{"v1/6;"}, {{{Float}, false}}},
      {{"v1/6;", "v1/4;"}, {{{Float | Long}, false}}}, // any tensor may have either dtype
      {{"v1/6;0|4;0", "v1/6;0|6;0"}, {{{Float | Long}, true}, {{Float}, true}}}};
  for (const auto &[Keys, Calls] : Rows)
    EXPECT_TRUE(plannedCalls(wants("x::f", Keys)) == Calls) << Keys[0];
}

TEST(ResolverDtypes, FromCallsOfModels) {
  Selection Wanted = wants("x::f", {"v1/6;0|6;0"});
  SelectedOp &Op = Wanted.Ops["x::f"];
  Op.Calls[{{Float, 0, Float}, false}].insert({"test"});
  EXPECT_TRUE(plannedCalls(Wanted) == (CallDtypesSet{{{Float, 0, Float}, false}}));
  // Another source asks for the same key, but does not know the dtypes of each argument.
  Op.Keys["v1/6;0|6;0"].insert({"yaml"});
  EXPECT_TRUE(plannedCalls(Wanted) == (CallDtypesSet{{{Float, 0, Float}, false}, {{Float}, true}}));
  // Without keys, with IgnoreKeys or with AllKernels, the kernel is kept for all dtypes.
  EXPECT_FALSE(plannedCalls(wants("x::f")));
  ResolveOptions Options;
  Options.IgnoreKeys = true;
  EXPECT_FALSE(plannedCalls(wants("x::f", {"v1/6;"}), Options));
  Op.AllKernels = true;
  EXPECT_FALSE(plannedCalls(Wanted));
}

TEST(ResolverDtypes, NarrowedKernelRefusesOtherCalls) {
  KernelRecord Narrowed = recordOf("x::f", "Float", "");
  Narrowed.OnlyCalls = {{{Float, 0, Float}, false}};
  EXPECT_EQ(kept(Narrowed, wants("x::f", {"v1/6;"})), Strings{"Float"});
  EXPECT_EQ(kept(Narrowed, wants("x::f")), Strings{"Float"});
  EXPECT_EQ(
      errors(Narrowed, wants("x::f", {"v1/4;"})),
      Strings{"test: operator 'x::f' is called with dtypes Long (key 'v1/4;'), but its kernel "
              "was narrowed to calls with Float; prune again, with this selection too"});
}
