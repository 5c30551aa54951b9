// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dtypes, tensors, strides, and the values that hold them.

#include "et/evalue.h"
#include "et/scalar_type.h"
#include "et/tensor.h"

#include "object_api/program_generated.h"

#include <gtest/gtest.h>

#include <vector>

using namespace et;

namespace {

TEST(ScalarType, CodesAreThoseOfProgramsAndNamesAgree) {
#define ET_CHECK(name, code, size)                                                                 \
  EXPECT_EQ(static_cast<int>(ScalarType::name), code);                                             \
  EXPECT_EQ(static_cast<int>(schema::ScalarType::name), code);                                     \
  EXPECT_EQ(element_size(ScalarType::name), size_t(size));
  ET_FORALL_DTYPES(ET_CHECK)
#undef ET_CHECK
  EXPECT_EQ(static_cast<int>(schema::ScalarType::MAX), static_cast<int>(ScalarType::UInt64));
  EXPECT_EQ(element_size(static_cast<ScalarType>(30)), 0u);
  EXPECT_EQ(element_size(static_cast<ScalarType>(-1)), 0u);
}

std::vector<StridesType> strides_of(std::vector<SizesType> sizes, std::vector<uint8_t> order) {
  std::vector<StridesType> strides(sizes.size());
  if (!dim_order_to_strides(sizes.data(), order.data(), sizes.size(), strides.data()))
    return {-1};
  return strides;
}

TEST(Tensor, Strides) {
  using Strides = std::vector<StridesType>;
  EXPECT_EQ(strides_of({}, {}), Strides());
  EXPECT_EQ(strides_of({2, 3, 4}, {0, 1, 2}), Strides({12, 4, 1}));
  EXPECT_EQ(strides_of({2, 3, 4}, {2, 1, 0}), Strides({1, 2, 6}));
  EXPECT_EQ(strides_of({1, 8, 5, 6}, {0, 2, 3, 1}), Strides({240, 1, 48, 8}));
  EXPECT_EQ(strides_of({2, 0, 4}, {0, 1, 2}), Strides({4, 4, 1}));
  EXPECT_EQ(strides_of({INT32_MAX, 2}, {0, 1}), Strides({2, 1}));

  const Strides refused({-1});
  EXPECT_EQ(strides_of({2, 3}, {0, 0}), refused);
  EXPECT_EQ(strides_of({2, 3}, {0, 2}), refused);
  EXPECT_EQ(strides_of({2, -3}, {0, 1}), refused);
  EXPECT_EQ(strides_of({2, 65536, 65536}, {0, 1, 2}), refused);
  EXPECT_EQ(strides_of(Strides(17, 1), std::vector<uint8_t>(17, 0)), refused);
}

TEST(Tensor, AStaticShapeStays) {
  const SizesType sizes[] = {2, 3};
  TensorImpl impl{ScalarType::Float, 2, sizes, nullptr, nullptr, nullptr};
  const SizesType other[] = {3, 2};
  EXPECT_EQ(resize_tensor(Tensor(&impl), sizes), Error::Ok);
  EXPECT_EQ(resize_tensor(Tensor(&impl), other), Error::NotSupported);
  EXPECT_EQ(resize_tensor(Tensor(&impl), {sizes, 1}), Error::NotSupported);
}

TEST(Tensor, Counts) {
  const SizesType sizes[] = {2, 3, 4};
  TensorImpl impl{ScalarType::Half, 3, sizes, nullptr, nullptr, nullptr};
  EXPECT_EQ(Tensor(&impl).numel(), 24u);
  EXPECT_EQ(Tensor(&impl).nbytes(), 48u);
  impl.dim = 0;
  EXPECT_EQ(Tensor(&impl).numel(), 1u);
}

TEST(EValue, Lists) {
  EValue items[] = {EValue(int64_t(3)), EValue(int64_t(-4))};
  EValue *pointers[] = {&items[0], &items[1]};
  int64_t unboxed[2];
  BoxedIntList boxed{pointers, unboxed, 2};
  const EValue list(&boxed);
  ASSERT_TRUE(list.isIntList());
  EXPECT_EQ(list.toIntList()[1], -4);
  items[1] = EValue(int64_t(5)); // items are values, which may change
  EXPECT_EQ(list.toIntList()[1], 5);
}

TEST(EValue, Scalars) {
  EXPECT_TRUE(EValue(true).toScalar().isBoolean());
  EXPECT_EQ(EValue(int64_t(7)).toScalar().to<float>(), 7.0f);
  EXPECT_EQ(EValue(2.5).toScalar().to<int>(), 2);
  EXPECT_FALSE(EValue().isScalar());
}

} // namespace
