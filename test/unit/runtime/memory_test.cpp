// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocators: what they give is aligned and lies in their block.

#include "et/kernel_runtime_context.h"
#include "et/memory.h"

#include <gtest/gtest.h>

using namespace et;

namespace {

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
  MemoryAllocator allocator(63, block + 1);
  EXPECT_EQ(allocator.available(16), 48u);
  EXPECT_EQ(allocator.allocate(48, 16), block + 16);
}

TEST(MemoryAllocator, PaddingBeyondTheEnd) {
  alignas(16) uint8_t block[4];
  MemoryAllocator allocator(2, block + 1);
  EXPECT_EQ(allocator.available(16), 0u);
  EXPECT_EQ(allocator.allocate(0, 16), nullptr);
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

} // namespace
