// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operator's schema tells the number and kinds of the arguments that a kernel takes. A
// self-registered kernel has no schema. Its boxed function calls the computing function, which has
// one parameter for each argument. et-prune reads the parameters from the mangled name of the
// computing function.

#include "Runtimes/ExecuTorch/ExecuTorch.h"
#include "TestObjects.h"

static std::string arguments(StringRef Schema) {
  std::optional<CallArguments> Count = callArguments(Schema);
  return Count ? std::to_string(Count->Least) + "-" + std::to_string(Count->Most) : "unknown";
}

TEST(Schema, CallsPassTheArgumentsAndTheResult) {
  EXPECT_EQ(arguments("add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> "
                      "Tensor(a!)"),
            "5-5");
  EXPECT_EQ(arguments("a::x.out(Tensor x, int[2] pad=[0, 0], str mode=\"a, b)\", str s='(', "
                      "int?[] d=[], *, Tensor(a!) out) -> Tensor(a!)"),
            "7-7");
  EXPECT_EQ(arguments("relu_(Tensor(a!) self) -> Tensor(a!)"), "2-2");
  EXPECT_EQ(arguments("split.out(Tensor x, *, Tensor(a!)[] out) -> Tensor(a!)[]"), "3-3");
  EXPECT_EQ(arguments("sym_size.int(Tensor self, int dim) -> int"), "3-3");
  // A call passes several results as one list or as separate values.
  EXPECT_EQ(arguments("min.dim_min(Tensor x, int dim, bool keep=False, *, Tensor(a!) min, "
                      "Tensor(b!) min_indices) -> (Tensor(a!) values, Tensor(b!) indices)"),
            "6-7");
  EXPECT_EQ(arguments("copy_index(Tensor to, Tensor from, int index) -> ()"), "3-4");
  EXPECT_EQ(arguments("nothing() -> ()"), "0-1");
  for (StringRef Text :
       {"", "add.out", "add.out(", "add.out(Tensor x", "add.out(Tensor x)", "f(Tensor x) ->",
        "f(Tensor x) -> (", "f(Tensor x,, int y) -> Tensor", "f(Tensor x,) -> Tensor",
        "f(str s=\"x) -> Tensor", "f(int[ x) -> Tensor", "f(]) -> int", "schema of aten::add.out"})
    EXPECT_EQ(arguments(Text), "unknown") << Text.str();
}

/// Returns the kinds that each argument may have. See SelectedOp::ArgumentKinds for the letters.
static std::string kindsOf(StringRef Schema) { return join(callArguments(Schema)->Kinds, " "); }

TEST(Schema, TypesTellTheKinds) {
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

TEST(Schema, MessagesNameTheWrongArgument) {
  const CallArguments Taken = *callArguments("f(Tensor a, int[]? b, Tensor(a!) out) -> Tensor(a!)");
  EXPECT_EQ(whyNotTaken("tItt", Taken), "");
  EXPECT_EQ(whyNotTaken("tntt", Taken), "");
  EXPECT_EQ(whyNotTaken("????", Taken), "");
  const std::string Source = "f(Tensor a, int[]? b, Tensor(a!) out) -> Tensor(a!)";
  EXPECT_EQ(whyNotTaken("titt", Taken),
            "is called with an integer as argument 1, but the kernel takes a list of integers or "
            "none: " +
                Source);
  EXPECT_EQ(whyNotTaken("tIt", Taken),
            "is called with 3 arguments, but the kernel takes 4, including the result: " + Source);
}

/// Returns "least-most, tensors": a call's number of arguments, and its most tensors outside lists.
static std::string calls(const std::string &Op, const std::vector<std::string> &Functions) {
  ParsedObject Object(ObjectText().section(".text.boxed", Functions).bytes());
  KernelRecord Kernel = recordOf(Op, "any", "");
  Kernel.IsSelfRegistered = true;
  Kernel.Object = &*Object;
  Kernel.Function = {&*Object, Object.section(".text.boxed"), 0};
  ExecuTorch().readSignature(Kernel);
  const std::optional<CallArguments> &Count = Kernel.Arguments;
  const std::optional<unsigned> &Tensors = Kernel.PlainTensors;
  return (Count ? std::to_string(Count->Least) + "-" + std::to_string(Count->Most) : "unknown") +
         ", " + (Tensors ? std::to_string(*Tensors) : "unknown");
}

const std::string Native = "_ZN5torch8executor6native";
const std::string Context = "ERN10executorch7runtime20KernelRuntimeContextE";

TEST(KernelCalls, PassTheParametersOfTheComputingFunction) {
  const std::string Add =
      Native + "7add_out" + Context + "RKNS3_7etensor6TensorES9_RKNS6_6ScalarERS7_";
  EXPECT_EQ(calls("aten::add.out", {Add, "_ZN10executorch7runtime6EValue8toTensorEv"}), "5-5, 4");
  EXPECT_EQ(calls("aten::cat.out",
                  {Native + "7cat_out" + Context + "NS3_8ArrayRefINS3_7etensor6TensorEEElRS8_"}),
            "4-4, 2");
  // index_put_ returns its first argument. batch_norm also writes two tensors that are no results.
  EXPECT_EQ(
      calls("aten::index_put_", {Native + "10index_put_" + Context +
                                 "RNS3_7etensor6TensorENS3_8ArrayRefISt8optionalIS7_EEERKS7_b"}),
      "5-5, 3");
  EXPECT_EQ(calls("aten::_native_batch_norm_legit.out",
                  {Native + "28_native_batch_norm_legit_out" + Context +
                   "RKNS3_7etensor6TensorERKSt8optionalIS7_ESD_RS7_SE_bddSE_SE_SE_"}),
            "12-14, 11");
  EXPECT_EQ(calls("aten::split_copy.Tensor_out", {Native + "21split_copy_Tensor_out" + Context +
                                                  "RKNS3_7etensor6TensorEllNS3_8ArrayRefIS7_EE"}),
            "4-5, 1");
}

TEST(KernelCalls, AreUnknownWithoutOneComputingFunction) {
  const std::string Tensors = "RKNS3_7etensor6TensorES9_RS7_";
  EXPECT_EQ(calls("aten::add.out", {}), "unknown, unknown");
  EXPECT_EQ(calls("aten::add.out", {Native + "7mul_out" + Context + Tensors}), "unknown, unknown");
  EXPECT_EQ(calls("aten::add.out", {"_ZN2at6native7add_outERKNS_6TensorES3_RS1_"}),
            "unknown, unknown");
  // Both names contain the operator's name, so the computing function is ambiguous.
  EXPECT_EQ(calls("aten::add.out", {Native + "7add_out" + Context + Tensors,
                                    Native + "14add_scalar_out" + Context + Tensors}),
            "unknown, unknown");
  // Prim ops have no computing function. et-prune has a list of their numbers of arguments.
  EXPECT_EQ(calls("executorch_prim::sym_ite.Scalar", {}), "4-4, unknown");
  EXPECT_EQ(calls("executorch_prim::other.Scalar", {}), "unknown, unknown");
}
