// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tests the random numbers of rand, randn and native_dropout. The same seed must give the same
// numbers. The numbers must have the moments of their distribution. Chi squared shows if intervals
// of equal probability have about the same count of numbers. The tests use fixed seeds, so the
// results never change.

#include "../common/elements.h"
#include "et/bfloat16.h"
#include "et/half.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

extern "C" uint64_t et_random_state;

using namespace et;

constexpr int32_t kCount = 100000;
constexpr size_t kBins = 100;
// With truly random numbers in 100 bins, chi squared exceeds 170 once in 84,000 tests.
constexpr double kMaxChiSquared = 170;

static void call(const char *op, std::vector<EValue> values) {
  EXPECT_EQ(call_operator(op, values), Error::Ok) << op;
}

static double to_double(double number) { return number; }
static double to_double(Half number) { return static_cast<float>(number); }
static double to_double(BFloat16 number) { return static_cast<float>(number); }

template <typename T>
std::vector<double> random(const char *op, ScalarType type, uint64_t seed, int32_t count = kCount) {
  Elements<T> out(type, {count}, std::vector<T>(static_cast<size_t>(count)));
  Ints sizes({count});
  et_random_state = seed;
  call(op, {sizes.value(), out.value()});
  std::vector<double> numbers;
  for (const T element : out.data)
    numbers.push_back(to_double(element));
  return numbers;
}

static double mean(const std::vector<double> &numbers, int power) {
  double sum = 0;
  for (const double number : numbers)
    sum += std::pow(number, power);
  return sum / static_cast<double>(numbers.size());
}

static double chi_squared(const std::vector<double> &numbers) {
  std::vector<double> bins(kBins);
  for (const double number : numbers)
    ++bins.at(static_cast<size_t>(number * kBins));
  const double expected = static_cast<double>(numbers.size()) / kBins;
  double sum = 0;
  for (const double bin : bins)
    sum += (bin - expected) * (bin - expected) / expected;
  return sum;
}

/// Replaces each x by P(normal number < x). These probabilities must be uniform in [0, 1).
static std::vector<double> probabilities(std::vector<double> normal) {
  for (double &number : normal)
    number = std::erfc(-number / std::sqrt(2.0)) / 2;
  return normal;
}

template <typename T> void check_uniform(ScalarType type) {
  const std::vector<double> numbers = random<T>("aten::rand.out", type, 42);
  for (const double number : numbers) {
    ASSERT_GE(number, 0);
    ASSERT_LT(number, 1);
  }
  // rand rounds Half and BFloat16 down to multiples of `digit`. Both means are less by digit / 2.
  const double digit = sizeof(T) == 2 ? (type == ScalarType::Half ? 0x1p-11 : 0x1p-8) : 0;
  EXPECT_NEAR(mean(numbers, 1), 0.5 - digit / 2, 0.005);
  EXPECT_NEAR(mean(numbers, 2), 1 / 3.0 - digit / 2, 0.005);
  if (digit == 0) { // Half and BFloat16 have too few numbers to fill all bins evenly
    EXPECT_LT(chi_squared(numbers), kMaxChiSquared);
  }
}

template <typename T> void check_normal(ScalarType type) {
  const std::vector<double> numbers = random<T>("aten::randn.out", type, 42);
  EXPECT_NEAR(mean(numbers, 1), 0, 0.015);
  EXPECT_NEAR(mean(numbers, 2), 1, 0.02);
  EXPECT_NEAR(mean(numbers, 3), 0, 0.05);
  EXPECT_NEAR(mean(numbers, 4), 3, 0.15);
  if (sizeof(T) > 2) {
    EXPECT_LT(chi_squared(probabilities(numbers)), kMaxChiSquared);
  }
}

template <typename T> void check_both(ScalarType type) {
  check_uniform<T>(type);
  check_normal<T>(type);
}

TEST(Random, UniformAndNormalNumbers) {
  check_both<float>(ScalarType::Float);
  check_both<double>(ScalarType::Double);
  check_both<Half>(ScalarType::Half);
  check_both<BFloat16>(ScalarType::BFloat16);
}

TEST(Random, ASeedRepeatsNumbersAndCallsContinueTheSequence) {
  const auto numbers = [](const char *op, uint64_t seed, int32_t count) {
    return random<float>(op, ScalarType::Float, seed, count);
  };
  for (const char *op : {"aten::rand.out", "aten::randn.out"}) {
    EXPECT_EQ(numbers(op, 7, 33), numbers(op, 7, 33));
    EXPECT_NE(numbers(op, 7, 33), numbers(op, 8, 33));
  }
  const std::vector<double> both = numbers("aten::rand.out", 7, 4);
  std::vector<double> parts = numbers("aten::rand.out", 7, 2);
  for (const double number : numbers("aten::rand.out", et_random_state, 2))
    parts.push_back(number);
  EXPECT_EQ(both, parts);
}

TEST(Random, NeighboursAreIndependent) {
  const std::vector<double> numbers = random<float>("aten::rand.out", ScalarType::Float, 1);
  // The bin of each pair of neighbours is its cell in a 10x10 grid.
  std::vector<double> pairs;
  for (size_t i = 0; i + 1 < numbers.size(); i += 2)
    pairs.push_back((std::floor(numbers[i] * 10) + numbers[i + 1]) / 10);
  EXPECT_LT(chi_squared(pairs), kMaxChiSquared);
}

TEST(Random, DropoutKeepsTheExpectedShare) {
  for (const double p : {0.1, 0.5, 0.9}) {
    const std::vector<float> zeros(kCount);
    Elements<float> in(ScalarType::Float, {kCount}, zeros), out(ScalarType::Float, {kCount}, zeros);
    Elements<uint8_t> mask(ScalarType::Bool, {kCount}, std::vector<uint8_t>(kCount));
    std::fill(in.data.begin(), in.data.end(), 3.0F);
    et_random_state = 5;
    call("aten::native_dropout.out",
         {in.value(), EValue(p), EValue(true), out.value(), mask.value()});
    size_t kept = 0;
    for (size_t i = 0; i < mask.data.size(); ++i) {
      kept += mask.data[i];
      EXPECT_FLOAT_EQ(out.data[i], mask.data[i] ? 3.0F / static_cast<float>(1 - p) : 0.0F);
    }
    EXPECT_NEAR(static_cast<double>(kept) / kCount, 1 - p, 0.006);
  }
}
