// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport.h"

#include "Selection/Names.h"

static std::string nameOf(StringRef Name) {
  auto Result = normalizeOperatorName(Name);
  return Result ? *Result : "error: " + toString(Result.takeError());
}

static std::string keyOf(StringRef Key) {
  auto Result = normalizeKernelKey(Key);
  return Result ? *Result : "error: " + toString(Result.takeError());
}

TEST(OperatorName, HasNamespaceAtenByDefaultAndInvalidNamesAreRefused) {
  for (StringRef Complete : {"aten::add.out", "dim_order_ops::_clone_dim_order.out",
                             "executorch_prim::et_view.default", "my_ops::f"})
    EXPECT_EQ(nameOf(Complete), Complete);
  EXPECT_EQ(nameOf("add.out"), "aten::add.out");
  EXPECT_EQ(nameOf("add"), "aten::add");
  for (StringRef Bad :
       {"", "aten::", "::add", "aten::add.", "aten::.out", "aten::add..out", "a::b::c", "aten:add",
        "aten::add out", "aten::add-out", "aten::\xC3\xA4", "a.b::add", "aten::add,aten::mul"})
    EXPECT_EQ(nameOf(Bad).substr(0, 7), "error: ") << Bad.str();
  EXPECT_EQ(nameOf("aten::a\nb"), "error: 'aten::a\\x0ab'" + IsNoName);
}

TEST(KernelKey, ValidKeysStayAndDtypeNamesBecomeKeys) {
  for (const char *Key : {"v1/6;0,1|6;0,1|6;0,1", "v1/6;", "v1/6;|*", "v1/", "v1/29;0", "v1/15;|5;",
                          "v1/6;0,2,3,1|6;0"})
    EXPECT_EQ(keyOf(Key), Key);
  EXPECT_EQ(keyOf("v1"), "v1/"); // the key of a call without tensors
  SmallVector<StringRef> Names;
  SplitString("Byte Char Short Int Long Half Float Double ComplexHalf ComplexFloat "
              "ComplexDouble Bool QInt8 QUInt8 QInt32 BFloat16 QUInt4x2 QUInt2x4 Bits1x8 "
              "Bits2x4 Bits4x2 Bits8 Bits16 Float8_e5m2 Float8_e4m3fn Float8_e5m2fnuz "
              "Float8_e4m3fnuz UInt16 UInt32 UInt64",
              Names);
  int Code = 0;
  for (StringRef Name : Names)
    EXPECT_EQ(keyOf(Name), "v1/" + std::to_string(Code++) + ";");
  EXPECT_EQ(Code, 30);
}

TEST(KernelKey, RefusesEverythingElse) {
  EXPECT_EQ(keyOf("float"), "error: 'float' is not a dtype; did you mean 'Float'?");
  EXPECT_EQ(keyOf("Flaot"), "error: 'Flaot' is not a dtype; did you mean 'Float'?");
  EXPECT_EQ(keyOf("torch.int8"), "error: 'torch.int8' is not a dtype; did you mean 'Char'?");
  EXPECT_EQ(keyOf("tensor"),
            "error: 'tensor' is not a dtype; write one like 'Float', 'Half' or 'Char'");
  EXPECT_EQ(keyOf(""), "error: '' is not a dtype; write one like 'Float', 'Half' or 'Char'");
  EXPECT_EQ(keyOf("v1/30;"),
            "error: kernel key 'v1/30;': dtype code 30 is unknown (codes are 0 to 29)");
  for (const char *Bad : {"v2/6;", "v1/6", "v1/6;0,0", "v1/6;1,2", "v1/*", "v1/6;|*|6;", "v1/06;",
                          "v1/6;0|", "v1/6;0,", "v1/-1;", "v1/6;0 ", "6;0"})
    EXPECT_TRUE(contains(keyOf(Bad), "is malformed"));
}

TEST(NearestName, IsAnOverloadOrCorrectsATypoOrHasTheSameWords) {
  const StringRef Sorted[] = {"aten::add.out",
                              "aten::avg_pool2d.out",
                              "aten::constant_pad_nd.out",
                              "aten::max_pool2d_with_indices.out",
                              "aten::max_pool2d_with_indices_backward.grad_input",
                              "aten::mean.out",
                              "cortex_m::quantized_mean.out"};
  EXPECT_EQ(nearestName("aten::add", Sorted), "aten::add.out");
  EXPECT_EQ(nearestName("aten::max_pool2d.out", Sorted), "aten::max_pool2d_with_indices.out");
  EXPECT_EQ(nearestName("aten::pad.out", Sorted), "aten::constant_pad_nd.out");
  EXPECT_EQ(nearestName("aten::avg_pol2d.out", Sorted), "aten::avg_pool2d.out");
  EXPECT_EQ(nearestName("aten::maen.out", Sorted), "aten::mean.out");
  EXPECT_EQ(nearestName("a_far_longer_namespace::mean.out", Sorted), "");
  EXPECT_EQ(nearestName("aten::max_pool2d.grad_input_of_something", Sorted), "");
}
