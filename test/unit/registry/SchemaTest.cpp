// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/Schema.h"
#include "UnitTest.h"

/// "least-most" of what callArguments() says of a schema, or "unknown".
static std::string arguments(StringRef Schema) {
  std::optional<CallArguments> Count = callArguments(Schema);
  return Count ? std::to_string(Count->Least) + "-" + std::to_string(Count->Most) : "unknown";
}

TEST(Schema, AreTheSchemasAndTheResult) {
  EXPECT_EQ(arguments("add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> "
                      "Tensor(a!)"),
            "5-5");
  EXPECT_EQ(arguments("a::x.out(Tensor x, int[2] pad=[0, 0], str mode=\"a, b)\", str s='(', "
                      "int?[] d=[], *, Tensor(a!) out) -> Tensor(a!)"),
            "7-7");
  EXPECT_EQ(arguments("relu_(Tensor(a!) self) -> Tensor(a!)"), "2-2");
  EXPECT_EQ(arguments("split.out(Tensor x, *, Tensor(a!)[] out) -> Tensor(a!)[]"), "3-3");
  EXPECT_EQ(arguments("sym_size.int(Tensor self, int dim) -> int"), "3-3");
  // Several results are a list, or one by one.
  EXPECT_EQ(arguments("min.dim_min(Tensor x, int dim, bool keep=False, *, Tensor(a!) min, "
                      "Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices)"),
            "6-7");
  EXPECT_EQ(arguments("copy_index(Tensor to, Tensor from, int index) -> ()"), "3-4");
  EXPECT_EQ(arguments("nothing() -> ()"), "0-1");
}

TEST(Schema, AreUnknownWhereTheTextIsNoSchema) {
  for (StringRef Text :
       {"", "add.out", "add.out(", "add.out(Tensor x", "add.out(Tensor x)", "f(Tensor x) ->",
        "f(Tensor x) -> (", "f(Tensor x,, int y) -> Tensor", "f(Tensor x,) -> Tensor",
        "f(str s=\"x) -> Tensor", "f(int[ x) -> Tensor", "f(]) -> int", "schema of aten::add.out"})
    EXPECT_EQ(arguments(Text), "unknown") << Text.str();
}

/// The kinds of each argument.
static std::string kindsOf(StringRef Schema) { return join(callArguments(Schema)->Kinds, " "); }

TEST(Schema, HaveTheKindsOfTheirTypes) {
  EXPECT_EQ(kindsOf("f(Tensor(a!) a, Tensor? b, Tensor[] c, Tensor?[] d, *, Tensor(b!) out) -> "
                    "Tensor(b!)"),
            "t tn TO OT t");
  EXPECT_EQ(
      kindsOf("f(int a, SymInt? b, bool c, float? d, Scalar e, str? f, ScalarType? g) -> int"),
      "i in b dn ibd sn in");
  EXPECT_EQ(
      kindsOf("f(int[2] a=[0, 0], SymInt[]? b=None, bool[3] c, float[]? d, Device? e) -> int"),
      "I In B Dn ");
}

TEST(Schema, OfAnotherKindAreNamed) {
  const CallArguments Taken = *callArguments("f(Tensor a, int[]? b, Tensor(a!) out) -> Tensor(a!)");
  EXPECT_EQ(whyNotTaken("tItt", Taken), "");
  EXPECT_EQ(whyNotTaken("tntt", Taken), "");
  EXPECT_EQ(whyNotTaken("????", Taken), "");
  const std::string Source = " (f(Tensor a, int[]? b, Tensor(a!) out) -> Tensor(a!))";
  EXPECT_EQ(whyNotTaken("titt", Taken),
            "is called with an integer as argument 1, and the kernel takes a list of integers or "
            "none" +
                Source);
  EXPECT_EQ(whyNotTaken("tIt", Taken),
            "is called with 3 arguments, the result included, and the kernel takes 4" + Source);
}
