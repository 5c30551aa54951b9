// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels with a pool of threads give the same bits as without, whatever the parts that it makes,
// and use it where there is enough to do.

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "et/parallel.h"
#include "et/registry.h"

namespace {

size_t threads = 1; // 1: the whole loop as one part
size_t part = 1;    // how many items a thread takes at a time
std::atomic<size_t> parts_run{0};

} // namespace

extern "C" void et_parallel_for(size_t count, size_t, et::ParallelBody body, void *data) {
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t begin; (begin = next.fetch_add(part)) < count;) {
      ++parts_run;
      body(data, begin, std::min(count, begin + part));
    }
  };
  if (threads == 1)
    return body(data, 0, count);
  std::vector<std::thread> pool;
  for (size_t i = 0; i < threads; ++i)
    pool.emplace_back(work);
  for (std::thread &thread : pool)
    thread.join();
}

namespace {

struct Memory {
  std::vector<int32_t> sizes, strides;
  std::vector<uint8_t> order;
  std::vector<float> data;
  et::TensorImpl impl;
};

/// A call of a Float operator, of which the last tensor is the output.
class Call {
public:
  Call &tensor(std::vector<int32_t> sizes, et::ScalarType dtype = et::ScalarType::Float) {
    Memory &memory = tensors_.emplace_back();
    memory.sizes = std::move(sizes);
    size_t count = dtype == et::ScalarType::Long ? 2 : 1; // floats of an element
    for (size_t d = 0; d < memory.sizes.size(); ++d) {
      memory.order.push_back(static_cast<uint8_t>(d));
      count *= static_cast<size_t>(memory.sizes[d]);
    }
    memory.strides.resize(memory.sizes.size());
    et::dim_order_to_strides(memory.sizes.data(), memory.order.data(), memory.sizes.size(),
                             memory.strides.data());
    for (size_t i = 0; i < count; ++i)
      memory.data.push_back(normal_(random_));
    memory.impl = {dtype,
                   static_cast<uint8_t>(memory.sizes.size()),
                   memory.sizes.data(),
                   memory.order.data(),
                   memory.strides.data(),
                   memory.data.data()};
    return value(et::EValue(et::Tensor(&memory.impl)));
  }
  /// A list of one number for both dimensions.
  Call &list(int64_t number) {
    List &list = lists_.emplace_back();
    list.item = et::EValue(number);
    list.pointer = &list.item;
    list.boxed = {&list.pointer, &list.unboxed, 1};
    return value(et::EValue(&list.boxed));
  }
  Call &value(et::EValue value) {
    values_.push_back(value);
    return *this;
  }

  /// What the output holds after the call.
  std::vector<float> run(const char *op) {
    std::vector<et::EValue *> pointers;
    for (et::EValue &value : values_)
      pointers.push_back(&value);
    const et::Span<et::EValue *> args = {pointers.data(), pointers.size()};
    et::Result<et::OpFunction> kernel = et::get_op_function_from_registry(op, args);
    EXPECT_TRUE(kernel.ok()) << op;
    std::vector<float> &out = tensors_.back().data;
    std::fill(out.begin(), out.end(), 0.0F);
    et::KernelRuntimeContext context;
    (*kernel)(context, args);
    EXPECT_EQ(context.failure_state(), et::Error::Ok) << op;
    return out;
  }

private:
  struct List {
    et::EValue item;
    et::EValue *pointer;
    int64_t unboxed;
    et::BoxedIntList boxed;
  };

  std::deque<List> lists_;
  std::mt19937 random_{1};
  std::normal_distribution<float> normal_;
  std::deque<Memory> tensors_;
  std::deque<et::EValue> values_;
};

void expect_same(const char *op, Call &call) {
  threads = 1;
  const std::vector<float> alone = call.run(op);
  for (const size_t size : {1, 2, 1000000}) {
    threads = 4;
    part = size;
    parts_run = 0;
    const std::vector<float> result = call.run(op);
    EXPECT_EQ(std::memcmp(result.data(), alone.data(), alone.size() * sizeof(float)), 0) << op;
    EXPECT_GE(parts_run, size == 1 ? 2U : 1U) << op;
  }
}

TEST(ParallelTest, Products) {
  expect_same("aten::mm.out", Call().tensor({300, 100}).tensor({100, 150}).tensor({300, 150}));
  expect_same("aten::bmm.out", Call().tensor({5, 60, 70}).tensor({5, 70, 80}).tensor({5, 60, 80}));
  expect_same("aten::linear.out",
              Call().tensor({1, 1024}).tensor({1024, 1024}).tensor({1024}).tensor({1, 1024}));
}

TEST(ParallelTest, Convolutions) {
  struct Shape {
    int32_t in, out, groups, kernel;
    bool transposed;
  };
  for (const Shape &shape : {Shape{32, 40, 1, 3, false}, Shape{32, 64, 1, 1, false},
                             Shape{32, 32, 32, 3, false}, Shape{8, 8, 1, 3, true}}) {
    const int32_t size = 30 - 2 * (shape.kernel / 2) + (shape.transposed ? 4 : 0);
    expect_same("aten::convolution.out",
                Call()
                    .tensor({2, shape.in, 30, 30})
                    .tensor({shape.out, shape.in / shape.groups, shape.kernel, shape.kernel})
                    .tensor({shape.out})
                    .list(1)
                    .list(0)
                    .list(1)
                    .value(et::EValue(shape.transposed))
                    .list(0)
                    .value(et::EValue(int64_t(shape.groups)))
                    .tensor({2, shape.out, size, size}));
  }
}

TEST(ParallelTest, LoopsThatAreTooShort) {
  threads = 4;
  parts_run = 0;
  Call().tensor({2, 3}).tensor({3, 2}).tensor({2, 2}).run("aten::mm.out");
  EXPECT_EQ(parts_run, 0U);
}

} // namespace
