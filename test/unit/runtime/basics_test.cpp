// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The runtime's basic types: dtypes, tensors, values, allocators, messages, and kernel keys.
// registry_test.cpp tests how keys choose among kernels.

#include "../common/key_cases.h"
#include "et/key.h"
#include "log_line.h"
#include "test_program.h"

TEST(ScalarType, NamesHaveTheCodesOfTheProgramSchema) {
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

static std::vector<StridesType> strides_of(std::vector<SizesType> sizes,
                                           std::vector<uint8_t> order) {
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

TEST(Tensor, CountsItsElementsAndKeepsAStaticShape) {
  const SizesType sizes[] = {2, 3, 4}, other[] = {3, 2, 4};
  TensorImpl impl{ScalarType::Half, 3, sizes, nullptr, nullptr, nullptr};
  EXPECT_EQ(Tensor(&impl).numel(), 24u);
  EXPECT_EQ(Tensor(&impl).nbytes(), 48u);
  EXPECT_EQ(resize_tensor(Tensor(&impl), sizes), Error::Ok);
  EXPECT_EQ(resize_tensor(Tensor(&impl), other), Error::NotSupported);
  EXPECT_EQ(resize_tensor(Tensor(&impl), {sizes, 1}), Error::NotSupported);
  impl.dim = 0;
  EXPECT_EQ(Tensor(&impl).numel(), 1u);
}

TEST(EValue, ListsAndScalars) {
  EValue items[] = {EValue(int64_t(3)), EValue(int64_t(-4))};
  EValue *pointers[] = {&items[0], &items[1]};
  int64_t unboxed[2];
  BoxedIntList boxed{pointers, unboxed, 2};
  const EValue list(&boxed);
  ASSERT_TRUE(list.isIntList());
  EXPECT_EQ(list.toIntList()[1], -4);
  items[1] = EValue(int64_t(5)); // toIntList() reads the items again
  EXPECT_EQ(list.toIntList()[1], 5);
  EXPECT_TRUE(EValue(true).toScalar().isBoolean());
  EXPECT_EQ(EValue(int64_t(7)).toScalar().to<float>(), 7.0f);
  EXPECT_EQ(EValue(2.5).toScalar().to<int>(), 2);
  EXPECT_FALSE(EValue().isScalar());
}

TEST(MemoryAllocator, GivesTheBlockPieceByPiece) {
  alignas(16) uint8_t block[64];
  MemoryAllocator allocator(sizeof(block), block);
  EXPECT_EQ(allocator.allocate(3, 1), block);
  EXPECT_EQ(allocator.available(1), 61u);
  EXPECT_EQ(allocator.available(16), 48u);
  EXPECT_EQ(allocator.allocate(8, 16), block + 16);
  EXPECT_EQ(allocator.allocate(41, 1), nullptr);
  EXPECT_EQ(allocator.allocate(SIZE_MAX, 1), nullptr);
  EXPECT_EQ(allocator.allocate(40, 8), block + 24);
  EXPECT_EQ(allocator.used_size(), 64u);
  EXPECT_EQ(allocator.allocate(0, 1), block + 64);
  EXPECT_EQ(allocator.allocate(1, 1), nullptr);
}

TEST(MemoryAllocator, AlignsAddressesNotOffsets) {
  alignas(16) uint8_t block[64];
  MemoryAllocator allocator(63, block + 1), small(2, block + 1);
  EXPECT_EQ(allocator.available(16), 48u);
  EXPECT_EQ(allocator.allocate(48, 16), block + 16);
  EXPECT_EQ(small.available(16), 0u); // the next aligned address is beyond the block
  EXPECT_EQ(small.allocate(0, 16), nullptr);
}

TEST(KernelRuntimeContext, ScratchMemoryAndTheFirstFailure) {
  alignas(16) uint8_t block[32];
  KernelRuntimeContext context({block, sizeof(block)});
  EXPECT_EQ(context.allocate_temp(1), block);
  EXPECT_EQ(context.allocate_temp(16, 16), block + 16);
  EXPECT_EQ(context.allocate_temp(1), nullptr);
  EXPECT_EQ(context.failure_state(), Error::Ok);
  context.fail(Error::InvalidArgument);
  context.fail(Error::Internal);
  EXPECT_EQ(context.failure_state(), Error::InvalidArgument);
}

TEST(Log, NumbersAndLongMessages) {
  const auto logged = [](auto log) {
    test::take_log();
    log();
    return test::take_log();
  };
  EXPECT_EQ(logged([] { LogLine() << size_t(0) << " " << size_t(1234567890) << " " << SIZE_MAX; }),
            "0 1234567890 18446744073709551615\n");
  EXPECT_EQ(logged([] { log_message("%zu %s%zu%s", size_t(0), "", SIZE_MAX, "!"); }),
            "0 18446744073709551615!\n");
  EXPECT_EQ(logged([] { LogLine() << std::string(255, 'x').c_str() << "y"; }),
            std::string(255, 'x') + "y\n");
  EXPECT_EQ(
      logged([] { LogLine() << std::string(250, 'x').c_str() << size_t(123456789) << "more"; }),
      std::string(250, 'x') + "123...\n");
}

static bool matches(const std::string &key, const std::string &call) {
  KernelKeyMatcher matcher(key.data(), key.size());
  return feed_kernel_key(matcher, call.data(), call.size()) && matcher.matches();
}

TEST(KernelKey, Validity) {
  for (const char *key : key_cases::kValidKeys)
    EXPECT_TRUE(is_valid_kernel_key(key, strlen(key))) << key;
  for (const char *key : key_cases::kMalformedKeys)
    EXPECT_FALSE(is_valid_kernel_key(key, strlen(key))) << key;
  EXPECT_FALSE(is_valid_kernel_key("v1/6;\0", 6));
  EXPECT_FALSE(is_valid_kernel_key("v1/6;\0|6;", 9));
}

TEST(KernelKey, MacroTurnsDtypeNamesIntoNumbers) {
#define SAME(name, code, size) EXPECT_STREQ(ET_KEY(name), "v1/" #code ";");
  ET_FORALL_DTYPES(SAME)
#undef SAME
  EXPECT_STREQ(ET_KEY(Float, Long), "v1/6;|4;");
  EXPECT_STREQ(ET_KEY(Float, Rest), "v1/6;|*");
  EXPECT_STREQ(ET_KEY(Char, Int, Bool, Float, Float, Float, UInt64, Rest),
               "v1/1;|3;|11;|6;|6;|6;|29;|*");
}

TEST(KernelKey, NoByteAfterThePrefixIsRead) {
  // Each copy has only the bytes of the prefix, so that a sanitizer sees every read after them.
  const std::string key = "v1/6;0,2,3,1|0-5,11;|*";
  for (size_t length = 0; length <= key.size(); ++length) {
    const std::unique_ptr<char[]> copy(new char[length]);
    memcpy(copy.get(), key.data(), length);
    is_valid_kernel_key(copy.get(), length);
    KernelKeyMatcher matcher(copy.get(), length);
    feed_kernel_key(matcher, key.data(), key.size());
    EXPECT_EQ(matcher.matches(), length == key.size()) << length;
  }
}

TEST(KernelKey, ReaderGivesTheEntries) {
  KernelKeyReader reader("v1/6;0,2,3,1|29;|*");
  KernelKeyEntry entry;
  ASSERT_TRUE(reader.next(entry));
  EXPECT_EQ(entry.dtype(), 6);
  ASSERT_EQ(entry.dim, 4);
  EXPECT_EQ(entry.dim_order[1], 2);
  EXPECT_FALSE(entry.is_rest);
  ASSERT_TRUE(reader.next(entry));
  EXPECT_EQ(entry.dtype(), 29);
  EXPECT_EQ(entry.dim, 0);
  ASSERT_TRUE(reader.next(entry));
  EXPECT_TRUE(entry.is_rest);
  EXPECT_EQ(entry.dtype(), 29);
  EXPECT_FALSE(reader.next(entry));
  EXPECT_FALSE(reader.next(entry));
  EXPECT_FALSE(reader.malformed());

  KernelKeyReader several("v1/0-2,9,30-31;0|31;|*");
  ASSERT_TRUE(several.next(entry));
  EXPECT_EQ(entry.dtypes, 0xc0000207u);
  EXPECT_TRUE(entry.has_several_dtypes());
  ASSERT_TRUE(several.next(entry));
  EXPECT_EQ(entry.dtypes, 0x80000000u);
  EXPECT_FALSE(entry.has_several_dtypes());
}

TEST(KernelKey, MalformedKeysMatchNothing) {
  for (const char *key : key_cases::kMalformedKeys)
    for (const char *call : {"v1/", "v1/6;", "v1/6;|6;", "v1/6;0|6;0|6;0", "v1/6;0,1|6;0,1", key})
      EXPECT_FALSE(matches(key, call)) << key << " for " << call;
  // The call may have one more entry than the key, for the repeated result.
  EXPECT_TRUE(matches("v1/", "v1/"));
  EXPECT_TRUE(matches("v1/", "v1/6;"));
  EXPECT_FALSE(matches("v1/", "v1/6;|6;"));
  EXPECT_FALSE(matches("v1/6;", "v1/"));
}

// A selected key with "*" stands for many calls. A kernel's key must match all these calls.
TEST(KernelKey, SelectedKeysWithARest) {
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;|*"));
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;|6;|*"));
  EXPECT_TRUE(matches("v1/6;|*", "v1/6;0,1|*"));
  for (const char *key : {"v1/6;|6;|*", "v1/6;|6;", "v1/6;", "v1/3;|*"})
    EXPECT_FALSE(matches(key, "v1/6;|*")) << key;
  // A selected entry with several dtypes matches only if the kernel takes all these dtypes.
  EXPECT_TRUE(matches("v1/0-7;|*", "v1/6;|*"));
  EXPECT_TRUE(matches("v1/0-7;|*", "v1/2-3,6;|7;|*"));
  for (const char *key : {"v1/6;|*", "v1/5-6;|*", "v1/6-7;|6;", "v1/6-7;|6;|*"})
    EXPECT_FALSE(matches(key, "v1/6-7;|*")) << key;
}
