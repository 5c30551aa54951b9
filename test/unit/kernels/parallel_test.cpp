// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels give the same bits with and without a thread pool, however the pool divides the loop.
// Kernels use the pool only for large inputs. In this test, et_parallel_for() below is the pool.

#include "../common/elements.h"
#include "et/parallel.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <deque>
#include <random>
#include <thread>

namespace {

size_t threads = 1; // 1: one call of the body runs the whole loop
size_t part = 1;    // number of iterations per call of the body
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

/// A call of a Float operator; the last tensor is the output.
class Call {
public:
  Call &tensor(std::vector<int32_t> sizes) {
    size_t count = 1;
    for (const int32_t size : sizes)
      count *= static_cast<size_t>(size);
    std::vector<float> data;
    for (size_t i = 0; i < count; ++i)
      data.push_back(normal_(random_));
    return value(tensors_.emplace_back(et::ScalarType::Float, std::move(sizes), data).value());
  }
  Call &list(int64_t number) {
    return value(lists_.emplace_back(std::vector<int64_t>{number}).value());
  }
  Call &value(et::EValue value) {
    values_.push_back(value);
    return *this;
  }

  std::vector<float> run(const char *op) {
    std::vector<float> &out = tensors_.back().data;
    std::fill(out.begin(), out.end(), 0.0F);
    EXPECT_EQ(call_operator(op, values_), et::Error::Ok) << op;
    return out;
  }

private:
  std::mt19937 random_{1};
  std::normal_distribution<float> normal_;
  std::deque<Ints> lists_;
  std::deque<Elements<float>> tensors_;
  std::vector<et::EValue> values_;
};

/// Expects the same bits from one thread and from four threads, with small and large parts.
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

TEST(ParallelTest, SmallInputsDoNotUseThePool) {
  threads = 4;
  parts_run = 0;
  Call().tensor({2, 3}).tensor({3, 2}).tensor({2, 2}).run("aten::mm.out");
  EXPECT_EQ(parts_run, 0U);
}

} // namespace
