// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the optimized library's vector operations with scalar functions. For conversions of Half
// and BFloat16, the scalar functions are in the runtime. For exp, the scalar function is std::exp()
// of a wider type.

#include "common/vector.h"

#include <cmath>
#include <limits>
#include <vector>

#include "optimized/exponential.h"
#include "gtest/gtest.h"

namespace et::kernels::ET_KERNEL_LIBRARY {
namespace {

template <typename T> class ShortFloat : public testing::Test {};
using ShortFloatTypes = testing::Types<Half, BFloat16>;
TYPED_TEST_SUITE(ShortFloat, ShortFloatTypes);

uint32_t bits(float number) {
  uint32_t word;
  std::memcpy(&word, &number, sizeof(word));
  return word;
}

float number(uint32_t word) {
  float result;
  std::memcpy(&result, &word, sizeof(result));
  return result;
}

TYPED_TEST(ShortFloat, WidensEveryNumber) {
  for (uint32_t first = 0; first < 0x10000; first += kLanes<float>) {
    TypeParam elements[kLanes<float>];
    for (size_t i = 0; i < kLanes<float>; ++i)
      elements[i].bits = static_cast<uint16_t>(first + i);
    const Vector<float> vector = load<TypeParam>(reinterpret_cast<const char *>(elements));
    for (size_t i = 0; i < kLanes<float>; ++i) {
      const float want = elements[i], got = vector[i];
      ASSERT_TRUE(std::isnan(want) ? std::isnan(got) : bits(want) == bits(got)) << first + i;
    }
  }
}

TYPED_TEST(ShortFloat, NarrowsAsTheRuntimeDoes) {
  // The first loop takes every 4093rd float. The second loop adds floats halfway between two 16-bit
  // numbers, and their neighbours. The bits of halfway floats end in 0x8000 for BFloat16, and in
  // 0x1000, 0x3000 and so on for Half.
  std::vector<uint32_t> words;
  for (uint64_t word = 0; word < uint64_t(1) << 32; word += 4093)
    words.push_back(static_cast<uint32_t>(word));
  for (uint32_t upper = 0; upper < 0x10000; upper += 3)
    for (uint32_t lower : {0x0000, 0x0fff, 0x1000, 0x1001, 0x3000, 0x7fff, 0x8000, 0x8001, 0xffff})
      words.push_back(upper << 16 | lower);
  words.resize(words.size() / kLanes<float> * kLanes<float>);
  for (size_t first = 0; first < words.size(); first += kLanes<float>) {
    Vector<float> vector;
    for (size_t i = 0; i < kLanes<float>; ++i)
      vector[i] = number(words[first + i]);
    TypeParam got[kLanes<float>];
    store<TypeParam>(reinterpret_cast<char *>(got), vector);
    for (size_t i = 0; i < kLanes<float>; ++i) {
      const float wide = number(words[first + i]);
      const TypeParam want(wide);
      ASSERT_TRUE(std::isnan(wide) ? std::isnan(float(got[i])) : want.bits == got[i].bits) << wide;
    }
  }
}

/// Returns the error of exp(x) in units of the last place. A unit is at least the smallest T > 0.
template <typename T, typename Wide> double error_of_exponential(T x) {
  const Wide want = std::exp(static_cast<Wide>(x));
  const int least = std::numeric_limits<T>::min_exponent - std::numeric_limits<T>::digits;
  const int unit = std::max(std::ilogb(want) - std::numeric_limits<T>::digits + 1, least);
  const Wide got = exponential<T>(splat(x))[0];
  return static_cast<double>(std::abs(got - want) / std::ldexp(Wide(1), unit));
}

/// Returns the largest error for x from `least` to 0. exp(`least`) rounds to the smallest T > 0.
template <typename T, typename Wide> double worst_exponential(T least) {
  double worst = 0;
  for (T x = T(-1e-9); x > least; x *= T(1.00003))
    worst = std::max(worst, error_of_exponential<T, Wide>(x));
  for (T x = least; x < 0; x += least / T(-1000003))
    worst = std::max(worst, error_of_exponential<T, Wide>(x));
  return worst;
}

TEST(Exponential, IsWithinTwoAndAHalfUnits) {
  EXPECT_LT((worst_exponential<float, double>(-103.9F)), 2.5);
  EXPECT_LT((worst_exponential<double, long double>(-745.1)), 2.5);
}

template <typename T> T exponential_of(T x) { return exponential<T>(splat(x))[0]; }

TEST(Exponential, EndsAtZeroAndKeepsNaN) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(exponential_of<float>(0), 1);
  EXPECT_EQ(exponential_of<double>(-0.0), 1);
  EXPECT_EQ(exponential_of<float>(static_cast<float>(-infinity)), 0);
  EXPECT_EQ(exponential_of<double>(-infinity), 0);
  EXPECT_EQ(exponential_of<float>(-1e30F), 0);
  EXPECT_EQ(exponential_of<double>(-1e300), 0);
  EXPECT_EQ(exponential_of<float>(-103.9F), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(exponential_of<double>(-745.1), std::numeric_limits<double>::denorm_min());
  EXPECT_TRUE(std::isnan(exponential_of(std::numeric_limits<float>::quiet_NaN())));
  EXPECT_TRUE(std::isnan(exponential_of(std::numeric_limits<double>::quiet_NaN())));
}

} // namespace
} // namespace et::kernels::ET_KERNEL_LIBRARY
