// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs prim ops in a context in which an earlier call failed. The op must still work, and the
// context must keep the earlier error. test/kernels has this test for the other kernel libraries.

#include "../common/elements.h"
#include "gtest/gtest.h"

using namespace et;

static Error run_after_failure(const char *op, std::vector<EValue> &values) {
  KernelRuntimeContext context;
  context.fail(Error::Internal);
  return call_operator(op, values, context);
}

TEST(FailedContextTest, OpOnNumbersWorksAndKeepsTheError) {
  std::vector<EValue> values = {EValue(int64_t(2)), EValue(int64_t(3)), EValue(int64_t(0))};
  EXPECT_EQ(run_after_failure("executorch_prim::add.Scalar", values), Error::Internal);
  EXPECT_EQ(values[2].toInt(), 5);
}

TEST(FailedContextTest, ViewGetsDataAndKeepsTheError) {
  Elements<float> self(ScalarType::Float, {2, 3}, {1, 2, 3, 4, 5, 6}), out(ScalarType::Float, {6});
  Ints sizes({-1});
  std::vector<EValue> values = {self.value(), sizes.value(), out.value()};
  EXPECT_EQ(run_after_failure("executorch_prim::et_view.default", values), Error::Internal);
  EXPECT_EQ(out.impl.data, self.data.data());
}
