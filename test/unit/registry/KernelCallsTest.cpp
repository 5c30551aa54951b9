// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Registry/KernelCalls.h"
#include "TestObjects.h"

/// "least-most, plain tensors" of a kernel that the program registers, whose boxed function refers
/// to other functions.
static std::string calls(const std::string &Op, const std::vector<std::string> &Functions) {
  ParsedObject Object(ObjectText().section(".text.boxed", Functions).bytes());
  KernelRecord Kernel = recordOf(Op, "any", "");
  Kernel.IsSelfRegistered = true;
  Kernel.Object = &*Object;
  Kernel.Function = {&*Object, Object.section(".text.boxed"), 0};
  std::optional<CallArguments> Count = callArguments(Kernel);
  std::optional<unsigned> Tensors = plainTensorEntries(Kernel);
  return (Count ? std::to_string(Count->Least) + "-" + std::to_string(Count->Most) : "unknown") +
         ", " + (Tensors ? std::to_string(*Tensors) : "unknown");
}

const std::string Native = "_ZN5torch8executor6native";
const std::string Context = "ERN10executorch7runtime20KernelRuntimeContextE";

TEST(KernelCalls, AreThoseOfTheFunctionThatComputes) {
  const std::string Add =
      Native + "7add_out" + Context + "RKNS3_7etensor6TensorES9_RKNS6_6ScalarERS7_";
  EXPECT_EQ(calls("aten::add.out", {Add, "_ZN10executorch7runtime6EValue8toTensorEv"}), "5-5, 4");
  EXPECT_EQ(calls("aten::cat.out",
                  {Native + "7cat_out" + Context + "NS3_8ArrayRefINS3_7etensor6TensorEEElRS8_"}),
            "4-4, 2");
  // In place, and with results behind arguments that are written to.
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

TEST(KernelCalls, AreUnknownWithoutIt) {
  const std::string Tensors = "RKNS3_7etensor6TensorES9_RS7_";
  EXPECT_EQ(calls("aten::add.out", {}), "unknown, unknown");
  EXPECT_EQ(calls("aten::add.out", {Native + "7mul_out" + Context + Tensors}), "unknown, unknown");
  EXPECT_EQ(calls("aten::add.out", {"_ZN2at6native7add_outERKNS_6TensorES3_RS1_"}),
            "unknown, unknown");
  // Two, of which it may call either.
  EXPECT_EQ(calls("aten::add.out", {Native + "7add_out" + Context + Tensors,
                                    Native + "14add_scalar_out" + Context + Tensors}),
            "unknown, unknown");
  EXPECT_EQ(calls("executorch_prim::sym_ite.Scalar", {}), "4-4, unknown");
  EXPECT_EQ(calls("executorch_prim::other.Scalar", {}), "unknown, unknown");
}
